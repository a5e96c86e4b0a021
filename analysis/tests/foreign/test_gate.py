"""compare and gate of other tools' files: verdicts, exit codes, messages."""

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from analysis.cli import main
from analysis.tests.foreign import made

ROOT = Path(__file__).resolve().parents[3]
GOOGLE = "google-benchmark-1.7.1"


@pytest.fixture
def gate(save):
    """Runs the gate on two documents: the exit code."""
    return lambda base, candidate, *options: main(
        ["gate", str(save(base)), str(save(candidate, "candidate.json")), *options]
    )


@pytest.fixture
def written(wrote):
    """The paths of files of Google Benchmark 1.7.1, as text."""
    return lambda *names: [str(wrote(f"{GOOGLE}/{name}.json")) for name in names]


def test_equal_code_passes(written, capsys):
    assert main(["gate", *written("base", "candidate")]) == 0
    out = capsys.readouterr().out
    assert "4 same\npassed: nothing is slower\n" in out
    assert "not known of files of Google Benchmark: clocks, compiler and flags" in out
    assert "left out: measured on neither side: no_device (no such device)\n" in out
    assert "does not show that repetitions were interleaved" not in out


def runs_of(wrote, *sides):
    return [str(wrote(f"{GOOGLE}/runs/{side}")) for side in sides]


def test_equal_code_of_several_runs_passes(wrote, capsys):
    assert main(["gate", *runs_of(wrote, "base", "candidate")]) == 0
    out = capsys.readouterr().out
    assert "2 same\npassed: nothing is slower\n" in out
    assert "one process a side" not in out


def test_slower_code_does_not(wrote, capsys):
    assert main(["gate", *runs_of(wrote, "base", "slower")]) == 10
    out = capsys.readouterr().out
    (line,) = (line for line in out.splitlines() if " slower" in line and "µs" in line)
    assert line.split()[0] == "changed"


@pytest.mark.parametrize("sides", [("base", "slower"), ("slower", "base")])
def test_one_process_a_side_is_neither_slower_nor_faster(written, capsys, sides):
    assert main(["gate", *written(*sides)]) == 11
    out = capsys.readouterr().out
    assert "% may be of the process, not of its code" in out
    assert "1 unclear, 3 same\n" in out
    assert (
        "give folders of 8 runs or more, taken in turns: mkdir -p runs/base runs/candidate && "
        "for run in $(seq -w 12); do base/bench --benchmark_out_format=json "
        "--benchmark_out=runs/base/$run.json; candidate/bench " in out
    )


def test_one_process_against_many_is_neither(save, save_runs):
    file = str(save(made.google_benchmark(copy=1.2), "file.json"))
    folder = str(save_runs(made.runs(made.google_benchmark, seed=2)))
    assert main(["gate", folder, file]) == 11
    assert main(["gate", file, folder]) == 11


def test_a_folder_of_one_run_is_one_process(save_runs, capsys):
    folders = [
        str(save_runs([made.google_benchmark(seed, copy=factor)], name))
        for seed, factor, name in ((1, 1, "base"), (2, 1.2, "candidate"))
    ]
    assert main(["gate", *folders]) == 11
    assert "one process a side cannot tell a slow process" in capsys.readouterr().out


def test_sides_that_were_not_taken_in_turns_are_told(gate_runs, capsys):
    sides = [made.runs(made.google_benchmark, seed) for seed in (1, 2)]
    assert gate_runs(*sides) == 0
    assert "take them in turns" not in capsys.readouterr().out
    for document in sides[0]:
        document["context"]["date"] = "2026-11-24T23:59:59+00:00"
    assert gate_runs(*sides) == 0
    assert "/base: all its runs began before those of " in capsys.readouterr().out


def test_the_script_takes_them(wrote):
    done = subprocess.run(
        [ROOT / "ci" / "gate", "base", "slower"],
        cwd=wrote(f"{GOOGLE}/runs"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 10, done.stderr


def test_one_repetition_is_no_verdict_and_the_remedy_is_told(written, capsys):
    assert main(["gate", *written("base", "once")]) == 11
    out = capsys.readouterr().out
    assert "only 1 blocks, of at least 8" in out
    assert (
        "once.json: 1 repetition of a benchmark, but a verdict needs 8: run it with "
        "--benchmark_repetitions=12, or give a folder of as many runs" in out
    )


def test_repetitions_in_turn_are_told(google, gate, capsys):
    google["benchmarks"].sort(key=lambda one: one["family_index"])
    assert gate(google, made.google_benchmark(seed=2)) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "interleaved" in line)
    assert "/base.json: does not show that repetitions were interleaved" in line


def test_a_zero_is_no_time_of_a_verdict(google, gate, capsys):
    other = made.google_benchmark(seed=2)
    other["benchmarks"][0]["real_time"] = 0.0
    assert gate(google, other) == 11
    assert (
        "below the timer's resolution: 0 samples of the base and 1 of the candidate are not above "
        "zero" in capsys.readouterr().out
    )


def test_a_negative_time_is_refused(google, gate, capsys):
    google["benchmarks"][0]["real_time"] = -1e-3
    assert gate(google, made.google_benchmark()) == 3
    assert "benchmarks[0].real_time: -0.001 is less than" in capsys.readouterr().err


def test_an_error_of_the_candidate_outweighs_a_slowdown(gate_runs, capsys):
    base = made.runs(made.google_benchmark)
    other = made.runs(made.google_benchmark, seed=2, copy=1.2)
    other[0]["benchmarks"][0] |= {"error_occurred": True, "error_message": "wrong sum"}
    assert gate_runs(base, other) == 6
    assert "wrong sum" in capsys.readouterr().out
    assert gate_runs(other, base) == 0


def test_what_the_candidate_lacks_or_skips_is_missing(google, gate, capsys):
    without = made.google_benchmark(seed=2)
    del without["benchmarks"][:12]
    assert gate(google, without) == 11
    assert "missing  not in the candidate" in capsys.readouterr().out
    assert gate(google, without, "--allow", "missing") == 0
    assert gate(without, google) == 0
    skipping = made.google_benchmark(seed=2)
    for one in skipping["benchmarks"][:12]:
        one |= {"skipped": True, "skip_message": "needs a GPU"}
    assert gate(google, skipping) == 11
    assert "missing  needs a GPU" in capsys.readouterr().out


def test_a_base_without_a_time_lets_nothing_pass(google, gate, capsys):
    for one in google["benchmarks"]:
        one |= {"error_occurred": True, "error_message": "no device"}
    assert gate(google, made.google_benchmark()) == 3
    assert (
        "none of 2 common benchmarks was measured in the base (no device)"
        in capsys.readouterr().err
    )
    assert gate(google, google) == 3
    assert gate(made.google_benchmark(), google) == 6


def test_a_candidate_that_skips_everything_does_not_pass(google, gate, capsys):
    skipping = made.google_benchmark(seed=2)
    for one in skipping["benchmarks"]:
        one |= {"skipped": True, "skip_message": "needs a GPU"}
    assert gate(google, skipping) == 11
    assert "2 missing\n" in capsys.readouterr().out


def test_nothing_in_common_is_refused(google, gate, capsys):
    other = made.google_benchmark()
    for one in other["benchmarks"]:
        one["run_name"] += "/2"
    assert gate(google, other) == 3
    assert "  candidate: scan/2, copy/2\n" in capsys.readouterr().err


def test_another_host_is_refused(google, gate, capsys):
    other = made.google_benchmark(seed=2)
    other["context"] |= {"host_name": "elsewhere", "library_build_type": "debug"}
    assert gate(google, other) == 12
    error = capsys.readouterr().err
    assert "context.host_name: example against elsewhere" in error
    keys = ["context.host_name", "context.library_build_type"]
    assert f"--across {' '.join(keys)}" in error
    assert gate(google, other, "--across", *keys) == 0
    assert "differs: context.host_name: example against elsewhere" in capsys.readouterr().out


def test_nvbench_is_judged_by_several_runs(nvbench, gate, gate_runs, capsys):
    assert gate(nvbench, made.nvbench(seed=2)) == 0
    assert "what matters: 2 %" in capsys.readouterr().out
    assert gate(nvbench, made.nvbench(seed=2, scan=1.04)) == 11
    assert "base/bench --jsonbin runs/base/$run.json" in capsys.readouterr().out
    base = made.runs(made.nvbench)
    assert gate_runs(base, made.runs(made.nvbench, seed=2)) == 0
    assert gate_runs(base, made.runs(made.nvbench, seed=2, scan=1.04)) == 10
    assert "scan Device=0" in capsys.readouterr().out


def test_a_slowdown_that_is_the_clocks_is_unclear(nvbench, gate, capsys):
    slow = made.nvbench(seed=2, clock_hz=1.5e9, scan=1.17, copy=1.17)
    assert gate(nvbench, slow) == 11
    assert "the clock: +1" in capsys.readouterr().out


def test_files_of_nvbench_itself(wrote, capsys):
    files = [str(wrote(f"nvbench-0.1.0/{name}.json")) for name in ("base", "candidate")]
    assert main(["gate", *files]) == 11
    out = capsys.readouterr().out
    assert "base.json: times are means" in out
    assert "name each benchmark 12 times" in out
    assert "4 unclear" in out


def test_another_gpu_is_refused(nvbench, gate, capsys):
    other = made.nvbench(seed=2)
    other["devices"][0]["name"] = "Another GPU"
    assert gate(nvbench, other) == 12
    assert "devices.name: Imaginary GPU against Another GPU" in capsys.readouterr().err


def test_a_mean_is_not_held_against_a_median(nvbench, gate, capsys):
    other = made.nvbench(seed=2)
    for entry in other["benchmarks"]:
        del entry["states"][0]["summaries"][2]
    assert gate(nvbench, other) == 12
    assert "time: median on the device against mean on the device" in capsys.readouterr().err


def test_two_tools_are_refused(google, nvbench, gate, capsys):
    assert gate(google, nvbench) == 3
    assert "compare results of one tool" in capsys.readouterr().err


def test_a_recorded_run_against_another_tool_is_refused(google, save, small, capsys):
    file = str(save(google))
    for paths in ([file, str(small)], [str(small), file]):
        assert main(["gate", *paths]) == 3
        assert f"{small} is a recorded run, {file} of another tool" in capsys.readouterr().err


def test_they_are_no_duel(google, save, capsys):
    assert main(["gate", "--duel", str(save(google))]) == 3
    assert "given as BASE CANDIDATE" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [["--stage", "copy=1"], ["--scope", "kernel"], ["--pair", "copy=scan"]]
)
def test_options_of_recorded_runs_are_refused(google, gate, capsys, options):
    assert gate(google, made.google_benchmark(seed=2), *options) == 2
    assert "--threshold judges alike" in capsys.readouterr().err


def test_a_threshold_and_a_floor_are_taken(gate_runs, capsys):
    base = made.runs(made.google_benchmark)
    slower = made.runs(made.google_benchmark, seed=2, scan=1.03)
    assert gate_runs(base, slower) == 0
    assert gate_runs(base, slower, "--threshold", "1") == 10
    assert gate_runs(base, slower, "--threshold", "1", "--floor", "600") == 3
    assert "take less than 600 us: lower --floor" in capsys.readouterr().err


def test_reports_are_written(gate_runs, tmp_path):
    names = {option: tmp_path / option for option in ("junit", "markdown", "json", "plot")}
    options = [text for option, path in names.items() for text in (f"--{option}", str(path))]
    sides = made.runs(made.google_benchmark), made.runs(made.google_benchmark, seed=2, scan=1.2)
    assert gate_runs(*sides, *options) == 10
    (failure,) = ElementTree.parse(names["junit"]).findall(".//testcase[failure]")
    assert failure.get("name") == "scan"
    assert "**slower**" in names["markdown"].read_text(encoding="utf-8")
    document = json.loads(names["json"].read_text(encoding="utf-8"))
    assert document["rows"][0]["row"] == {"benchmark": "scan"}
    assert document["caveats"][0].startswith("not known of files of Google Benchmark: clocks")
    assert names["plot"].read_bytes().startswith(b"\x89PNG")


HOSTILE = "<b>x</b> | `r` $\\frac$ \"&' [a](b) __c__ \x1b[31m\u202e\n../../etc"


@pytest.mark.parametrize("tool", ["google", "nvbench"])
def test_hostile_names_are_text_everywhere(tool, request, gate, tmp_path, capsys):
    document = request.getfixturevalue(tool)
    other = made.google_benchmark(2) if tool == "google" else made.nvbench(2)
    for one in (*document["benchmarks"], *other["benchmarks"]):
        key = "run_name" if tool == "google" else "name"
        one[key] += HOSTILE
    names = {option: tmp_path / option for option in ("junit", "markdown", "json", "plot")}
    options = [text for option, path in names.items() for text in (f"--{option}", str(path))]
    before = set(tmp_path.iterdir())
    assert gate(document, other, "--threshold", "0.001", *options) == 11
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert len([line for line in told.splitlines() if "<b>x</b>" in line]) == 2
    cases = ElementTree.parse(names["junit"]).findall(".//testcase")
    assert all("<b>x</b> | `r` $\\frac$" in case.get("name") for case in cases)
    text = names["markdown"].read_text(encoding="utf-8")
    rows = text.split("```")[0]
    assert "<b>" not in rows.replace("\\<b\\>", "")
    assert names["plot"].read_bytes().startswith(b"\x89PNG")
    made_files = {path.name for path in set(tmp_path.iterdir()) - before}
    assert made_files == {"base.json", "candidate.json", *names}


@pytest.mark.parametrize("which", [slice(1, 2), slice(0, None)])
def test_a_candidate_whose_samples_were_discarded_is_missing(nvbench, gate, capsys, which):
    other = made.nvbench(seed=2)
    for entry in [entry for entry in other["benchmarks"] if entry["name"] == "scan"][which]:
        for one in entry["states"][0]["summaries"][1:]:
            one["data"][0]["value"] = "-nan"
    assert gate(nvbench, other) == 11
    out = capsys.readouterr().out
    assert "1 missing, 1 same\n" in out
    assert "as while the clock is throttled" in out
    assert gate(other, nvbench) == 0


def test_a_device_of_another_id_is_the_same_row(nvbench, gate, capsys):
    other = made.nvbench(seed=2)
    made.set_device(other, 4)
    assert gate(nvbench, other) == 0
    out = capsys.readouterr().out
    assert "ids of devices differ, 0 against 4: compared in their order" in out
    assert "2 same\n" in out


def test_devices_of_one_side_alone_are_missing(nvbench, gate, capsys):
    both = made.nvbench(seed=2)
    both["devices"].append(both["devices"][0] | {"id": 1})
    for entry in both["benchmarks"]:
        (one,) = entry["states"]
        entry["states"].append(one | {"name": "Device=1", "device": 1})
    assert gate(both, nvbench) == 11
    out = capsys.readouterr().out
    assert "ids of devices differ, 0, 1 against 0: compared by the ids that both have" in out
    assert "2 missing, 2 same\n" in out

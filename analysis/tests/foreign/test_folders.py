"""Folders of runs: what counts as a run, and what a run that lacks something means."""

import json
import os

import pytest

from analysis.cli import main
from analysis.foreign.reading import load_side
from analysis.tests.foreign import made


@pytest.fixture
def runs():
    """The documents of twelve runs of equal code a side."""
    return [made.runs(made.google_benchmark, seed) for seed in (1, 2)]


def test_runs_in_folders_are_blocks(save, tmp_path, capsys):
    for side, factor in (("a", 1.0), ("b", 1.0), ("c", 1.1)):
        for run in range(12):
            document = made.google_benchmark(seed=ord(side) * 100 + run, repetitions=2)
            for one in document["benchmarks"]:
                one["real_time"] *= factor
            save(document, f"{side}/{run}.json")
    folders = {side: str(tmp_path / side) for side in "abc"}
    report = tmp_path / "gate.json"
    assert main(["gate", folders["a"], folders["b"], "--json", str(report)]) == 0
    assert "base: 12 runs in " in capsys.readouterr().out
    (first, *_) = json.loads(report.read_text(encoding="utf-8"))["rows"]
    assert first["measured"]["base_blocks"] == 12
    assert main(["gate", folders["a"], folders["c"]]) == 10
    failing = made.google_benchmark(repetitions=2)
    failing["benchmarks"][0] |= {"error_occurred": True, "error_message": "wrong sum"}
    save(failing, "b/7.json")
    assert main(["gate", folders["a"], folders["b"]]) == 6


def test_runs_of_one_folder_are_of_one_environment(google, save, tmp_path, capsys):
    save(google, "a/1.json")
    other = made.google_benchmark()
    other["context"]["num_cpus"] = 4
    save(other, "a/2.json")
    assert main(["gate", str(tmp_path / "a"), str(tmp_path / "a")]) == 3
    assert "2.json: scan: context.num_cpus: 4, but 8 in the runs" in capsys.readouterr().err


def test_runs_of_containers_may_have_a_host_each(runs, gate_runs, capsys):
    for documents in runs:
        for number, document in enumerate(documents):
            document["context"]["host_name"] = f"{number:012x}"
    assert gate_runs(*runs) == 3
    assert "or say --across context.host_name" in capsys.readouterr().err
    assert gate_runs(*runs, "--across", "context.host_name") == 0
    assert "/candidate: its runs differ in context.host_name\n" in capsys.readouterr().out


def test_a_folder_is_of_one_tool(google, nvbench, save, tmp_path, capsys):
    save(google, "a/1.json")
    save(nvbench, "a/2.json")
    assert main(["gate", str(tmp_path / "a"), str(tmp_path / "a")]) == 3
    assert "is of nvbench, but" in capsys.readouterr().err


def test_an_empty_folder_is_refused(tmp_path, capsys):
    assert main(["gate", str(tmp_path), str(tmp_path)]) == 3
    error = capsys.readouterr().err
    assert "holds no *.json" in error
    assert "Folders of packs need --suite" in error


def test_hidden_files_are_no_runs(runs, gate_runs, tmp_path, capsys):
    sides = [gate_runs(*runs), capsys.readouterr().out]
    (tmp_path / "base" / "._00.json").write_bytes(b"\0\5\x16\7\0\2\0\0Mac OS X        ")
    (tmp_path / "base" / ".DS_Store").write_bytes(b"\0\0\0\1Bud1")
    (tmp_path / "base" / ".ipynb_checkpoints").mkdir()
    (tmp_path / "base" / "notes.txt").write_text("one a minute")
    assert [main(["gate", *folders(tmp_path)]), capsys.readouterr().out] == sides


def folders(tmp_path):
    return [str(tmp_path / side) for side in ("base", "candidate")]


def test_other_spellings_of_the_name_are_runs(runs, save_runs):
    folder = save_runs(runs[0])
    (folder / "03.json").rename(folder / "03.JSON")
    assert load_side(folder).runs == 12


def test_a_copy_of_a_run_counts_once(runs, gate_runs, tmp_path, capsys):
    gate_runs(*runs)
    text = (tmp_path / "base" / "07.json").read_text(encoding="utf-8")
    (tmp_path / "base" / "07 (1).json").write_text(text, encoding="utf-8")
    (tmp_path / "base" / "latest.json").symlink_to("11.json")
    capsys.readouterr()
    assert main(["gate", *folders(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "base: 12 runs in" in out
    assert "/latest.json: is a copy of 11.json, and counts once" in out


@pytest.mark.parametrize("lack", ["absent", "skipped", "no number"])
def test_a_run_that_lacks_a_benchmark_is_named(runs, gate_runs, capsys, lack):
    base, candidate = runs
    (one,) = (entry for entry in candidate[5]["benchmarks"] if entry["run_name"] == "scan")
    if lack == "absent":
        candidate[5]["benchmarks"].remove(one)
    else:
        one |= {"skipped": True} if lack == "skipped" else {"real_time": float("nan")}
    assert gate_runs(base, candidate) == 11
    out = capsys.readouterr().out
    assert "missing  no time in 1 of 12: 05.json: " in out
    assert "1 missing, 1 same\n" in out
    assert gate_runs(candidate, base) == 0
    told = "/base: not every run has a time of scan (no time in 1 of 12: 05.json: "
    assert told in capsys.readouterr().out


def test_a_run_a_benchmark_is_no_failure(runs, gate_runs, capsys):
    for documents in runs:
        for number, document in enumerate(list(documents)):
            documents.append(json.loads(json.dumps(document)))
            for one, index in ((document, 0), (documents[-1], 1)):
                del one["benchmarks"][index]
                one["context"]["load_avg"] = [number]
    assert gate_runs(*runs) == 0
    out = capsys.readouterr().out
    assert "no time in 12 of 24: " in out
    assert "2 same\n" in out


def test_what_most_runs_of_the_base_have_is_judged(runs, gate_runs):
    base = runs[0]
    candidate = made.runs(made.google_benchmark, seed=2, scan=1.2)
    del base[3]["benchmarks"][0]
    assert gate_runs(base, candidate) == 10


def test_packed_runs_are_read(runs, save_runs, pack):
    folder = save_runs(runs[0])
    whole = load_side(folder)
    for file in sorted(folder.iterdir())[:6]:
        pack(file)
    assert load_side(folder).benchmarks == whole.benchmarks


def test_devices_of_other_ids_are_one(gate_runs, capsys):
    base, candidate = (made.runs(made.nvbench, seed) for seed in (1, 2))
    for document in base:
        made.set_device(document, 4)
    made.set_device(candidate[3], 2)
    assert gate_runs(base, candidate) == 0
    out = capsys.readouterr().out
    assert "/candidate: its runs have other ids of devices, and are taken in their order" in out
    assert "ids of devices differ, 4 against 0: compared in their order" in out
    assert "2 same\n" in out


@pytest.mark.parametrize("what", ["folder", "pipe", "loop", "nothing"])
def test_what_is_no_file_is_named(runs, gate_runs, tmp_path, capsys, what):
    gate_runs(*runs)
    odd = tmp_path / "base" / "odd.json"
    if what == "folder":
        odd.mkdir()
    elif what == "pipe":
        os.mkfifo(odd)
    else:
        odd.symlink_to("odd.json" if what == "loop" else "gone.json")
    assert main(["gate", *folders(tmp_path)]) == 3
    error = capsys.readouterr().err
    assert f"{odd}: " in error
    assert "is no regular file" in error or "cannot be read" in error


def test_runs_in_folders_of_a_folder_are_not_searched(runs, save_runs, tmp_path, capsys):
    save_runs(runs[0], "base/first")
    assert main(["gate", *[str(tmp_path / "base")] * 2]) == 3
    assert "without folders in it" in capsys.readouterr().err


def test_a_name_that_is_no_text_is_shown(runs, save_runs, tmp_path, capsys):
    folder = save_runs(runs[0])
    odd = os.fsdecode(os.fsencode(str(tmp_path)) + b"/\xff")
    os.rename(folder, odd)
    report = tmp_path / "report.json"
    assert main(["gate", odd, odd, "--json", str(report)]) == 0
    assert "/\\udcff" in capsys.readouterr().out
    revision = json.loads(report.read_text(encoding="utf-8"))["base"]["revision"]
    assert "12 runs in " in revision


def test_few_runs_are_no_verdict_and_the_remedy_is_told(runs, gate_runs, capsys):
    assert gate_runs(*[documents[:7] for documents in runs]) == 11
    out = capsys.readouterr().out
    assert "/base: 7 runs of a benchmark, but a verdict needs 8: add runs to it\n" in out


def test_a_run_of_the_candidate_without_a_file_is_told(runs, gate_runs, tmp_path, capsys):
    gate_runs(*runs)
    (tmp_path / "candidate" / "05.json").unlink()
    capsys.readouterr()
    assert main(["gate", *folders(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert f"/candidate: lacks 05.json of {tmp_path}/base: has its run failed?\n" in out
    assert main(["gate", *folders(tmp_path)[::-1]]) == 0
    assert "has its run failed" not in capsys.readouterr().out

"""compare and gate on the command line: what they write and refuse, and their exit codes."""

import json
import os
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from analysis.cli import main
from analysis.compare.gate import EXIT_CODES, OUTCOMES
from analysis.tests.change import fail, find, put
from analysis.tests.compare.sides import keep_blocks, put_everywhere, slow_down

ROOT = Path(__file__).resolve().parents[3]
FORCES = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle", "stage": "forces"}
STEP = FORCES | {"stage": "step"}


def test_the_gate_passes_equal_code(files, capsys):
    assert main(["gate", *files()]) == 0
    assert capsys.readouterr().out.endswith("passed: nothing is slower\n")


def test_the_gate_stops_a_slowdown(files, candidate, capsys):
    slow_down(find(candidate, **FORCES), 1.05)
    assert main(["gate", *files()]) == 10
    out = capsys.readouterr().out
    assert out.endswith("failed: the candidate is slower\n")
    assert " forces " in out


def test_a_faster_candidate_passes(files, candidate):
    slow_down(find(candidate, **FORCES), 0.9)
    assert main(["gate", *files()]) == 0


def test_the_gate_says_when_it_cannot_tell(files, candidate):
    keep_blocks(find(candidate, **FORCES), 5)
    assert main(["gate", *files()]) == 11
    assert main(["gate", *files(), "--allow", "missing"]) == 11
    assert main(["gate", *files(), "--allow", "unclear"]) == 0


def test_a_missing_row_does_not_pass(files, candidate):
    candidate.remove(find(candidate, **FORCES))
    assert main(["gate", *files()]) == 11
    assert main(["gate", *files(), "--allow", "unclear"]) == 11
    assert main(["gate", *files(), "--allow", "missing"]) == 0


def test_an_invalid_variant_outweighs_a_slowdown_and_cannot_be_allowed(files, candidate, capsys):
    slow_down(find(candidate, **FORCES), 1.5)
    fail(find(candidate, **STEP), "forces: 0.3 is more than 2e-05")
    assert main(["gate", *files(), "--allow", "unclear", "missing"]) == 6
    assert "forces: 0.3 is more than 2e-05" in capsys.readouterr().out


def test_a_variant_invalid_in_the_base_alone_passes(files, base):
    fail(find(base, **STEP))
    assert main(["gate", *files()]) == 0


def test_a_base_without_a_valid_row_lets_nothing_pass(files, base, candidate, capsys):
    for record in base:
        fail(record)
    assert main(["gate", *files()]) == 3
    assert (
        f"none of {len(base)} common rows is valid in the base (forces: 0.3 is more than 2e-05): "
        "record it again" in capsys.readouterr().err
    )
    fail(find(candidate, **FORCES))
    assert main(["gate", *files()]) == 6


def test_a_second_pair_that_disagrees_leaves_it_unclear(files, base, candidate, write):
    second = [str(write(base, "base-2.jsonl")), str(write(candidate, "candidate-2.jsonl"))]
    slow_down(find(candidate, **FORCES), 1.05)
    assert main(["gate", *files(), "--again", *second]) == 11
    assert main(["gate", *files(), "--again", *files()]) == 10


def test_compare_exits_with_0_whatever_it_finds(files, candidate, capsys):
    slow_down(find(candidate, **FORCES), 1.05)
    fail(find(candidate, **STEP))
    both = files()
    assert main(["compare", *both]) == 0
    assert "1 invalid, 1 slower, " in capsys.readouterr().out
    assert main(["compare", *both, "--format", "markdown"]) == 0
    assert capsys.readouterr().out.startswith("### sphlab: base against candidate\n")
    assert main(["compare", *both, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["verdict"] == "invalid"


def test_all_reports_are_written(files, candidate, tmp_path):
    slow_down(find(candidate, **FORCES), 1.05)
    names = {option: tmp_path / option for option in ("junit", "markdown", "json", "plot")}
    options = [text for option, path in names.items() for text in (f"--{option}", str(path))]
    assert main(["gate", *files(), *options]) == 10
    assert len(ElementTree.parse(names["junit"]).findall(".//failure")) == 1
    assert "failed: the candidate is slower" in names["markdown"].read_text(encoding="utf-8")
    assert json.loads(names["json"].read_text(encoding="utf-8"))["outcome"] == OUTCOMES[10]
    assert names["plot"].read_bytes().startswith(b"\x89PNG\r\n")


def test_a_report_that_cannot_be_written(files, tmp_path, capsys):
    assert main(["gate", *files(), "--junit", str(tmp_path)]) == 8
    assert f"{tmp_path}: cannot be written: Is a directory" in capsys.readouterr().err


def test_thresholds_are_percentages(files, candidate):
    slow_down(find(candidate, **FORCES), 1.05)
    assert main(["gate", *files(), "--threshold", "10"]) == 0
    assert main(["gate", *files(), "--threshold", "10", "--stage", "forces=4"]) == 10
    assert main(["gate", *files(), "--stage", "forces=10"]) == 0


def test_another_schema_version_is_refused(files, candidate, capsys):
    put(candidate[4], "schema_version", 3)
    base, other = files()
    assert main(["gate", base, other]) == 3
    assert (
        f"{other}:5: schema_version: 3, but this package reads 1 and 2" in capsys.readouterr().err
    )


def test_a_stage_that_the_records_lack_is_refused(files, capsys):
    assert main(["gate", *files(), "--stage", "force=3"]) == 2
    assert "--stage: 'force' is no stage of the records, which are of " in capsys.readouterr().err


def test_a_truncated_file_is_refused(files, capsys):
    base, other = files()
    text = Path(other).read_text(encoding="utf-8")
    Path(other).write_text(text[:-300], encoding="utf-8")
    assert main(["gate", base, other]) == 3
    assert "the last line is cut short" in capsys.readouterr().err


def test_a_nan_in_the_samples_is_refused(files, candidate, capsys):
    find(candidate, **FORCES)["samples"]["time_s"][7] = float("nan")
    assert main(["gate", *files()]) == 3
    assert "samples.time_s[7]: nan is not of type 'number'" in capsys.readouterr().err


def test_files_without_a_common_row_are_refused(files, candidate, capsys):
    put_everywhere(candidate, "scenario.name", "still-water")
    assert main(["gate", *files()]) == 3
    assert "the files have no row in common" in capsys.readouterr().err


def test_a_file_of_two_devices_is_refused(files, candidate, capsys):
    put(candidate[0], "device.name", "Another GPU")
    base, other = files()
    assert main(["gate", base, other]) == 3
    assert f"{other}: device.name: records of Another GPU, Imaginary GPU" in capsys.readouterr().err


def test_a_missing_file_is_refused(files, tmp_path, capsys):
    assert main(["gate", files()[0], str(tmp_path / "absent.jsonl")]) == 3
    assert "absent.jsonl: cannot be read" in capsys.readouterr().err


def test_a_baseline_from_another_device_is_refused(files, base, capsys):
    put_everywhere(base, "device.name", "Another GPU")
    put_everywhere(base, "device.driver", None)
    assert main(["gate", *files()]) == 12
    error = capsys.readouterr().err
    assert "device.name: Another GPU against Imaginary GPU" in error
    assert "device.driver: not known against 580.65" in error
    assert "--across device.name device.driver" in error
    assert main(["gate", *files(), "--across", "device.name"]) == 12
    assert main(["gate", *files(), "--across", "device.name", "device.driver"]) == 0
    assert main(["compare", *files(), "--across", "all"]) == 0
    assert "differs: device.name: Another GPU against Imaginary GPU" in capsys.readouterr().out


def test_a_baseline_from_another_board_is_refused(files, base, capsys):
    put_everywhere(base, "device.board", "4e5f6071")
    assert main(["gate", *files()]) == 12
    assert "device.board: 4e5f6071 against 0a1b2c3d" in capsys.readouterr().err
    assert main(["gate", *files(), "--across", "device.board"]) == 0


def test_other_compiler_flags_are_refused(files, candidate, capsys):
    put_everywhere(candidate, "toolchain.flags", "-O2")
    assert main(["gate", *files()]) == 12
    assert "toolchain.flags: -O3 -std=c++20 against -O2" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["gate", "a", "b", "--threshold", "0"],
        ["gate", "a", "b", "--threshold", "nan"],
        ["gate", "a", "b", "--stage", "forces"],
        ["gate", "a", "b", "--alpha", "0.7"],
        ["gate", "a", "b", "--allow", "slower"],
        ["gate", "a", "b", "--allow", "invalid"],
        ["gate", "a", "b", "--across", "device.colour"],
        ["gate", "a", "b", "--floor", "-5"],
        ["compare", "a", "b", "--pair", "nvcc"],
        ["compare", "a", "b", "--format", "xml"],
    ],
)
def test_a_wrong_command_line(arguments):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


# Of `sphlab duel`, which the gate runs with --suite: no such pack, the device or the base failed.
OF_DUELS = {5, 7}


@pytest.mark.parametrize("command", ["compare", "gate"])
def test_help_tells_every_exit_code(command, capsys):
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    codes = text.split("exit codes:\n")[1].split("\n\n")[0]
    told = {int(line.split()[0]) for line in codes.splitlines()}
    assert told == {0, 2, 3, *OF_DUELS, 8, 12, *EXIT_CODES.values()}


def test_the_document_tells_the_same_exit_codes():
    text = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8")
    table = text.split("| exit code |")[1].split("\n\n")[0]
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.M)}
    assert told == {0, 2, 3, *OF_DUELS, 8, 12, *EXIT_CODES.values()}


def test_the_script_takes_paths_of_where_it_is_called(files, candidate, tmp_path):
    slow_down(find(candidate, **FORCES), 1.05)
    files()
    done = subprocess.run(
        [ROOT / "ci" / "gate", "base.jsonl", "candidate.jsonl", "--junit", "gate.xml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert done.returncode == 10, done.stderr
    assert done.stdout.endswith("failed: the candidate is slower\n")
    assert len(ElementTree.parse(tmp_path / "gate.xml").findall(".//failure")) == 1

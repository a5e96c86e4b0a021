"""The commands: what they write, what they refuse, and their exit codes."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.tests.change import fail, put, refuse

ROOT = Path(__file__).resolve().parents[2]


def test_figures_writes_png_files_and_prints_their_paths(small, tmp_path, capsys):
    out = tmp_path / "deep" / "figures"
    assert main(["figures", str(small), "--out", str(out)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert sorted(printed) == sorted(str(file) for file in out.iterdir())
    assert [Path(file).stem for file in printed] == [
        f"{name}-dam-break-lj-83648-list-gather+per-particle-disordered"
        for name in ("A10", "A11", "A9")
    ] + ["mipps-dam-break-lj-disordered", "stages-dam-break-lj-83648-par-part-noloop-disordered"]
    assert all(Path(file).read_bytes().startswith(b"\x89PNG\r\n") for file in printed)


def test_figures_draws_only_what_is_asked_for(small, tmp_path):
    assert main(["figures", str(small), "--out", str(tmp_path), "--only", "mipps"]) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["mipps-dam-break-lj-disordered.png"]


def of_suite(records, suite):
    for record in records:
        record["suite"] = suite
    return records


def test_figures_draws_what_the_suite_is_for_beside_the_file(records, write, capsys):
    path = write(of_suite(records, "gate"), "gate.jsonl")
    assert main(["figures", str(path)]) == 0
    file = path.parent / "figures" / "gate" / "mipps-dam-break-lj-disordered.png"
    assert capsys.readouterr().out == f"{file}\n"
    assert file.exists()


def test_figures_draws_the_rest_when_asked(records, write, tmp_path):
    path = write(of_suite(records, "gate"))
    assert main(["figures", str(path), "--all", "--out", str(tmp_path / "all")]) == 0
    assert len(list((tmp_path / "all").iterdir())) == 5


def test_figures_of_a_suite_that_the_table_lacks_are_all_drawn_and_it_says_so(
    small, tmp_path, capsys
):
    assert main(["figures", str(small), "--out", str(tmp_path)]) == 0
    assert "suite small: not in analysis/suites.py" in capsys.readouterr().err


def test_figures_of_two_recordings_are_drawn_apart(records, write, capsys):
    for record in records:
        if record["toolchain"]["name"] == "clang-19":
            record["code"] = {"revision": "0123456789abcdef", "dirty": False}
            record["recorded_at"] = "2026-11-22T08:00:00Z"
    path = write(of_suite(records, "gate"))
    assert main(["figures", str(path)]) == 0
    printed = capsys.readouterr()
    assert [Path(file).stem for file in printed.out.splitlines()] == [
        "mipps-dam-break-lj-disordered",
        "mipps-dam-break-lj-disordered-earlier-1",
    ]
    assert "2 recordings, each of which is drawn apart" in printed.err


def test_figures_says_what_a_suite_is_for_and_the_file_does_not_hold(records, write, capsys):
    path = write(of_suite(records, "dam-break-lj"))
    assert main(["figures", str(path)]) == 0
    assert "A4: no record to draw it from; it needs stages measured" in capsys.readouterr().err


def test_a_figure_that_was_asked_for_is_drawn_or_refused(records, write, tmp_path, capsys):
    path, out = write(records), tmp_path / "out"
    assert main(["figures", str(path), "--out", str(out), "--only", "A4", "A9"]) == 3
    error = capsys.readouterr().err
    assert f"{path}: forces by list-gather, par-part-noloop\n" in error
    assert (
        "A4: no record to draw it from; it needs stages measured in the loop of the initial"
        in error
    )
    assert not out.exists()


def test_figures_draws_beside_what_was_refused(records, write, tmp_path, capsys):
    refuse(records[0], "forces/list-gather of pack nvcc-13.0: no room")
    path = write(records)
    assert main(["figures", str(path), "--out", str(tmp_path / "out"), "--only", "mipps"]) == 0
    assert f"1 of {len(records)} records are of refused variants" in capsys.readouterr().err
    assert main(["validate", str(path)]) == 6


@pytest.mark.parametrize("command", [["figures"], ["table", "--csv"], ["table"]])
def test_an_invalid_record_is_refused(records, write, tmp_path, capsys, command):
    fail(records[2], "neighbours: 3 pairs are missing")
    path = write(records)
    out = tmp_path / "out"
    assert main([*command, str(path), "--out", str(out)]) == 6
    assert "neighbours: 3 pairs are missing" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("command", ["figures", "table"])
def test_nothing_is_left_when_all_records_are_invalid(records, write, tmp_path, command):
    fail(records[0])
    path = write(records[:1])
    assert main([command, str(path), "--out", str(tmp_path / "out"), "--skip-invalid"]) == 6


def test_invalid_records_are_left_out_and_counted_when_asked(records, write, capsys):
    fail(records[2])
    fail(records[5])
    path = write(records)
    assert main(["table", str(path), "--csv", "--skip-invalid"]) == 0
    captured = capsys.readouterr()
    rows = list(csv.DictReader(captured.out.splitlines()))
    assert len(rows) == len(records) - 2
    assert {row["validity.status"] for row in rows} == {"ok"}
    assert f"2 of {len(records)} records are invalid and left out" in captured.err


def test_figures_never_draws_an_invalid_record(records, write, tmp_path):
    path = write(records)
    everything, rest = tmp_path / "everything", tmp_path / "rest"
    main(["figures", str(path), "--out", str(everything), "--only", "mipps"])
    for record in records:
        if record["variant"] == "par-part-noloop":
            fail(record)
    path = write(records)
    assert main(["figures", str(path), "--out", str(rest), "--skip-invalid"]) == 0
    assert not [file for file in rest.iterdir() if "par-part-noloop" in file.name]
    name = "mipps-dam-break-lj-disordered.png"
    assert (rest / name).read_bytes() != (everything / name).read_bytes()


def test_validate(small, records, write, capsys):
    assert main(["validate", str(small)]) == 0
    assert capsys.readouterr().out == f"{small}: {len(records)} records, all valid\n"
    fail(records[0])
    assert main(["validate", str(write(records))]) == 6
    put(records[1], "samples.time_s", "none")
    assert main(["validate", str(write(records))]) == 3


@pytest.mark.parametrize("command", ["figures", "table", "validate"])
def test_a_file_that_is_no_recorded_run(tmp_path, capsys, command):
    out = [] if command == "validate" else ["--out", str(tmp_path / "out")]
    assert main([command, str(tmp_path), *out]) == 3
    assert f"{tmp_path}: cannot be read: Is a directory" in capsys.readouterr().err


def test_figures_refuses_two_devices(records, write, tmp_path, capsys):
    put(records[0], "device.name", "Another GPU")
    assert main(["figures", str(write(records)), "--out", str(tmp_path / "out")]) == 3
    assert "Another GPU, Imaginary GPU" in capsys.readouterr().err


def test_figures_refuses_records_that_draw_nothing(records, write, tmp_path, capsys):
    alone = [record for record in records if record["scope"] == "kernel"]
    assert main(["figures", str(write(alone)), "--out", str(tmp_path / "out")]) == 3
    assert "holds no record that a figure is drawn from" in capsys.readouterr().err


def test_output_that_cannot_be_written(small, tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert main(["figures", str(small), "--out", str(file)]) == 8
    assert f"{file}: cannot be made: File exists" in capsys.readouterr().err
    assert main(["table", str(small), "--out", str(file / "table.csv")]) == 8
    assert main(["table", str(small), "--out", str(tmp_path)]) == 8


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["draw"],
        ["figures"],
        ["figures", "run.jsonl", "--all", "--only", "mipps"],
        ["table"],
        ["validate", "a.jsonl", "--csv"],
    ],
)
def test_a_wrong_command_line(arguments):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


def test_help_documents_the_exit_codes(capsys):
    for arguments in (["--help"], ["figures", "--help"]):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 0
        text = capsys.readouterr().out
        assert "exit codes:" in text
        assert "python -m analysis table results/" in text


def test_it_runs_from_the_root_of_the_repository(small):
    command = [sys.executable, "-m", "analysis", "validate", str(small)]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_full_disk_under_standard_output(small):
    command = [sys.executable, "-m", "analysis", "table", str(small)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 8
    assert done.stderr.decode() == (
        "analysis: standard output cannot be written: No space left on device\n"
    )

"""migrate changes how a file says what it says, and nothing else."""

import json

import pytest

from analysis.audit.records import load_audit
from analysis.cli import main
from analysis.load import load_records
from analysis.recorded.identity import record_id
from analysis.tests.verification import made
from analysis.verification.reading import load_verification


def refers_to(path, name):
    path.write_text(json.dumps({"record": name, "suite": "small"}) + "\n", encoding="utf-8")
    return path


def migrate(*files):
    return main(["migrate", *map(str, files)])


def test_records_stay_what_they_are(records, write, capsys):
    path = write(records)
    assert migrate(path) == 0
    assert f"{path}: rewritten\n" in capsys.readouterr().out
    assert load_records(path) == [record | {"id": record_id(record)} for record in records]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_what_is_as_it_is_written_today_is_left_alone(records, write, capsys):
    path = write(records)
    migrate(path)
    text = path.read_text(encoding="utf-8")
    assert migrate(path) == 0
    assert f"{path}: as it is written today already\n" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == text


def test_what_refers_to_a_record_refers_to_it_afterwards(records, write):
    path = write(records)
    profile = refers_to(path.with_name("run.profile.jsonl"), records[3]["id"])
    assert migrate(profile, path) == 0
    assert json.loads(profile.read_text())["record"] == load_records(path)[3]["id"]
    assert json.loads(profile.read_text())["suite"] == "small"


def test_a_reference_to_a_record_that_is_not_named_is_refused(records, write, capsys):
    path = write(records)
    older = path.read_text(encoding="utf-8")
    profile = refers_to(path.with_name("run.profile.jsonl"), "0123456789abcdef")
    assert migrate(path, profile) == 3
    error = capsys.readouterr().err
    assert f"{profile}:1: record: 0123456789abcdef: no record of version 1 has it" in error
    assert path.read_text(encoding="utf-8") == older, "all or nothing"


def test_files_that_are_no_recorded_runs_are_refused(tmp_path, capsys):
    other = tmp_path / "other.jsonl"
    other.write_text('{"schema": "sphlab-counts/1"}\n')
    assert migrate(other) == 3
    assert f"{other}:1: is of no recorded run" in capsys.readouterr().err
    assert migrate(tmp_path / "absent.jsonl") == 3
    assert "absent.jsonl: cannot be read" in capsys.readouterr().err


def test_a_wrong_record_is_refused_and_nothing_is_replaced(records, write, capsys):
    records[1]["summary"]["count"] = 3
    path = write(records)
    older = path.read_text(encoding="utf-8")
    assert migrate(path) == 3
    assert f"{path}:2: summary.count" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == older


def test_an_audit_stays_what_it_is(tmp_path):
    duel = {
        "schema_version": 1, "purpose": "power", "condition": "alone", "session": 1, "bout": 0,
        "recorded_at": "2026-11-22T04:34:21Z", "seconds": None,
        "code": {"revision": None, "dirty": None},
        "device": {"name": "Imaginary GPU", "slug": "imaginary-gpu", "driver": None},
        "host": {"cpu": None, "cores": 4}, "runtime": {"name": "cuda"},
        "toolchain": {"name": "nvcc-13.0", "compiler": "nvcc"}, "suite": "gate-audit",
        "scenario": {"name": "dam-break-lj", "particles": 10, "state": {}}, "variant": "v",
        "policy": {"alpha": 0.01, "blocks": 16, "samples_per_block": 2, "smallest_change": 0.02},
        "injected": {"stage": "forces", "parameter": "extra", "value": 1, "slowdown": 0.01},
        "rows": [{"stage": "forces", "base_s": 1e-3, "ratio": 1.0, "low": 1.0, "high": 1.0,
                  "p": 1.0, "verdict": "same", "reason": ""}],
        "gate": 0,
    }  # fmt: skip
    file = tmp_path / "gate-audit.jsonl"
    file.write_text("".join(json.dumps(duel | {"bout": n}) + "\n" for n in range(3)))
    older = load_audit(file)
    assert migrate(file) == 0
    assert load_audit(file) == older
    assert file.read_text().count("Imaginary GPU") == 1


@pytest.mark.parametrize("text", ["", "[]\n", "{\n"])
def test_text_that_is_no_line_is_refused(tmp_path, text, capsys):
    file = tmp_path / "run.jsonl"
    file.write_text(text)
    assert migrate(file) == 3
    assert "run.jsonl:1: " in capsys.readouterr().err


def test_whole_lines_of_version_2_become_what_differs(records, write, monkeypatch):
    """As 0.2.0 wrote them: all of a part and of a row, ticks as numbers, ids of sixteen digits."""
    path = write(records)
    with monkeypatch.context() as earlier:
        earlier.setattr("analysis.recorded.parts.changes", lambda *_: None)
        earlier.setattr("analysis.recorded.parts.SHORT", 16)
        earlier.setattr("analysis.recorded.lines.shortened", lambda row, _: row)
        earlier.setattr("analysis.recorded.series.to_text", lambda numbers: numbers)
        assert migrate(path) == 0
    whole = path.read_text(encoding="utf-8")
    before = load_records(path)
    assert "changes" not in whole
    assert migrate(path) == 0
    assert load_records(path) == before
    assert len(path.read_text(encoding="utf-8")) < 0.7 * len(whole)


def test_a_verification_stays_what_it_is(tmp_path, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr("analysis.recorded.parts.changes", lambda *_: None)
        earlier.setattr("analysis.recorded.parts.SHORT", 16)
        file = made.save(tmp_path / "verification.jsonl", made.lines())
    whole, before = file.read_text(encoding="utf-8"), load_verification(file)
    assert migrate(file) == 0
    assert load_verification(file) == before
    assert file.read_text(encoding="utf-8") == "".join(made.lines())
    assert len(whole) > file.stat().st_size

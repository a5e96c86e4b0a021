"""merge puts together what belongs into one file, and refuses the rest."""

import copy

import pytest

from analysis.cli import main
from analysis.load import load_records
from analysis.recorded.identity import experiment_hash, record_id
from analysis.recorded.lines import as_lines

LATER = "2026-11-21T12:00:00Z"


def merge(out, *files, more=()):
    return main(["merge", *map(str, files), "--out", str(out), *more])


@pytest.fixture
def current(records):
    """Few records of three contenders, with the ids that version 2 gives them."""
    few = {}
    for record in records:
        few.setdefault(experiment_hash(record), []).append(record)
    chosen = [record for of_one in list(few.values())[:3] for record in of_one[:2]]
    return [record | {"id": record_id(record)} for record in chosen]


@pytest.fixture
def save(tmp_path):
    """Writes records to a file of version 2 and returns its path."""

    def save(records, name):
        path = tmp_path / name
        path.write_text("".join(as_lines(records)), encoding="utf-8")
        return path

    return save


@pytest.fixture
def halves(current):
    """The records of every other contender, and those of the others."""
    names = list(dict.fromkeys(map(experiment_hash, current)))
    assert len(names) == 3
    first = set(names[::2])
    of_first = [record for record in current if experiment_hash(record) in first]
    return of_first, [record for record in current if experiment_hash(record) not in first]


def measured_again(records):
    """The records of the first contender, as another job has them: a little slower, and later."""
    name = experiment_hash(records[0])
    again = copy.deepcopy([record for record in records if experiment_hash(record) == name])
    for record in again:
        record["recorded_at"] = LATER
    return again


def test_records_of_all_files_stand_in_their_order(halves, save, tmp_path, capsys):
    first, second = halves
    out = tmp_path / "all.jsonl"
    assert merge(out, save(second, "b.jsonl"), save(first, "a.jsonl")) == 0
    assert load_records(out) == second + first
    count = len(first) + len(second)
    assert capsys.readouterr().out == f"{out}: {count} records of 2 files\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.jsonl", "all.jsonl", "b.jsonl"]


def test_what_files_hold_alike_is_kept_once(halves, current, save, tmp_path, capsys):
    first, second = halves
    out = tmp_path / "all.jsonl"
    files = save(first, "a.jsonl"), save(current, "whole.jsonl"), save(second, "b.jsonl")
    assert merge(out, *files) == 0
    assert len(load_records(out)) == len(current)
    assert f"{len(current)} of them in several\n" in capsys.readouterr().out


def test_a_file_may_be_completed_in_place(halves, save, capsys):
    first, second = halves
    out = save(first, "all.jsonl")
    assert merge(out, out, save(second, "b.jsonl")) == 0
    assert load_records(out) == first + second


def test_a_contender_that_was_measured_twice_is_refused(current, save, tmp_path, capsys):
    out = tmp_path / "all.jsonl"
    once, again = save(current, "a.jsonl"), save(measured_again(current), "again.jsonl")
    assert merge(out, once, again) == 3
    error = capsys.readouterr().err
    assert f"{again}: {current[0]['id']} (" in error
    assert f"was recorded at {LATER}, and in {once} at " in error
    assert "--keep latest" in error
    assert not out.exists()


@pytest.mark.parametrize("is_reversed", [False, True])
def test_the_latest_is_kept_where_that_is_asked_for(current, save, tmp_path, is_reversed, capsys):
    out = tmp_path / "all.jsonl"
    again = measured_again(current)
    files = [save(current, "a.jsonl"), save(again, "again.jsonl")]
    assert merge(out, *(files[::-1] if is_reversed else files), more=["--keep", "latest"]) == 0
    kept = [record for record in load_records(out) if record["recorded_at"] == LATER]
    assert kept == again
    assert len(load_records(out)) == len(current)
    assert f"; {len(again)} that later ones replace were left out\n" in capsys.readouterr().out


def test_a_file_of_version_1_is_refused_with_the_remedy(records, current, write, save, capsys):
    older = write(records, "older.jsonl")
    out = older.with_name("all.jsonl")
    assert merge(out, save(current, "a.jsonl"), older) == 3
    assert f"{older}: is of version 1; bring it to version 2 with" in capsys.readouterr().err
    assert not out.exists()


def test_files_that_begin_with_other_particles_are_refused(current, save, tmp_path, capsys):
    files = []
    for toolchain, state in (("nvcc-13.0", "a" * 16), ("clang-19", "b" * 16)):
        begun = copy.deepcopy(current[:1])
        begun[0]["toolchain"]["name"] = toolchain
        begun[0]["scenario"]["state"] |= {"label": "initial", "step": 0, "hash": state}
        begun[0]["id"] = record_id(begun[0])
        files.append(save(begun, f"{toolchain}.jsonl"))
    assert merge(tmp_path / "all.jsonl", *files) == 3
    error = capsys.readouterr().err
    assert f"{files[1]}: scenario.state.hash: {'b' * 16}, but a record of {files[0]} has" in error


def test_a_folder_that_is_not_there_is_an_output_that_cannot_be_written(current, save, capsys):
    file = save(current, "a.jsonl")
    assert merge(file.parent / "none" / "all.jsonl", file) == 8
    assert "none/.all.jsonl.written: cannot be written: No such file" in capsys.readouterr().err


def test_a_file_that_is_no_recorded_run_is_refused(current, save, capsys):
    other = save(current, "a.jsonl").with_name("other.jsonl")
    other.write_text('{"schema": "sphlab-counts/1"}\n', encoding="utf-8")
    assert merge(other.with_name("all.jsonl"), other) == 3
    assert f"{other}:1: is of no recorded run" in capsys.readouterr().err

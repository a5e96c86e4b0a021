"""Records as DataFrames: of files, and of a run."""

import warnings

import pytest

from analysis import sphlab

INVALID = {"status": "energy drifts", "checks": []}
RUNNING = """
import shutil
open('words', 'w').write(' '.join(sys.argv[1:]))
shutil.copy('made.jsonl', value('--output')) if os.path.exists('made.jsonl') else None
"""
FAILING = "notice('sphlab: error: 1 records are invalid\\n'); sys.exit(6)\n"


@pytest.fixture
def one_invalid(records, write):
    records[0]["validity"] = INVALID
    return write(records)


def test_a_file_is_a_frame(small):
    with warnings.catch_warnings(action="error"):
        table = sphlab.load(small)
    assert set(table["file"]) == {str(small)}
    assert len(table) == len(sphlab.load_records(small))
    assert table["summary.median_s"].min() > 0


def test_a_folder_is_all_its_files(records, write):
    first = write(records, "a.jsonl")
    second = write(records[:2], "b.jsonl")
    table = sphlab.load(first.parent)
    assert table["file"].value_counts().to_dict() == {
        str(first): len(records),
        str(second): 2,
    }


def test_what_is_invalid_is_left_out_and_told(one_invalid, records):
    with pytest.warns(UserWarning, match=r"run.jsonl: 1 of \d+ records are invalid and left out"):
        assert len(sphlab.load(one_invalid)) == len(records) - 1
    assert len(sphlab.load(one_invalid, invalid=True)) == len(records)


def test_where_all_are_invalid_there_is_no_frame(records, write):
    records[0]["validity"] = INVALID
    with pytest.raises(sphlab.InvalidRecordsError, match="1 of 1 records are invalid"):
        sphlab.load(write(records[:1]))


def test_what_is_no_record_is_named(tmp_path):
    with pytest.raises(sphlab.InputError, match="absent.jsonl: cannot be read"):
        sphlab.load(tmp_path / "absent.jsonl")
    with pytest.raises(sphlab.NotAvailableError, match="no records in"):
        sphlab.load(tmp_path)


def test_a_run_gives_its_records(stand_in, records, write, tmp_path):
    write(records, "made.jsonl")
    stand_in(RUNNING)
    table = sphlab.run("smoke", variant=["rows"], set={"width": 2})
    file = table["file"].iloc[0]
    words = f"run smoke --output {file} --variant rows --set width=2"
    assert (tmp_path / "words").read_text() == words
    assert len(sphlab.load(file)) == len(table) == len(records)
    kept = sphlab.run("smoke", output=tmp_path / "kept.jsonl")
    assert set(kept["file"]) == {str(tmp_path / "kept.jsonl")}


def test_a_run_with_invalid_records_raises_and_has_all(stand_in, one_invalid, records, tmp_path):
    one_invalid.rename(tmp_path / "made.jsonl")
    stand_in(RUNNING + FAILING)
    with pytest.raises(sphlab.VerificationError, match=r"^1 records are invalid$") as caught:
        sphlab.run("smoke")
    assert len(caught.value.table) == len(records)
    (tmp_path / "made.jsonl").unlink()
    with pytest.raises(sphlab.VerificationError) as caught:
        sphlab.run("smoke")
    assert caught.value.table is None

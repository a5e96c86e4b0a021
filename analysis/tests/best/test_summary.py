"""Outcomes of intervals, and the file that they stand in."""

import json

import pytest

from analysis.best.summary import Outcome, load_summary, outcome_of, share_of_time, write_summary
from analysis.errors import InputError
from analysis.tests.best.made import compared, failed


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.98, 1.03, Outcome.WITHIN),
        (1.0, 1.031, Outcome.UNDECIDED),
        (1.03, 1.1, Outcome.UNDECIDED),
        (1.031, 1.1, Outcome.NOT_WITHIN),
    ],
)
def test_an_outcome_is_of_the_whole_interval(low, high, expected):
    assert outcome_of(low, high) == expected


def test_what_is_written_reads_back(tmp_path, records):
    path = tmp_path / "against-sweep.json"
    scenarios = [compared(records[0], "tank", 1.0, 1.02), failed("pool")]
    write_summary(path, ["list"], [], scenarios[:1])
    write_summary(path, ["list"], [], scenarios)
    assert load_summary(path)["scenarios"] == scenarios
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert share_of_time(scenarios[0]) == pytest.approx(0.105)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: one.pop("ratio"), "scenarios"),
        (lambda one: one.update(outcome="fast"), "scenarios"),
        (lambda one: one["search"].update(seconds=0), "scenarios"),
    ],
)
def test_what_is_no_summary_is_told(change, told, tmp_path, records):
    path = tmp_path / "against-sweep.json"
    write_summary(path, ["list"], [], [compared(records[0], "tank", 1.0, 1.02)])
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document["scenarios"][0])
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(InputError, match=f"{told}.*ci/best-against-sweep writes such a file"):
        load_summary(path)

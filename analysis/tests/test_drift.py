"""Series that drift within their blocks: told, and left out of what is drawn and published."""

import argparse

import pytest

from analysis.believable import believable
from analysis.consistency import inconsistency
from analysis.errors import InvalidRecordsError
from analysis.load import split_by_steadiness, why_not
from analysis.published.selection import Selection
from analysis.recorded.drift import drift_of
from analysis.table import as_csv


def blocks(*times):
    return {
        "time_s": [second for block in times for second in block],
        "block": [number for number, block in enumerate(times) for _ in block],
    }


def test_it_is_of_the_last_third_over_the_first():
    drift = drift_of(blocks([100, 100, 7, 8, 9, 104, 104], [100, 102, 104]))
    assert drift["relative"] == pytest.approx(0.04)
    assert drift["drifts"]
    assert not drift_of(blocks([100, 100, 104], [104, 100, 100], [100, 100, 104]))["drifts"]
    assert drift_of(blocks([1, 2], [1, 2])) is None
    assert drift_of(blocks([1, 2, 3])) is None


@pytest.fixture
def steps(records):
    """A step that drifts, and one of which nothing is known."""
    drifting, other = [record for record in records if record["scope"] == "step"][:2]
    drifting["drift"] = {"relative": 0.03, "low": 0.02, "high": 0.04, "drifts": True}
    return drifting, other


def test_a_drifting_record_is_left_out_with_the_reason(steps, write, capsys, monkeypatch):
    drifting, other = steps
    assert split_by_steadiness(steps) == ([other], [drifting])
    assert "it drifts by +3.0 % within its blocks (+2.0 to +4.0 %)" in why_not(drifting)
    options = argparse.Namespace(results="run.jsonl", skip_invalid=False)
    monkeypatch.setattr("analysis.believable.load_records", lambda _: list(steps))
    assert believable(options) == [other]
    assert "it drifts by +3.0 %" in capsys.readouterr().err
    monkeypatch.setattr("analysis.believable.load_records", lambda _: [drifting])
    with pytest.raises(InvalidRecordsError, match="no record is valid and steady"):
        believable(options)


def test_a_page_takes_no_number_of_it(steps):
    drifting, other = steps

    class Library:
        def records(self, _):
            return [drifting, other]

    chosen = Selection.of(Library(), "run.jsonl")
    assert chosen.records == [other]
    assert chosen.invalid == [drifting]


def test_a_table_marks_it(steps):
    heading, first, second = as_csv(list(steps)).splitlines()
    assert "drift.drifts" in heading
    assert first.endswith("True,ok")
    assert "True" not in second


def test_it_must_follow_from_the_samples(steps):
    drifting, _ = steps
    reason = inconsistency(drifting)
    assert reason.startswith("drift")
    derived = drift_of(drifting["samples"])
    if derived is not None:
        drifting["drift"] = derived
        assert inconsistency(drifting) is None
        drifting["drift"] = derived | {"drifts": not derived["drifts"]}
        assert inconsistency(drifting).startswith("drift.drifts: ")

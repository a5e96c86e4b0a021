"""What a variant waits for, of a row or of a file: the text of the command why."""

import pytest

from analysis import sphlab
from analysis.cli import main
from analysis.tests.why.conftest import H200, LIMITS

FILE = H200 / "traversals.jsonl"


@pytest.fixture
def table():
    table = sphlab.load(FILE)
    return table[table["scope"] == "step"]


def test_a_row_and_its_file_tell_what_the_command_tells(table, capsys):
    row = table[table["variant"].str.startswith("rows")].iloc[0]
    words = [
        *("--scenario", row["scenario.name"], "--state", row["scenario.state.label"]),
        *("--toolchain", row["toolchain.name"], "--record", str(FILE)),
    ]
    assert main(["why", row["variant"], *words]) == 0
    told = capsys.readouterr().out
    choice = {"scenario": row["scenario.name"], "state": row["scenario.state.label"]}
    choice["toolchain"] = row["toolchain.name"]
    assert sphlab.why(row) == sphlab.why(FILE, row["variant"], **choice) == told


def test_limits_and_profiles_may_be_named(table):
    row = table[table["variant"].str.startswith("rows")].iloc[0]
    known = sphlab.why(row, limits=str(LIMITS))
    assert known == sphlab.why(row, limits=LIMITS, profile=[], counts=())
    for option in ("limits", "profile", "counts"):
        with pytest.raises(sphlab.InputError, match="absent.json"):
            sphlab.why(row, **{option: "absent.json"})


def test_two_are_compared(table, small):
    text = sphlab.why(table.iloc[0], against=table.iloc[1])
    assert text.startswith(f"A  {table.iloc[0]['variant'][:20]}")
    assert f"\nB  {table.iloc[1]['variant'][:20]}" in text
    names = list(table["variant"][:2])
    assert sphlab.why(FILE, names[0], against=names[1]) == text
    another = sphlab.load(small).iloc[0]
    with pytest.raises(sphlab.NotAvailableError, match=r"cannot be compared: they differ in dev"):
        sphlab.why(table.iloc[0], against=another)


def test_what_is_not_told_is_asked_for(table):
    with pytest.raises(sphlab.UsageError, match=r"holds records of \d+ variants; name one: "):
        sphlab.why(FILE)
    with pytest.raises(TypeError, match="scenarios: is no option here"):
        sphlab.why(FILE, "rows", scenarios="a")
    with pytest.raises(TypeError, match="scenario: is no option here"):
        sphlab.why(table.iloc[0], scenario="a")
    with pytest.raises(TypeError, match="variant: a row is of one already"):
        sphlab.why(table.iloc[0], "rows")


def test_a_row_whose_file_has_changed_is_refused(table):
    row = table.iloc[0].copy()
    row["id"] = "0123456789abcdef"
    with pytest.raises(sphlab.NotAvailableError, match="holds no record 0123456789abcdef any"):
        sphlab.why(row)


def test_an_invalid_row_is_refused_with_its_reason(records, write):
    for record in records:
        record["validity"] = {"status": "energy drifts", "checks": []}
    table = sphlab.load(write(records), invalid=True)
    with pytest.raises(sphlab.InvalidRecordsError, match=r"run.jsonl: energy drifts"):
        sphlab.why(table.iloc[0])

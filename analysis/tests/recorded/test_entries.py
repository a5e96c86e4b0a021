"""Lists are written without their numbers, which stand beside them, and read back."""

import pytest

from analysis.recorded.entries import packed, unpacked

THREE = [
    {"name": "cells", "value": 0.0},
    {"name": "densities", "value": 1.5e-7},
    {"name": "potentials", "value": None},
]
REST = {"name": [entry["name"] for entry in THREE]}


def refer(kind, content):
    assert (kind, content) == ("checks", REST)
    return "an id"


def part(*name):
    assert name == ("checks", "checks.of", "an id")
    return REST


def test_the_numbers_stand_apart():
    stored = packed(THREE, "checks", "value", refer)
    assert stored == {"of": "an id", "value": [0.0, 1.5e-7, None]}
    assert unpacked(stored, "checks", "value", part) == THREE


def test_entries_with_other_keys_are_no_columns():
    entries = [{"name": "cells", "value": 0.0}, {"kind": "cells", "value": 1.0}]
    found = []
    stored = packed(entries, "checks", "value", lambda _, content: found.append(content) or "an id")
    assert found == [[{"name": "cells"}, {"kind": "cells"}]]
    assert unpacked(stored, "checks", "value", lambda *_: found[0]) == entries


def test_columns_of_different_length_are_refused():
    with pytest.raises(ValueError, match="zip"):
        unpacked(
            {"of": "an id", "value": [1, 2]},
            "checks",
            "value",
            lambda *_: {"name": ["a", "b"], "passed": [True]},
        )


def test_no_entries_stay_none():
    assert packed([], "checks", "value", refer) == []
    assert unpacked([], "checks", "value", part) == []


def test_entries_that_stand_whole_are_taken():
    assert unpacked(THREE, "checks", "value", part) == THREE


@pytest.mark.parametrize("values", [[1, 2], [1, 2, 3, 4]])
def test_other_than_as_many_numbers_as_entries_are_refused(values):
    stored = {"of": "an id", "value": values}
    with pytest.raises(ValueError, match=f"value: {len(values)}, but the checks part has 3"):
        unpacked(stored, "checks", "value", part)

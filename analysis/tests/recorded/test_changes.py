"""What differs is enough to make an object of the one before it."""

import pytest

from analysis.recorded.changes import changed, changes

BEFORE = {"a": 1, "b": {"c": 2, "d": [3]}, "e": None}


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (BEFORE, BEFORE, {}),
        (
            BEFORE,
            BEFORE | {"b": {"c": None, "d": [3]}, "f": {"g": 4}},
            {"b": {"c": None}, "f": {"g": 4}},
        ),
        ({"a": 1}, {"a": 1.0}, {"a": 1.0}),
        ({"a": 1}, {"a": True}, {"a": True}),
        ({"a": None}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": {"b": 1}}, {"a": None}, {"a": None}),
    ],
)
def test_there_and_back(before, after, found):
    assert repr(changes(before, after)) == repr(found)
    assert repr(changed(before, found)) == repr(after)


@pytest.mark.parametrize(
    ("before", "after"), [({"a": 1, "b": 2}, {"a": 1}), ({"a": {"b": 2}}, {"a": {}})]
)
def test_there_are_none_where_a_key_is_gone(before, after):
    assert changes(before, after) is None

"""The hash of a value does not depend on how the value is written."""

import json

from analysis.recorded.content_hash import content_hash

VALUES = ["null", "true", "false", "0", "1", "-1", "0.1", '""', '"1"', "[]", "{}", "[[]]", "[1,2]"]
MORE = ["[2,1]", "[12]", '{"a":1}', '{"b":1}', '["a",1]', '"a"', '"s1:a"']


def hash_of(text):
    return content_hash(json.loads(text))


def test_one_value_has_one_hash():
    one, other = '{"a": 1980, "b": [0.5, null]}', '{"b":[5e-1,null],"a":1980.0}'
    assert hash_of(one) == hash_of(other)


def test_values_are_told_apart():
    assert len({hash_of(text) for text in VALUES + MORE}) == len(VALUES + MORE)


def test_it_is_that_of_the_harness():
    """The same values stand in tests/harness/records/content_hash_test.cpp."""
    assert hash_of("null") == "af63f74c86021a6d"
    text = '{"name": "dam-break \\u00b5", "values": [1, -0.25, 1e300, true]}'
    assert hash_of(text) == "7678a4b50bdcce3f"


def test_numbers_and_texts_that_no_record_may_hold_have_one_too():
    assert content_hash(10**400) != content_hash(-(10**400))
    assert content_hash("\ud800") != content_hash("?")

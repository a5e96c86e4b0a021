"""Numbers are a text and back, the same as in tests/harness/records/digits_test.cpp."""

import pytest

from analysis.recorded.digits import MOST, from_text, to_text


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([0, 9, 10, 35, 36, 61, 62, 63], "09AZaz+/"),
        ([64, 64 * 27 + 1, 64 * 28, 64 * 28 * 28 + 5], "#0~1#!0#!!5"),
    ],
)
def test_numbers_have_their_ends(numbers, text):
    assert to_text(numbers) == text
    assert from_text(text) == numbers


def test_large_numbers_are_read_back():
    numbers = [1791, 1792, 50176, 1234567890123, MOST]
    assert from_text(to_text(numbers)) == numbers


@pytest.mark.parametrize("text", ["0 1", '"', "\\", "\u00e4", "5#", "~" * 11 + "0"])
def test_what_is_none_is_refused(text):
    with pytest.raises(ValueError, match=r"samples\.time\.ticks"):
        from_text(text)

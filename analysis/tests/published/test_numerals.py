"""A number is written as the one that it takes the place of."""

import pytest

from analysis.published.errors import PublishedError
from analysis.published.numerals import numeral_before, style_of


@pytest.mark.parametrize(
    ("stands", "value", "written"),
    [
        ("2.70", 1.954, "1.95"),
        ("2.70", 12, "12.00"),
        ("18", 9.5, "10"),
        ("998", 1002.4, "1,002"),
        ("1,371", 998.2, "998"),
        ("1371", 12345.6, "12346"),
        ("1,037,232", 6411715, "6,411,715"),
        ("1.4e-5", 1.94e-5, "1.9e-5"),
        ("1.4e-5", 0.5, "5.0e-1"),
        ("1.4e-5", 0, "0"),
        ("+1.5", 2.25, "+2.2"),
        ("+1.5", -2.26, "\N{MINUS SIGN}2.3"),
        ("\N{MINUS SIGN}1.5", -0.04, "0.0"),
        ("-1.5", -2.26, "-2.3"),
        ("3", -2.26, "\N{MINUS SIGN}2"),
    ],
)
def test_it_has_as_many_digits(stands, value, written):
    start, style = numeral_before(f"up to {stands}")
    assert start == len("up to ")
    assert style.write(value) == written


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("nvcc-13.0", "13.0"),
        ("8\N{EN DASH}10", "10"),
        ("**1.5", "1.5"),
        ("(-2", "-2"),
        ("a 1,23", "23"),
    ],
)
def test_what_belongs_to_it(text, begins):
    start, _ = numeral_before(text)
    assert text[start:] == begins


@pytest.mark.parametrize("text", ["", "up to ", "some", "1.5 ", "1.5 ms"])
def test_a_text_that_ends_with_none(text):
    assert numeral_before(text) is None


@pytest.mark.parametrize(
    ("specification", "written"),
    [
        (".2f", "1234.57"),
        (",.0f", "1,235"),
        ("+.1f", "+1234.6"),
        (".3g", "1.23e3"),
        (".1e", "1.2e3"),
    ],
)
def test_a_format_that_is_asked_for(specification, written):
    assert style_of(specification).write(1234.567) == written


@pytest.mark.parametrize("specification", ["", "2f", ".2", ".2d", ".20f", "{:.2f}", ".2f%"])
def test_what_is_no_format(specification):
    with pytest.raises(PublishedError, match="is no format of a number"):
        style_of(specification)

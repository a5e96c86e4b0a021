"""Numbers and lines as people read them."""

import pytest

from analysis.near import did_you_mean
from analysis.why.numbers import grouped, percent, ratio, scaled, shortest, time
from analysis.why.prose import prose, shortened, wrapped_lines


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (grouped(1037232), "1,037,232"),
        (percent(0.414), "41 %"),
        (percent(0.004), "below 1 %"),
        (percent(0), "0 %"),
        (time(2.5), "2.50 s"),
        (time(3.97e-3), "3.97 ms"),
        (time(-6.66e-4), "-666 µs"),
        (ratio(1.044), "1.04"),
        (ratio(3.84), "3.8"),
        (scaled(4.21e11), "421 G"),
        (scaled(12), "12.0"),
        (scaled(3e15), "3000 T"),
        (shortest(80.0), "80"),
        (shortest(0.5), "0.5"),
    ],
)
def test_numbers(told, text):
    assert told == text


@pytest.mark.parametrize(
    ("text", "width", "indent", "lines"),
    [
        ("one two three", 7, 2, ["one two", "  three"]),
        ("abcdefgh", 3, 0, ["abc", "def", "gh"]),
        ("  abcd+efgh+ij", 8, 2, ["  abcd+", "  efgh+", "  ij"]),
        ("a bcdefghij", 9, 4, ["a", "    bcdef", "    ghij"]),
        ("a bc+defghij", 9, 4, ["a", "    bc+", "    defgh", "    ij"]),
        ("", 9, 4, [""]),
    ],
)
def test_lines_are_broken_behind_spaces_then_signs_then_anywhere(text, width, indent, lines):
    assert wrapped_lines(text, width, indent) == lines


def test_no_line_is_wider_than_the_terminal():
    lines = prose("word, " * 60, "  - ", 4).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[1].startswith("    word")


def test_what_is_too_long_is_cut():
    assert shortened("random-box", 10) == "random-box"
    assert shortened("random-boxes", 10) == "random-bo…"


def test_a_name_steers_no_terminal():
    assert shortened("a\033[31mb", 20) == "a?[31mb"


def test_the_nearest_name_is_offered():
    assert did_you_mean("rovs", ["list-gather", "rows"], ";") == "; did you mean 'rows'?"
    assert did_you_mean("list", ["lust", "list-gather"], ";") == "; did you mean 'list-gather'?"
    assert did_you_mean("frobnicate", ["rows"], ";") == ";"

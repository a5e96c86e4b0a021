"""Marks are comments of a page; what a page shows as code holds none."""

import pytest

from analysis.published.marks import Mark, Unreadable, line_of, marks


def kinds(text):
    return [one.kind if isinstance(one, Mark) else one.reason for one in marks(text)]


def test_marks_in_their_order():
    text = "<!-- let a = 1 -->\n2<!-- = a -->, so<!-- holds: a > 0 -->\n"
    text += "<!-- table x\nrow: y\n-->\n<!-- end of table -->"
    found = list(marks(text))
    assert kinds(text) == ["let", "=", "holds", "table", "end of table"]
    assert [one.argument for one in found] == ["a = 1", "a", "a > 0", "x\nrow: y", ""]
    assert text[found[1].start : found[1].end] == "<!-- = a -->"
    assert line_of(text, found[3].start) == 3


@pytest.mark.parametrize(
    "text",
    [
        "```\n1<!-- = a -->\n```\n",
        "~~~ text\n<!-- = a -->\n~~~~\n",
        "```\nnever closed <!-- = a -->",
        "`<!-- = a -->` and ``a ` <!-- table``",
    ],
)
def test_code_holds_none(text):
    assert kinds(text) == []


def test_a_comment_may_hold_code():
    assert kinds("`a` 1<!-- = b --> <!-- table x\nrow: `c\n-->`d`") == ["=", "table"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1<!-- = a", "the comment is not closed by -->"),
        ("<!-- generated: a -->", "'generated: a' is no mark; marks are '= EXPRESSION'"),
        ("<!-- tabel x -->", "'tabel x' is no mark"),
        ("<!-- holds a -->", "'holds a' is no mark"),
    ],
)
def test_a_comment_that_is_no_mark(text, reason):
    (found,) = marks(text)
    assert isinstance(found, Unreadable)
    assert found.reason.startswith(reason)

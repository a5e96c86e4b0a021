"""Marks are comments of a page; what a page shows as code holds none."""

import pytest

from analysis.published.marks import UNREADABLE, line_of, marks


def kinds(text):
    return [one.kind for one in marks(text)]


def test_marks_in_their_order():
    text = "\n2<!-- a9.gain.84k -->, so<!-- holds lists-first --> <!-- source paper-a -->\n"
    text += "<!-- table x -->\n<!-- end of table -->"
    found = list(marks(text))
    assert [one.kind for one in found] == ["number", "holds", "source", "table", "end of table"]
    assert [one.name for one in found] == ["a9.gain.84k", "lists-first", "paper-a", "x", ""]
    assert text[found[0].start : found[0].end] == "<!-- a9.gain.84k -->"
    assert line_of(text, found[3].start) == 3


@pytest.mark.parametrize(
    "text",
    [
        "```\n1<!-- a -->\n```\n",
        "~~~ text\n<!-- a -->\n~~~~\n",
        "```\nnever closed <!-- a -->",
        "`<!-- a -->` and ``a ` <!-- table``",
    ],
)
def test_code_holds_none(text):
    assert kinds(text) == []


def test_marks_behind_code():
    assert kinds("`a` 1<!-- b --> <!-- table x -->`d`") == ["number", "table"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1<!-- a", "the comment is not closed by -->"),
        ("<!-- generated: a -->", "'generated: a' is no mark; marks are 'NAME' behind a number"),
        ("<!-- tabel x -->", "'tabel x' is no mark"),
        ("1<!-- = time(a) -->", "'= time(a)' is no mark"),
        ("<!-- a. -->", "'a.' is no mark"),
    ],
)
def test_a_comment_that_is_no_mark(text, reason):
    (found,) = marks(text)
    assert found.kind == UNREADABLE
    assert found.name.startswith(reason)

"""The marks of a page: HTML comments that name its numbers, tables, claims and sources."""

import re
from dataclasses import dataclass

# What Markdown shows as it is (fences, code spans) holds no mark, and comments hold no code.
TOKENS = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<comment><!--(?P<text>.*?)-->)"
    r"|(?P<opened><!--)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`)",
    re.DOTALL | re.MULTILINE,
)
NUMBER, HOLDS, TABLE, END = "number", "holds", "table", "end of table"
UNREADABLE = "unreadable"  # a comment that is no mark, or is never closed
SOURCE = "source"  # of the numbers of a paragraph that are of no committed record
MARK = re.compile(r"(?:(?P<kind>holds|source|table) )?(?P<name>[\w-]+(?:\.[\w-]+)*)")


@dataclass(frozen=True)
class Mark:
    """A comment of a page."""

    kind: str  # NUMBER, HOLDS, SOURCE, TABLE, END or UNREADABLE
    name: str  # in the page's numbers; of END none, and why a comment is UNREADABLE
    start: int  # in the text of the page
    end: int

    def __str__(self):
        return f"{self.kind} {self.name}" if self.kind in (HOLDS, SOURCE, TABLE) else self.name


def marks(text):
    """The Marks of a page in their order."""
    for token in TOKENS.finditer(text):
        if token["opened"]:
            yield Mark(UNREADABLE, "the comment is not closed by -->", *token.span())
        elif token["comment"]:
            yield Mark(*_said(" ".join(token["text"].split())), *token.span())


def _said(text):
    """The kind and the name of a comment."""
    if text == END:
        return END, ""
    found = MARK.fullmatch(text)
    if found:
        return found["kind"] or NUMBER, found["name"]
    return UNREADABLE, (
        f"'{text[:40]}' is no mark; marks are 'NAME' behind a number, 'holds NAME', "
        f"'source NAME', 'table NAME' and '{END}'"
    )


def line_of(text, position):
    """The number of the line of a position, from 1."""
    return text.count("\n", 0, position) + 1

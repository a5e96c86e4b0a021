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
SOURCE = "source"  # of the numbers of a paragraph that are of no committed record
MARK = re.compile(r"(?:(?P<kind>holds|source|table) )?(?P<name>[\w-]+(?:\.[\w-]+)*)")


@dataclass(frozen=True)
class Mark:
    """A comment of a page."""

    kind: str  # NUMBER, HOLDS, SOURCE, TABLE or END
    name: str  # in the page's numbers; none of END
    start: int  # in the text of the page
    end: int

    def __str__(self):
        return self.name if self.kind == NUMBER else f"{self.kind} {self.name}"


@dataclass(frozen=True)
class Unreadable:
    """A comment that is no mark, or is never closed."""

    reason: str
    start: int


def marks(text):
    """The Marks of a page in their order, and what is Unreadable among them."""
    for token in TOKENS.finditer(text):
        if token["opened"]:
            yield Unreadable("the comment is not closed by -->", token.start())
        elif token["comment"]:
            yield _mark(token)


def _mark(token):
    said = token["text"].strip()
    if said == END:
        return Mark(END, "", *token.span())
    found = MARK.fullmatch(said)
    if found is None:
        first = " ".join(said.split())[:40]
        return Unreadable(
            f"'{first}' is no mark; marks are 'NAME' behind a number, 'holds NAME', "
            f"'source NAME', 'table NAME' and '{END}'",
            token.start(),
        )
    return Mark(found["kind"] or NUMBER, found["name"], *token.span())


def line_of(text, position):
    """The number of the line of a position, from 1."""
    return text.count("\n", 0, position) + 1

"""The marks of a page: HTML comments that tell where its numbers come from."""

import re
from dataclasses import dataclass

from analysis.published.errors import PublishedError

# What Markdown shows as it is (fences, code spans) holds no mark, and comments hold no code.
TOKENS = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<comment><!--(?P<text>.*?)-->)"
    r"|(?P<opened><!--)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`)",
    re.DOTALL | re.MULTILINE,
)
VALUE, LET, HOLDS, TABLE, END = "=", "let", "holds", "table", "end of table"
SOURCE = "source"  # of the numbers of a paragraph that are of no committed record
KINDS = re.compile(
    r"(?:(?P<kind>=|let\b|holds:|source:|table\b)\s*(?P<argument>.*)|end of table)", re.DOTALL
)


@dataclass(frozen=True)
class Mark:
    """A comment of a page."""

    kind: str  # VALUE, LET, HOLDS, SOURCE, TABLE or END
    argument: str  # what follows the kind
    start: int  # in the text of the page
    end: int


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
    found = KINDS.fullmatch(token["text"].strip())
    if found is None:
        first = " ".join(token["text"].split())[:40]
        return Unreadable(
            f"'{first}' is no mark; marks are '= EXPRESSION', 'let NAME = EXPRESSION', "
            "'holds: COMPARISON', 'source: KIND ...', 'table NAME' and 'end of table'",
            token.start(),
        )
    kind = (found["kind"] or END).rstrip(":")
    return Mark(kind, (found["argument"] or "").strip(), token.start(), token.end())


def definition(argument):
    """The name and the expression of a LET mark."""
    name, equals, expression = argument.partition("=")
    if not equals or not name.strip().isidentifier():
        raise PublishedError(f"'{argument}' is no definition: write let NAME = EXPRESSION")
    return name.strip(), expression.strip()


def line_of(text, position):
    """The number of the line of a position, from 1."""
    return text.count("\n", 0, position) + 1

"""Where the numbers of a page come from that are of no record: each paragraph with one has to say.

A quantity is a number with a unit of measurement: a time, a rate, a clock, a share in percent, a
factor of speed. The numbers of particles and bytes that name what was measured are none.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from analysis.published.errors import PublishedError
from analysis.published.marks import END, NUMBER, TABLE, TOKENS, line_of, marks
from analysis.published.numerals import numeral_before

GENERATED = "\N{SYMBOL FOR SUBSTITUTE}"  # in the place of each character that is not prose
LINE = "\N{SYMBOL FOR NEWLINE}"
UNITS = (
    r"(?:ns|µs|us|ms|s|min(?:utes)?|seconds|hours?|%|per cent|MIPPS|MHz|T?G?FLOP/s|[KMGT]B/s"
    r"|[MGT](?:\s\w+){1,3}\s(?:per|a)\ssecond|[MG]\s(?:pairs|particles)/s|G\spairs"
    r"|(?:times|×)\s(?:as|less|more|longer|shorter|faster|slower)|-fold)"
)
DIGITS = r"(?<![\w.,#/§-])[+−-]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?"
# "12 to 14 %", where the second number may be a generated one, and the unit be that of both.
QUANTITY = re.compile(
    rf"{DIGITS}(?:\s+to\s+{GENERATED}+)?[\s-]?{UNITS}(?![\w])"
    rf"|{DIGITS}×(?!\s*\d)"
)
COLUMN = re.compile(rf"\[{UNITS}\]")
NUMERAL = re.compile(DIGITS)
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)")
PAPER = re.compile(
    r"papers? [A-E]\b.*?\b(?:sections?|figures?|tables?|equations?|listings?|algorithms?|codes?)"
    r" \d",
    re.DOTALL,
)
# How an entry of [sources] begins, and whether its next word is a file of the repository.
KINDS = {
    "definition": False,  # a constant of nature, of a format or of the words themselves
    "setting": True,  # a default, a threshold: the file that has it
    "computed": True,  # drawn with a fixed seed, or counted: by that file
    "file": True,  # read off a committed file that no table of a page is made of
    "paper": False,  # with its section, figure or table
    "document": False,  # of somebody else's, by its name
    "trial": False,  # measured while something was made, by which build; in no committed record
}


@dataclass(frozen=True)
class Unsourced:
    """A quantity of which a page does not say where it comes from."""

    line: int
    text: str

    def __str__(self):
        return f"{self.line}: {self.text}"


def unsourced(text):
    """Returns each Unsourced of a page, in their order."""
    found = []
    for start, block in _blocks(_prose(text)):
        of_block = text[start : start + len(block)]
        if "<!-- source " in of_block or PAPER.search(block):
            continue
        found += [Unsourced(line_of(text, start + place), told) for place, told in _told(block)]
    return found


def require_source(entry, root):
    """Raises PublishedError for an entry of [sources] that names none of the repository `root`."""
    kind, _, rest = entry.partition(" ")
    if kind not in KINDS:
        raise PublishedError(f"'{kind}' is no kind of source; kinds are {', '.join(KINDS)}")
    if not rest.strip() and kind != "definition":
        raise PublishedError(f"'{kind}' of what?")
    if KINDS[kind]:
        name = rest.split()[0].rstrip(",;:")
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or not (root / pure).is_file():
            raise PublishedError(f"there is no file '{name}'")
    if kind == "paper" and not PAPER.match(entry):
        raise PublishedError("name the section, figure or table")


def _told(block):
    for found in QUANTITY.finditer(block):
        yield found.start(), f"'{found[0].replace(GENERATED, '').strip()}' has no source"
    heading, *rows = block.split("\n")
    if heading.startswith("|"):
        yield from _told_of_table(heading.split("|"), [row.split("|") for row in rows])


def _told_of_table(heading, rows):
    """The first column with a unit in its heading and a number below that is not generated."""
    for column, name in enumerate(heading):
        unit = COLUMN.search(name)
        if unit and any(NUMERAL.search(cell) for row in rows for cell in row[column : column + 1]):
            yield 0, f"the table with {unit[0]} has no source"
            return


def _prose(text):
    """The text with what is generated, code and comments replaced, at the same places."""
    prose = list(text)
    table = None
    for token in TOKENS.finditer(text):
        start, end = token.span()
        mark = next((one.kind for one in marks(token[0])), None)  # code holds none
        if mark == NUMBER:
            before = numeral_before(text[:start])
            start = before[0] if before else start
        elif mark == TABLE and table is None:
            table = start
        elif mark == END and table is not None:
            start, table = table, None
        for place in range(start, end):
            prose[place] = LINE if prose[place] == "\n" else GENERATED
    return "".join(prose)


def _blocks(prose):
    """(where it starts, text) of each paragraph, item of a list or table."""
    start = 0
    for gap in [*BLOCK.finditer(prose), None]:
        end = len(prose) if gap is None else gap.start()
        yield start, prose[start:end]
        if gap is not None:
            start = gap.end()

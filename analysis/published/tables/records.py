"""Records as a table: rows and columns by what they have in common, each cell an expression.

The keys, and what their texts are:

heading: builder | idea               of the columns of texts; may be left out where they need none
row: `a` | its idea | variant="a"     texts, and the keys that the row's records have
row: time | EXPRESSION as .2f ms      or what its cells say, of the columns' records
rows: toolchain = "a", "b"            a row each, named by the value
rows: particles of RECORDS            a row for each value that records have
column: heading | EXPRESSION as .2f   the same of a column
column: heading | variant="a"
columns: toolchain = "a", "b" | EXPRESSION as .2f      a column each, named by the value
bold: largest of 2 to 7               of each row's numbers in these columns of values
missing: -                            what stands where there is no such record
"""

import re
from dataclasses import dataclass, field

from analysis.published import expression
from analysis.published.errors import NoRecord, PublishedError
from analysis.published.numerals import Style, style_of
from analysis.published.selection import Selection, value_of
from analysis.published.tables import markdown

KEYS = ("heading", "row", "rows", "column", "columns", "bold", "missing")
OF_KEY = re.compile(r"(?P<key>\w+)\s*(?:=\s*(?P<values>.+)|of\s+(?P<selection>.+))")
CELL = re.compile(r"(?P<source>.+?)\s+as\s+(?P<format>[+,.\w]+)(?P<unit>\s.+)?")
BOLD = re.compile(r"(?P<which>largest|smallest) of (?P<first>\d+) to (?P<last>\d+)")


@dataclass(frozen=True)
class Cell:
    """What a cell says."""

    source: str  # an expression
    style: Style
    unit: str


@dataclass(frozen=True)
class Line:
    """A row or a column."""

    texts: list  # of a column its heading alone
    keys: dict = field(default_factory=dict)  # that its records have
    cell: Cell | None = None  # what its cells say, where it is not the other line that tells


def draw(says, scope):
    """The table in Markdown."""
    rows = [_line(text, scope) for text in says.get("row", [])]
    rows += [one for text in says.get("rows", []) for one in _lines(text, scope)]
    columns = [_line(text, scope) for text in says.get("column", [])]
    columns = [one for text in says.get("columns", []) for one in _lines(text, scope)] + columns
    if not rows or not columns:
        raise PublishedError("a table of records takes rows (row, rows) and columns")
    texts = len(rows[0].texts)
    headings = _fields(says.get("heading", ["|" * (texts - 1)])[0])
    if len(headings) != texts or any(len(row.texts) != texts for row in rows):
        raise PublishedError(
            f"the heading and every row take as many texts: {texts} in the first row"
        )
    if any(len(column.texts) != 1 for column in columns):
        raise PublishedError("a column takes one heading")
    missing, bold = says.get("missing", [None])[0], _bold(says, columns)
    cells = [row.texts + _cells(row, columns, scope, missing, bold) for row in rows]
    return markdown([*headings, *(column.texts[0] for column in columns)], cells, texts)


def _line(text, scope):
    """Of `TEXT | ... | EXPRESSION as FORMAT [UNIT]` or `TEXT | ... | KEY=VALUE, KEY=VALUE`."""
    *texts, last = _fields(text)
    if not texts:
        raise PublishedError(
            f"'{text}': write TEXT | EXPRESSION as FORMAT [UNIT], or TEXT | KEY=VALUE"
        )
    found = CELL.fullmatch(last)
    if found is None:
        return Line(texts, expression.keywords(last, scope))
    return Line(texts, cell=_cell(found))


def _cell(found):
    return Cell(found["source"], style_of(found["format"]), found["unit"] or "")


def _lines(text, scope):
    """Of `KEY = VALUE, VALUE` or `KEY of RECORDS`, with `| EXPRESSION as FORMAT [UNIT]` or not."""
    by_key, bar, last = text.partition("|")
    found = CELL.fullmatch(last.strip())
    if bar and found is None:
        raise PublishedError(f"'{last.strip()}': write EXPRESSION as FORMAT [UNIT]")
    cell = _cell(found) if found else None
    return [Line([name], {key: value}, cell) for name, key, value in _by_key(by_key.strip(), scope)]


def _by_key(text, scope):
    """(name, key, value) of `key = value, value` or `key of RECORDS`."""
    found = OF_KEY.fullmatch(text)
    if found is None:
        raise PublishedError(f"'{text}': write KEY = VALUE, VALUE or KEY of RECORDS")
    key = found["key"]
    if found["values"]:
        chosen = expression.evaluate(f"[{found['values']}]", scope)
    else:
        records = expression.evaluate(found["selection"], scope)
        if not isinstance(records, Selection):
            raise PublishedError(f"'{text}': these are no records")
        chosen = sorted({value_of(one, key) for one in records.records} - {None})
    return [(_name(value), key, value) for value in chosen]


def _name(value):
    if isinstance(value, str):
        return f"`{value}`"
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _fields(text):
    return [one.strip() for one in text.split("|")]


def _bold(says, columns):
    """Which of the cells' values is bold: None, or (choose, first, last) of columns from 0."""
    text = says.get("bold", [None])[0]
    if text is None:
        return None
    found = BOLD.fullmatch(text)
    if found is None or not 1 <= int(found["first"]) <= int(found["last"]) <= len(columns):
        raise PublishedError(f"'{text}': write bold = 'largest of 1 to {len(columns)}'")
    choose = max if found["which"] == "largest" else min
    return choose, int(found["first"]) - 1, int(found["last"])


def _cells(row, columns, scope, missing, bold):
    """The texts of a row's cells."""
    values = [_value(row, column, scope, missing) for column in columns]
    cells = [
        missing
        if value is None
        else _says(row, column).style.write(value) + _says(row, column).unit
        for value, column in zip(values, columns, strict=True)
    ]
    if bold is not None:
        choose, first, last = bold
        known = [n for n in range(first, last) if values[n] is not None]
        if known:
            best = choose(known, key=lambda n: values[n])
            cells[best] = f"**{cells[best]}**"
    return cells


def _says(row, column):
    """What the cell of a row and a column says."""
    if (row.cell is None) == (column.cell is None):
        raise PublishedError(
            f"the cell of '{row.texts[0]}' and '{column.texts[0]}' takes one expression, "
            "of its row or of its column"
        )
    return row.cell or column.cell


def _value(row, column, scope, missing):
    """The number of a cell; None where there is no such record and the table allows for that."""
    try:
        return expression.number(_says(row, column).source, scope.among(row.keys | column.keys))
    except NoRecord:
        if missing is None:
            raise
        return None

"""A page with its marks, and what the records say of each."""

from dataclasses import dataclass
from itertools import pairwise, zip_longest

from analysis.errors import AnalysisError
from analysis.published import expression
from analysis.published.errors import PublishedError
from analysis.published.expression import Scope
from analysis.published.marks import (
    END,
    HOLDS,
    LET,
    SOURCE,
    TABLE,
    VALUE,
    Unreadable,
    definition,
    line_of,
    marks,
)
from analysis.published.numerals import numeral_before, style_of
from analysis.published.tables import table_of

FORMAT = " as "


@dataclass(frozen=True)
class Difference:
    """Something on a page that is not what the records say."""

    line: int
    stands: str
    found: str  # what the records say
    source: str  # the expression, or the name of the table
    is_claim: bool = False  # a sentence, which a person has to rewrite

    def __str__(self):
        if self.is_claim:
            return f"the records do not say so: {self.source}"
        return f"{self.stands} stands, the records say {self.found}: {self.source}"


@dataclass(frozen=True)
class Wrong:
    """A mark that gives no value."""

    line: int
    reason: str
    source: str

    def __str__(self):
        return f"{self.reason}: {self.source}" if self.source else self.reason


@dataclass(frozen=True)
class Checked:
    """What was found on a page."""

    values: int  # marks that could differ: numbers, tables and claims
    differences: list
    wrong: list
    text: str  # with the values and tables that the records say


def check(text, library):
    """What the records of a Library say of a page. Never raises for what stands on the page."""
    return _Page(text, library).checked()


def with_table(text, name, table):
    """The text of a page with `table`, lines of Markdown, in its table of that name.

    Raises PublishedError where the page has no such table, or has it twice.
    """
    found = [one for one in marks(text) if not isinstance(one, Unreadable)]
    places = [
        (begin.end, end.start)
        for begin, end in pairwise(found)
        if begin.kind == TABLE and end.kind == END and _first(begin) == f"table {name}"
    ]
    if len(places) != 1:
        raise PublishedError(f"{len(places)} tables '<!-- table {name} -->' ... '<!-- {END} -->'")
    start, end = places[0]
    return f"{text[:start]}\n{table}{text[end:]}"


class _Page:
    def __init__(self, text, library):
        self._text = text
        self._scope = Scope(library, text=text)
        self._differences, self._wrong, self._changes = [], [], []
        self._values = 0

    def checked(self):
        table = None
        for mark in marks(self._text):
            if isinstance(mark, Unreadable):
                self._refuse(mark.start, mark.reason, "")
            elif table is not None:
                self._end_table(table, mark)
                table = None
            elif mark.kind == TABLE:
                table = mark
            elif mark.kind == SOURCE:
                continue  # analysis/published/sources.py
            elif mark.kind == END:
                self._refuse(mark.start, "no table begins before 'end of table'", "")
            else:
                self._try(mark, {VALUE: self._value, LET: self._let, HOLDS: self._claim}[mark.kind])
        if table is not None:
            self._refuse(table.start, "is not closed by <!-- end of table -->", _first(table))
        return Checked(self._values, self._differences, self._wrong, self._changed())

    def _try(self, mark, method):
        try:
            method(mark)
        except AnalysisError as error:
            self._refuse(mark.start, str(error), _first(mark))
        # A parser of another language can run out of anything.
        except RecursionError:
            self._refuse(mark.start, "is nested too deeply", _first(mark))

    def _value(self, mark):
        found = numeral_before(self._text[: mark.start])
        if found is None:
            raise PublishedError("no number stands right before the comment")
        start, style = found
        source, asked, specification = mark.argument.rpartition(FORMAT)
        if not asked:
            source = mark.argument
        else:
            style = style_of(specification)
        written = style.write(expression.number(source, self._scope))
        self._values += 1
        self._compare(mark, start, mark.start, written)

    def _let(self, mark):
        name, source = definition(mark.argument)
        if name in self._scope.definitions:
            raise PublishedError(f"'{name}' is defined twice on this page")
        try:
            self._scope.definitions[name] = expression.evaluate(source, self._scope)
        except AnalysisError as error:
            self._scope.definitions[name] = error
            raise

    def _claim(self, mark):
        self._values += 1
        if not expression.holds(mark.argument, self._scope):
            line = line_of(self._text, mark.start)
            self._differences.append(Difference(line, "", "", _first(mark), is_claim=True))

    def _end_table(self, table, mark):
        if mark.kind != END:
            self._refuse(table.start, "is not closed by <!-- end of table -->", _first(table))
            return
        self._values += 1
        self._try(table, lambda one: self._table(one, mark))

    def _table(self, table, end):
        written = "\n" + table_of(table.argument, self._scope)
        self._compare(table, table.end, end.start, written)

    def _compare(self, mark, start, end, written):
        stands = self._text[start:end]
        if stands == written:
            return
        self._changes.append((start, end, written))
        line, told = _first_difference(stands, written)
        line += line_of(self._text, start)
        self._differences.append(Difference(line, *told, _first(mark)))

    def _refuse(self, start, reason, source):
        self._wrong.append(Wrong(line_of(self._text, start), reason, source))

    def _changed(self):
        text = self._text
        for start, end, written in reversed(self._changes):
            text = text[:start] + written + text[end:]
        return text


def _first(mark):
    """What a mark says, on one line; of a table its name."""
    if mark.kind == TABLE:
        return f"table {mark.argument.partition(chr(10))[0].strip()}"
    return " ".join(mark.argument.split())


def _first_difference(stands, written):
    """How many lines further down, and both lines."""
    sides = [text.split("\n") for text in (stands, written)]
    for number, here in enumerate(zip_longest(*sides, fillvalue="")):
        if here[0] != here[1]:
            return number, [line or "nothing" for line in here]
    raise ValueError("the texts are the same")

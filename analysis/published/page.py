"""A page with its marks, and what the records say of each."""

from dataclasses import dataclass
from itertools import pairwise, zip_longest

from analysis.errors import AnalysisError
from analysis.published import expression
from analysis.published.errors import PublishedError
from analysis.published.expression import Scope
from analysis.published.marks import END, HOLDS, NUMBER, SOURCE, TABLE, UNREADABLE, line_of, marks
from analysis.published.numbers import LET, SECTIONS
from analysis.published.numerals import numeral_before, style_of
from analysis.published.sources import require_source
from analysis.published.tables import table_of

FORMAT = " as "


@dataclass(frozen=True)
class Told:
    """That a page says something else than the records, or what is wrong with it."""

    line: int | None  # of the page; None where the text names the file and the entry
    text: str
    is_claim: bool = False  # a sentence, which a person has to rewrite

    def __str__(self):
        return self.text

    def at(self, page):
        """The text with its place on a page of that name."""
        return f"{page}:{self.line}: {self.text}" if self.line else self.text


@dataclass(frozen=True)
class Checked:
    """What was found on a page."""

    values: int  # marks that could differ: numbers, tables and claims
    differences: list  # of Told
    wrong: list  # of Told
    text: str  # with the values and tables that the records say


def check(text, numbers, library):
    """What the records of a Library say of a page with its Numbers. Never raises for what stands
    there."""
    return _Page(text, numbers, library).checked()


def with_table(text, name, table):
    """The text of a page with `table`, lines of Markdown, in its table of that name.

    Raises PublishedError where the page has no such table, or has it twice.
    """
    places = [
        (begin.end, end.start)
        for begin, end in pairwise(marks(text))
        if (begin.kind, begin.name, end.kind) == (TABLE, name, END)
    ]
    if len(places) != 1:
        raise PublishedError(f"{len(places)} tables '<!-- table {name} -->' ... '<!-- {END} -->'")
    start, end = places[0]
    return f"{text[:start]}\n{table}{text[end:]}"


class _Page:
    def __init__(self, text, numbers, library):
        self._text, self._numbers = text, numbers
        self._scope = Scope(library, text=f"{text}\n{numbers.text}")
        self._differences, self._wrong, self._changes = [], [], []
        self._values = 0

    def checked(self):
        for name, source in self._numbers.sections[LET].items():
            self._let(name, source)
        found = list(marks(self._text))
        for before, mark, after in zip([None, *found], found, [*found[1:], None], strict=False):
            self._try(mark, before, after)
        self._refuse_unused(found)
        return Checked(self._values, self._differences, self._wrong, self._changed())

    def _let(self, name, source):
        try:
            if not name.isidentifier():
                raise PublishedError("is no name of an expression: letters, digits and _ make one")
            self._scope.definitions[name] = expression.evaluate(source, self._scope)
        except AnalysisError as error:
            self._scope.definitions[name] = error
            text = f"{self._numbers.file}: [{LET}] {name}: {error}: {source}"
            self._wrong.append(Told(None, text))

    def _try(self, mark, before, after):
        """Holds a mark against the records. before, after: its neighbours on the page."""
        try:
            if mark.kind == UNREADABLE:
                raise PublishedError(mark.name)
            if mark.kind == TABLE:
                self._table(mark, after)
            elif mark.kind != END:
                of_kind = {NUMBER: self._number, HOLDS: self._claim, SOURCE: self._source}
                of_kind[mark.kind](mark, self._numbers.entry(mark))
            elif getattr(before, "kind", None) != TABLE:
                raise PublishedError(f"no table begins before '{END}'")
        # A parser of another language can run out of anything.
        except (AnalysisError, RecursionError) as error:
            text = ": ".join(filter(None, [str(error), self._said(mark)]))
            self._wrong.append(Told(line_of(self._text, mark.start), text))

    def _number(self, mark, entry):
        found = numeral_before(self._text[: mark.start])
        if found is None:
            raise PublishedError("no number stands right before the comment")
        start, style = found
        source, asked, specification = entry.rpartition(FORMAT)
        if asked:
            style = style_of(specification)
        written = style.write(expression.number(source if asked else entry, self._scope))
        self._values += 1
        self._compare(mark, start, mark.start, written)

    def _claim(self, mark, entry):
        self._values += 1
        if not expression.holds(entry, self._scope):
            text = f"the records do not say so: {self._said(mark)}"
            self._differences.append(Told(line_of(self._text, mark.start), text, is_claim=True))

    def _source(self, _, entry):
        require_source(entry, self._scope.library.root)

    def _table(self, mark, after):
        if getattr(after, "kind", None) != END:
            raise PublishedError(f"is not closed by <!-- {END} -->")
        self._values += 1
        written = "\n" + table_of(self._numbers.entry(mark), self._scope)
        self._compare(mark, mark.end, after.start, written)

    def _refuse_unused(self, found):
        """Tells the entries that nothing names; of the lets only where all else is well, since what
        is wrong does not get to use them."""
        unused = [
            (section, name, "no mark names it") for section, name in self._numbers.unused(found)
        ]
        if not self._wrong:
            lets = self._numbers.sections[LET].keys() - self._scope.used
            unused += [(LET, name, "no expression uses it") for name in lets]
        for section, name, reason in sorted(unused):
            text = f"{self._numbers.file}: [{section}] {name}: {reason}; delete it, or use it"
            self._wrong.append(Told(None, text))

    def _compare(self, mark, start, end, written):
        stands = self._text[start:end]
        if stands == written:
            return
        self._changes.append((start, end, written))
        line, here, there = _first_difference(stands, written)
        text = f"{here} stands, the records say {there}: {self._said(mark)}"
        self._differences.append(Told(line + line_of(self._text, start), text))

    def _said(self, mark):
        """A mark with what it stands for; of a table its name."""
        entry = self._numbers.sections.get(SECTIONS.get(mark.kind), {}).get(mark.name)
        if mark.kind == UNREADABLE:
            return ""
        return f"{mark} = {entry}" if isinstance(entry, str) else str(mark)

    def _changed(self):
        text = self._text
        for start, end, written in reversed(self._changes):
            text = text[:start] + written + text[end:]
        return text


def _first_difference(stands, written):
    """How many lines further down, and both lines."""
    sides = [text.split("\n") for text in (stands, written)]
    for number, here in enumerate(zip_longest(*sides, fillvalue="")):
        if here[0] != here[1]:
            return number, *(line or "nothing" for line in here)
    raise ValueError("the texts are the same")

"""A page with its marks, and what the records say of each."""

from dataclasses import dataclass
from itertools import pairwise, zip_longest

from analysis.errors import AnalysisError
from analysis.published import expression
from analysis.published.errors import PublishedError
from analysis.published.expression import Scope
from analysis.published.marks import END, HOLDS, NUMBER, SOURCE, TABLE, Mark, line_of, marks
from analysis.published.numbers import LET
from analysis.published.numerals import numeral_before, style_of
from analysis.published.sources import require_source
from analysis.published.tables import table_of

FORMAT = " as "


@dataclass(frozen=True)
class Difference:
    """Something on a page that is not what the records say."""

    line: int
    stands: str
    found: str  # what the records say
    source: str  # the mark, and its expression
    is_claim: bool = False  # a sentence, which a person has to rewrite

    def __str__(self):
        if self.is_claim:
            return f"the records do not say so: {self.source}"
        return f"{self.stands} stands, the records say {self.found}: {self.source}"


@dataclass(frozen=True)
class Wrong:
    """A mark or an entry that gives no value."""

    line: int | None  # of the page; None where the reason names the file and the entry
    reason: str
    source: str = ""

    def __str__(self):
        return f"{self.reason}: {self.source}" if self.source else self.reason


@dataclass(frozen=True)
class Checked:
    """What was found on a page."""

    values: int  # marks that could differ: numbers, tables and claims
    differences: list
    wrong: list
    text: str  # with the values and tables that the records say


def check(text, numbers, library):
    """What the records of a Library say of a page with its Numbers. Never raises for what stands
    there."""
    return _Page(text, numbers, library).checked()


def told(page, one):
    """A Difference of a page, or what is Wrong there, with its place."""
    return f"{page}:{one.line}: {one}" if one.line else str(one)


def with_table(text, name, table):
    """The text of a page with `table`, lines of Markdown, in its table of that name.

    Raises PublishedError where the page has no such table, or has it twice.
    """
    found = [one for one in marks(text) if isinstance(one, Mark)]
    places = [
        (begin.end, end.start)
        for begin, end in pairwise(found)
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
            if isinstance(mark, Mark):
                self._try(mark, before, after)
            else:
                self._wrong.append(Wrong(line_of(self._text, mark.start), mark.reason))
        self._refuse_unused([one for one in found if isinstance(one, Mark)])
        return Checked(self._values, self._differences, self._wrong, self._changed())

    def _let(self, name, source):
        try:
            if not name.isidentifier():
                raise PublishedError("is no name of an expression: letters, digits and _ make one")
            self._scope.definitions[name] = expression.evaluate(source, self._scope)
        except AnalysisError as error:
            self._scope.definitions[name] = error
            reason = f"{self._numbers.file}: [{LET}] {name}: {error}"
            self._wrong.append(Wrong(None, reason, source))

    def _try(self, mark, before, after):
        """Holds a mark against the records. before, after: its neighbours on the page."""
        try:
            if mark.kind == TABLE:
                self._table(mark, after)
            elif mark.kind != END:
                of_kind = {NUMBER: self._number, HOLDS: self._claim, SOURCE: self._source}
                of_kind[mark.kind](mark, self._numbers.entry(mark))
            elif getattr(before, "kind", None) != TABLE:
                raise PublishedError(f"no table begins before '{END}'")
        except AnalysisError as error:
            self._refuse(mark, str(error))
        # A parser of another language can run out of anything.
        except RecursionError:
            self._refuse(mark, "is nested too deeply")

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
            line = line_of(self._text, mark.start)
            self._differences.append(Difference(line, "", "", self._told(mark), is_claim=True))

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
            self._wrong.append(Wrong(None, text))

    def _compare(self, mark, start, end, written):
        stands = self._text[start:end]
        if stands == written:
            return
        self._changes.append((start, end, written))
        line, sides = _first_difference(stands, written)
        line += line_of(self._text, start)
        self._differences.append(Difference(line, *sides, self._told(mark)))

    def _refuse(self, mark, reason):
        self._wrong.append(Wrong(line_of(self._text, mark.start), reason, self._told(mark)))

    def _told(self, mark):
        """A mark with what it stands for, on one line; of a table its name."""
        try:
            entry = self._numbers.entry(mark) if mark.kind in (NUMBER, HOLDS, SOURCE) else None
        except PublishedError:
            entry = None
        return f"{mark} = {entry}" if entry else str(mark).strip()

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
            return number, [line or "nothing" for line in here]
    raise ValueError("the texts are the same")

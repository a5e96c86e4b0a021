"""Counts of the host executor beside those of a device's profiler, launch by launch.

of = "FILE"                                     as ci/validate-counters writes it
row = '`list_gather`, sequential | kernel="list_gather", variant="*+split-sequential"'
"""

from analysis.kernels.validation_command import HEADINGS, row_of
from analysis.published import expression
from analysis.published.errors import PublishedError
from analysis.published.tables import markdown, only

KEYS = ("of", "row")
LEFT_OUT = ("kernel", "of", "lanes")  # of the columns of the command


def draw(says, scope):
    """A row a launch, each number as counted / as measured."""
    file = only(says, "of", "a validation of counters")
    headings = [one for one in HEADINGS if one not in LEFT_OUT]
    rows = [_row(text, file, scope) for text in says.get("row", [])]
    return markdown(["kernel", *headings], rows, 1)


def _row(text, file, scope):
    name, bar, keys = text.partition("|")
    if not bar:
        raise PublishedError(f"'{text}': write TEXT | KEY=VALUE, KEY=VALUE")
    found = scope.library.launch(file, expression.keywords(keys, scope))
    cells = dict(zip(HEADINGS, row_of(found), strict=True))
    return [name.strip(), *(cells[one] for one in HEADINGS if one not in LEFT_OUT)]

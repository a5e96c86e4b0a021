"""Pairs of recordings of the same, as the command `repeat` compares them.

heading: what a row is of
row: TEXT | FILE | FILE       a pair, the first recording and the second
"""

from analysis.compare.repetition import Outcome
from analysis.published.errors import PublishedError
from analysis.published.tables import markdown

KEYS = ("heading", "row")
STAGES = ("forces", "list", "sort", "step")
HEADINGS = ["boards", "rows", "agree", *(f"{stage}, largest change" for stage in STAGES)]
TEXTS = 2


def draw(says, scope):
    """A row a pair: how many medians agree, and the largest change of each kind."""
    heading = says.get("heading", [""])[0]
    rows = [_row([one.strip() for one in text.split("|")], scope) for text in says.get("row", [])]
    return markdown([heading, *HEADINGS], rows, TEXTS)


def _row(fields, scope):
    if len(fields) != len(("text", "first", "second")):
        raise PublishedError('write row = "TEXT | FILE | FILE"')
    text, *files = fields
    found = scope.library.repetition(*files)
    boards = [_board(scope.library.records(file)) for file in files]
    changes = [
        [abs(one.ratio - 1) for one in found.rows if one.row.what == stage] for stage in STAGES
    ]
    return [
        text,
        boards[0] if boards[0] == boards[1] else ", ".join(boards),
        str(len(found.rows)),
        _agree(found),
        *(f"{100 * max(of_stage):.1f} %" if of_stage else "-" for of_stage in changes),
    ]


def _agree(found):
    told = str(found.count(Outcome.AGREES))
    explained = found.count(Outcome.EXPLAINED)
    return f"{told}, {explained} explained" if explained else told


def _board(records):
    known = sorted({one["device"].get("board") or "not known" for one in records})
    return " and ".join(f"`{one}`" if one != "not known" else one for one in known)

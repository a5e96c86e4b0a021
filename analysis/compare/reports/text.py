"""A comparison for a terminal."""

from analysis.columns import aligned
from analysis.compare.reports import words

FLUSH_RIGHT = {"particles", "base", "candidate", "change", "interval", "p"}


def as_text(comparison, outcome="", everything=True):
    """Where it ran, one line per row, and the counts.

    outcome: the last line. everything: with the rows that are the same.
    """
    shown = comparison.judgements if everything else words.telling(comparison)
    lines = words.environment(comparison)
    table = ""
    if shown:
        headings = [*shown[0].row.headings, *words.HEADINGS]
        right = [heading in FLUSH_RIGHT for heading in headings]
        table = "\n" + aligned(headings, [_cells(one) for one in shown], right)
    summary = [words.method(comparison), words.counts(comparison), outcome]
    return _block(lines) + table + "\n" + _block(line for line in summary if line)


def _cells(one):
    return [*one.row.cells, *words.cells(one)]


def _block(lines):
    return "".join(line + "\n" for line in lines)

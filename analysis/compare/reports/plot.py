"""The change of each row with its interval, as a figure."""

import matplotlib

from analysis.compare.reports import words
from analysis.compare.verdict import Verdict
from analysis.drawing.page import STYLE, Page
from analysis.output import one_line

MOST_ROWS = 40
ROW_HEIGHT = 0.2
COLOURS = {
    Verdict.SLOWER: "#D55E00",
    Verdict.UNCLEAR: "#999999",
    Verdict.FASTER: "#009E73",
    Verdict.SAME: "#0072B2",
}


def draw(comparison, outcome=""):
    """A Figure of the gravest rows that were measured, or None where none was."""
    measured = [one for one in comparison.judgements if one.measured is not None]
    shown = measured[:MOST_ROWS]
    if not shown:
        return None
    left_out = f" ({len(measured) - len(shown)} rows more)" if len(shown) < len(measured) else ""
    page = Page(
        f"sphlab: {outcome or 'base against candidate'}",
        words.counts(comparison) + left_out,
        [*words.environment(comparison), words.method(comparison)],
        width=10.0,
        plot_height=ROW_HEIGHT * len(shown) + 0.3,
        left=6.2,
        legend_entries=len(COLOURS),
        legend_columns=4,
    )
    figure, axes = page.open()
    with matplotlib.rc_context(STYLE):
        _intervals(axes, shown)
        _matters(axes, shown)
        _axes(axes, shown)
    page.legend(axes)
    return figure


def _intervals(axes, shown):
    for verdict, colour in COLOURS.items():
        found = [(y, one.measured) for y, one in enumerate(shown) if one.verdict == verdict]
        if not found:
            continue
        changes = [_percent(one.ratio) for _, one in found]
        axes.errorbar(
            changes,
            [y for y, _ in found],
            xerr=[
                [
                    change - _percent(one.low)
                    for change, (_, one) in zip(changes, found, strict=True)
                ],
                [
                    _percent(one.high) - change
                    for change, (_, one) in zip(changes, found, strict=True)
                ],
            ],
            fmt="o",
            markersize=3.5,
            capsize=2,
            elinewidth=1,
            color=colour,
            label=str(verdict),
        )


def _matters(axes, shown):
    """A tick on both sides of each row's size that matters."""
    for y, one in enumerate(shown):
        for ratio in (1 / (1 + one.smallest_change), 1 + one.smallest_change):
            axes.plot([_percent(ratio)] * 2, [y - 0.35, y + 0.35], color="#666666", linewidth=0.8)


def _axes(axes, shown):
    axes.axvline(0, color="#666666", linewidth=0.8)
    names = [one_line(str(one.row)) for one in shown]
    axes.set_yticks(range(len(shown)), names, fontsize=6.5)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.set_xlabel("change of the median time [%], slower to the right")


def _percent(ratio):
    return 100 * (ratio - 1)

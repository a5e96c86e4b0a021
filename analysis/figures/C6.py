"""Speed-up over Par-Part-NoLoop, by particles a cell and box (paper C, figure 6)."""

from analysis import cutoff
from analysis.drawing.bars import over
from analysis.drawing.boxes import BoxLine, box_page
from analysis.drawing.page import Drawing
from analysis.runs import file_name, matching

NEEDS = (
    "asynchronous calls of cell traversals over random boxes (scope asynchronous-calls), as suite "
    "cutoff records them"
)
KEYS = ["physics", "toolchain.name", "swept"]


def draw(material):
    refused = cutoff.refusals(material.refused)
    for key, rows in cutoff.boxes(material.records).groupby(KEYS):
        physics, toolchain, swept = key
        name = file_name("C6", physics, toolchain, "swept" if swept else "paper")
        subtitle = f"{physics}, {toolchain}, {cutoff.tuning_label(swept)}"
        yield Drawing(name, _figure(subtitle, rows, matching(refused, KEYS, key)))


def _figure(subtitle, rows, refused):
    found = cutoff.by_box(rows)
    strategies = cutoff.strategies({*rows["variant"], *refused["variant"]})

    def lines_of(per_cell):
        return [_line(strategy, found, refused, per_cell) for strategy in strategies]

    notes = [
        cutoff.calls_note(rows),
        "Speed-up: ratio of the medians; whiskers: the 5th percentile of Par-Part-NoLoop over the "
        "95th of the other, and the other way round.",
    ]
    title = "Speed-up over Par-Part-NoLoop"
    figure, grid = box_page(title, subtitle, notes, rows, refused, lines_of, 4)
    for axes in grid:
        axes.axhline(1, color="#666666", linewidth=0.8)
    grid[0].set_ylabel("speed-up")
    grid[0].set_ylim(bottom=0)
    return figure


def _line(strategy, found, refused, per_cell):
    points = {
        int(side): over(cutoff.require_reference(found, side, number), row)
        for (variant, side, number), row in found.items()
        if (variant, number) == (strategy, per_cell)
    }
    return BoxLine(
        strategy,
        cutoff.line_style(strategy),
        points,
        cutoff.refused_sides(refused, strategy, per_cell),
    )

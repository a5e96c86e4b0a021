"""Lines over the boxes of paper C: a panel for each number of particles a cell, a point for each
number of cells a side.
"""

from dataclasses import dataclass, field

import matplotlib
from matplotlib.transforms import blended_transform_factory

from analysis import cutoff
from analysis.drawing import caption
from analysis.drawing.bars import Bar
from analysis.drawing.page import STYLE, Page

WIDTH, BETWEEN = 10.5, 0.2
# Of the height of a panel: where the first mark of a refusal stands, and the distance of two.
LOWEST_MARK, BETWEEN_MARKS = 0.035, 0.05


@dataclass
class BoxLine:
    """The points of one line by cells a side, and the cells a side of the boxes that were refused.

    Keyword arguments of a line in `style`, with a colour.
    """

    label: str
    style: dict
    points: dict[int, Bar] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)


def box_page(title, subtitle, notes, rows, refused, lines_of, legend_columns):
    """A Figure and its panels, the Axes, of the boxes of `rows` and `refused`.

    lines_of: gives the BoxLines of a number of particles a cell, the same labels for each number.
    """
    interactions = cutoff.interactions_of(rows)
    boxes = {*interactions, *cutoff.sizes_of(refused)}
    panels = {per_cell: lines_of(per_cell) for per_cell in sorted({number for _, number in boxes})}
    alone = len(panels) == 1
    page = Page(
        title,
        f"{subtitle}, {_particles(*panels)}" if alone else subtitle,
        [*caption.run_notes(rows), *notes, *_refusals(refused)],
        width=WIDTH,
        plot_height=3.4,
        between=BETWEEN,
        columns=len(panels),
        legend_entries=len(next(iter(panels.values()))),
        legend_columns=legend_columns,
    )
    figure, grid = page.open_grid()
    for axes in grid[1:]:
        axes.sharey(grid[0])
        axes.tick_params(labelleft=False)
    for axes, (per_cell, lines) in zip(grid, panels.items(), strict=True):
        sides = [side for side, number in boxes if number == per_cell]
        _draw(axes, {side: interactions.get((side, per_cell)) for side in sides}, lines)
        axes.set_title("" if alone else _particles(per_cell), fontsize=9)
        axes.set_xlabel("cells a side (below: interactions of a particle)")
    page.legend(grid[0], handle_length=2.4)
    return figure, grid


def _refusals(refused):
    if len(refused):
        return ["Crosses: what a strategy refused.", *cutoff.refusal_notes(refused)]
    return []


def _particles(per_cell):
    return f"{per_cell} particle{'' if per_cell == 1 else 's'} a cell"


def _draw(axes, interactions, lines):
    sides = sorted(interactions)
    with matplotlib.rc_context(STYLE):
        for line in lines:
            present = [side for side in sides if side in line.points]
            points = [line.points[side] for side in present]
            axes.errorbar(
                [sides.index(side) for side in present],
                [point.value for point in points],
                yerr=[
                    [point.value - point.low for point in points],
                    [point.high - point.value for point in points],
                ],
                label=line.label,
                elinewidth=0.8,
                capsize=1.6,
                **line.style,
            )
        _mark_refusals(axes, sides, lines)
        axes.set_xticks(range(len(sides)), [_box(side, interactions[side]) for side in sides])
        axes.set_xlim(-0.4, len(sides) - 0.6)
        axes.grid(axis="both")


def _box(side, interactions):
    return f"{side}" if interactions is None else f"{side}\n{interactions:.4g}"


def _mark_refusals(axes, sides, lines):
    """Crosses at the bottom in the colours of the lines, one line's above another's."""
    place = blended_transform_factory(axes.transData, axes.transAxes)
    for height, line in enumerate(line for line in lines if line.refused):
        axes.plot(
            [sides.index(side) for side in sorted(line.refused)],
            [LOWEST_MARK + height * BETWEEN_MARKS] * len(line.refused),
            transform=place,
            linestyle="none",
            marker="x",
            markersize=6,
            markeredgewidth=1.6,
            color=line.style["color"],
        )

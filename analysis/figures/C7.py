"""What a profiler counts of each strategy (paper C, figure 7)."""

import numpy as np

from analysis import cutoff
from analysis.drawing import caption
from analysis.drawing.interactions import draw_line, interaction_axis
from analysis.drawing.page import Drawing, Page
from analysis.profiling.join import BLOCKS, KERNELS, LIMITED_BY
from analysis.runs import file_name

NEEDS = (
    "single calls of cell traversals over random boxes with a warm cache, as suite cutoff records "
    "them, and a profile of them (--profile)"
)
# Column: (the title of its panel, the label of its axis).
PANELS = {
    "profile.achieved_occupancy": ("Achieved occupancy", "%"),
    "profile.theoretical_occupancy": ("Theoretical occupancy", "%"),
    "profile.branch_efficiency": ("Branch efficiency", "%"),
    BLOCKS: ("Block limit", "blocks a multiprocessor"),
    "profile.l2_hit_rate": ("L2 hit rate", "%"),
    "profile.compute_throughput": ("Compute (SM) throughput", "%"),
}


def draw(material):
    if BLOCKS not in material.records.columns:
        return
    rows = cutoff.single_calls(material.records)
    rows = rows[rows[BLOCKS].notna()]
    for (physics, toolchain, swept), chosen in rows.groupby(["physics", "toolchain.name", "swept"]):
        name = file_name("C7", physics, toolchain, "swept" if swept else "paper")
        subtitle = f"{physics}, {toolchain}, {cutoff.tuning_label(swept)}"
        yield Drawing(name, _figure(subtitle, chosen))


def _figure(subtitle, rows):
    strategies = cutoff.strategies(rows["variant"])
    found = cutoff.by_box(rows)
    page = Page(
        "What a profiler counts of each strategy",
        subtitle,
        [
            *caption.run_notes(rows),
            "Nsight Compute, one pass over random boxes, caches and clocks as they are.",
            f"The block limit is set by: {'; '.join(_limits(rows, strategies))}.",
            *_kernels_note(rows),
            *_impossible_note(rows),
        ],
        width=9.0,
        plot_height=2.3,
        rows=3,
        columns=2,
        legend_entries=len(strategies),
        legend_columns=4,
    )
    figure, grid = page.open_grid()
    for axes, (column, (title, unit)) in zip(grid, PANELS.items(), strict=True):
        for strategy in strategies:
            style = cutoff.line_style(strategy)
            for index, points in enumerate(_points(found, strategy, column)):
                label = None if index else strategy  # the legend has each strategy once
                draw_line(axes, *np.transpose(points), label, **style)
        interaction_axis(axes)
        axes.set_title(title, fontsize=9)
        axes.set_ylabel(unit)
        axes.set_ylim(0, 105 if unit == "%" else None)
    page.legend(grid[0])
    return figure


def _points(found, strategy, column):
    """For each number of particles a cell, (interactions, value) from left to right, where the
    profiler tells the value.
    """
    lines = {}
    for (variant, _, per_cell), row in found.items():
        if variant == strategy and _is_told(row[column], column):
            lines.setdefault(per_cell, []).append((row["interactions"], row[column]))
    return [sorted(lines[per_cell]) for per_cell in sorted(lines)]


def _is_told(value, column):
    """Whether a value is one: the profiler comes to rates of more than all, which are none."""
    return np.isfinite(value) and not _is_impossible(value, column)


def _is_impossible(value, column):
    return PANELS[column][1] == "%" and value > 100


def _impossible_note(rows):
    for column, (title, _) in PANELS.items():
        above = [value for value in rows[column] if _is_impossible(value, column)]
        if above:
            yield (
                f"{title}: {len(above)} of {len(rows)} are above 100 %, up to {max(above):.0f}, "
                "and not drawn: no rate is."
            )


def _limits(rows, strategies):
    """A text a strategy: what allows no more of its blocks, in whichever box."""
    for strategy in strategies:
        of_strategy = rows.loc[rows["variant"] == strategy, LIMITED_BY]
        yield f"{strategy}: {', '.join(sorted({name for names in of_strategy for name in names}))}"


def _kernels_note(rows):
    several = cutoff.strategies(rows.loc[rows[KERNELS] > 1, "variant"])
    if several:
        yield f"The longest kernel of several: {', '.join(several)}."

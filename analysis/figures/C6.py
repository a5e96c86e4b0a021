"""Speed-up over Par-Part-NoLoop against the interactions of a particle (paper C, figure 6)."""

import numpy as np

from analysis import cutoff
from analysis.drawing import caption
from analysis.drawing.interactions import draw_line, interaction_axis
from analysis.drawing.page import Drawing, Page
from analysis.runs import file_name

NEEDS = (
    "asynchronous calls of cell traversals over random boxes (scope asynchronous-calls), as suite "
    "cutoff records them"
)


def draw(records):
    rows = cutoff.boxes(records)
    for (physics, toolchain, swept), chosen in rows.groupby(["physics", "toolchain.name", "swept"]):
        name = file_name("C6", physics, toolchain, "swept" if swept else "paper")
        subtitle = f"{physics}, {toolchain}, {cutoff.tuning_label(swept)}"
        yield Drawing(name, _figure(subtitle, chosen))


def _figure(subtitle, rows):
    found = cutoff.by_box(rows)
    page = Page(
        "Speed-up over Par-Part-NoLoop",
        subtitle,
        [
            caption.device_note(rows),
            *caption.toolchain_notes(rows),
            f"{cutoff.calls_note(rows)} Speed-up: ratio of the medians.",
        ],
        legend_entries=len(set(rows["variant"])),
        legend_columns=4,
    )
    figure, axes = page.open()
    for strategy in cutoff.strategies(rows["variant"]):
        points = sorted(
            (row["interactions"], _speedup(found, side, per_cell, row))
            for (variant, side, per_cell), row in found.items()
            if variant == strategy
        )
        draw_line(axes, *np.transpose(points), strategy, **cutoff.line_style(strategy))
    axes.axhline(1, color="#666666", linewidth=0.8)
    interaction_axis(axes)
    axes.set_ylabel("speed-up")
    axes.set_ylim(bottom=0)
    page.legend(axes)
    return figure


def _speedup(found, side, per_cell, row):
    reference = cutoff.require_reference(found, side, per_cell)
    return reference["summary.median_s"] / row["summary.median_s"]

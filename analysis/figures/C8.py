"""Time of a pass with 5, 18 and 168 operations per pair (paper C, figure 8)."""

import numpy as np

from analysis import cutoff
from analysis.drawing import caption
from analysis.drawing.interactions import draw_line, interaction_axis
from analysis.drawing.page import Drawing, Page
from analysis.runs import file_name

NEEDS = (
    "asynchronous calls (scope asynchronous-calls) of par-part-noloop or x-pencil over random "
    "boxes with two counts of operations a pair, as suite cutoff records them"
)
COMPARED = ["par-part-noloop", "x-pencil"]
DASHES = {5: ":", 18: "-", 168: "--"}


def draw(records):
    rows = cutoff.boxes(records)
    rows = rows[rows["variant"].isin(COMPARED)]
    families = rows["physics"].map(cutoff.family_of)
    for (family, toolchain, swept), chosen in rows.groupby([families, "toolchain.name", "swept"]):
        if chosen["physics"].nunique() < 2:
            continue  # one count alone compares nothing
        name = file_name("C8", family.replace(" ", "-"), toolchain, "swept" if swept else "paper")
        subtitle = f"{family}, {toolchain}, {cutoff.tuning_label(swept)}"
        yield Drawing(name, _figure(subtitle, family, chosen))


def _figure(subtitle, family, rows):
    page = Page(
        "Time of a pass by floating-point operations a pair",
        subtitle,
        [
            caption.device_note(rows),
            *caption.toolchain_notes(rows),
            cutoff.calls_note(rows),
            "5 FLOP: sum of positions; 18: Lennard-Jones potential; 168: the same with 150 more.",
        ],
        legend_entries=rows.groupby(["variant", "physics"]).ngroups,
        legend_columns=2,
    )
    figure, axes = page.open()
    for strategy in cutoff.strategies(rows["variant"]):
        for flops, physics in cutoff.FLOPS[family].items():
            found = cutoff.by_box(
                rows[(rows["variant"] == strategy) & (rows["physics"] == physics)]
            )
            points = sorted(
                (row["interactions"], row["summary.median_s"]) for row in found.values()
            )
            if points:
                style = cutoff.line_style(strategy) | {"linestyle": DASHES[flops]}
                draw_line(axes, *np.transpose(points), f"{strategy}, {flops} FLOP", **style)
    interaction_axis(axes)
    axes.set_yscale("log")
    axes.set_ylabel("time of a pass [s]")
    page.legend(axes, handle_length=3)
    return figure

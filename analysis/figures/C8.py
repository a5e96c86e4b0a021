"""Time of a pass with 5, 18 and 168 operations per pair (paper C, figure 8)."""

from analysis import cutoff
from analysis.drawing.bars import Bar
from analysis.drawing.boxes import BoxLine, box_page
from analysis.drawing.page import Drawing
from analysis.runs import file_name, matching

NEEDS = (
    "asynchronous calls (scope asynchronous-calls) of par-part-noloop or x-pencil over random "
    "boxes with two counts of operations a pair, as suite cutoff records them"
)
COMPARED = ["par-part-noloop", "x-pencil"]
DASHES = {5: ":", 18: "-", 168: "--"}
KEYS = ["family", "toolchain.name", "swept"]
MS = 1e3


def draw(material):
    refused = _compared(cutoff.refusals(material.refused))
    for key, rows in _compared(cutoff.boxes(material.records)).groupby(KEYS):
        if rows["physics"].nunique() < 2:
            continue  # one count alone compares nothing
        family, toolchain, swept = key
        name = file_name("C8", family.replace(" ", "-"), toolchain, "swept" if swept else "paper")
        subtitle = f"{family}, {toolchain}, {cutoff.tuning_label(swept)}"
        yield Drawing(name, _figure(subtitle, family, rows, matching(refused, KEYS, key)))


def _compared(rows):
    rows = rows[rows["variant"].isin(COMPARED)]
    return rows.assign(family=rows["physics"].map(cutoff.family_of))


def _figure(subtitle, family, rows, refused):
    drawn = [
        (strategy, flops, physics)
        for strategy in cutoff.strategies({*rows["variant"], *refused["variant"]})
        for flops, physics in cutoff.FLOPS[family].items()
        if physics in set(rows["physics"])
    ]

    def lines_of(per_cell):
        return [
            _line(
                f"{strategy}, {flops} FLOP",
                cutoff.line_style(strategy) | {"linestyle": DASHES[flops]},
                matching(rows, ["variant", "physics"], (strategy, physics)),
                cutoff.refused_sides(refused[refused["physics"] == physics], strategy, per_cell),
                per_cell,
            )
            for strategy, flops, physics in drawn
        ]

    notes = [
        f"{cutoff.calls_note(rows)} Median; whiskers: 5th to 95th percentile.",
        "5 FLOP: sum of positions; 18: Lennard-Jones potential; 168: the same with 150 more.",
    ]
    title = "Time of a pass by floating-point operations a pair"
    figure, grid = box_page(title, subtitle, notes, rows, refused, lines_of, 2)
    grid[0].set_yscale("log")
    grid[0].set_ylabel("time of a pass [ms]")
    return figure


def _line(label, style, rows, refused, per_cell):
    points = {
        int(side): Bar(*(row[f"summary.{key}"] * MS for key in ("median_s", "p05_s", "p95_s")))
        for (_, side, number), row in cutoff.by_box(rows).items()
        if number == per_cell
    }
    return BoxLine(label, style, points, refused)

"""Million particles a second by lists, cells, tasks and groups, by the neighbours of a particle."""

from analysis import tasks
from analysis.drawing import caption
from analysis.drawing.bars import Bar
from analysis.drawing.lines import Line, draw_lines
from analysis.drawing.page import Drawing, Page
from analysis.runs import FORCES, file_name, in_the_loop

NEEDS = (
    "whole steps of two traversals or more over cuboids with two numbers of neighbours or more, as "
    "suite tasks-lists records them"
)
NEIGHBOURS = "scenario.state.neighbours.mean"
CONFIGURATION = "scenario.configuration_hash"
SCENARIO = "static-cuboid"
M = 1e6
# By traversal: what it is called, and how its line looks.
WAYS = {
    "list-gather": ("list, built for each step", "#D55E00", "D"),
    "rows": ("a thread a particle", "#555555", "s"),
    "cta-tasks": ("tasks", "#E69F00", "^"),
    "hierarchical-tasks": ("tasks of the hierarchical grid", "#0072B2", "o"),
    "warp-tiles": ("groups (warp-tiles)", "#009E73", "v"),
}


def draw(material):
    steps = in_the_loop(material.records, "step")
    steps = steps[(steps["scenario.name"] == SCENARIO) & steps[FORCES].isin(WAYS)]
    if NEIGHBOURS not in steps:
        return
    pages = ["toolchain.name", tasks.PARTICLES]
    for (toolchain, particles), rows in _one_number_a_scenario(steps).groupby(pages):
        lines = _lines(rows)
        if len(lines) > 1 and any(len(line.points) > 1 for line in lines):
            name = file_name("neighbours", SCENARIO, int(particles), toolchain)
            yield Drawing(name, _figure(toolchain, rows, lines))


def _one_number_a_scenario(steps):
    """Where the oracle judges a sample, it is another for each order of the particles."""
    counted = steps[steps[NEIGHBOURS].notna()]
    means = counted.groupby(CONFIGURATION)[NEIGHBOURS].transform("mean")
    return counted.assign(**{NEIGHBOURS: means})


def _lines(rows):
    """The fastest variant of each traversal, by the mean number of neighbours."""
    lines = []
    for traversal, (label, colour, marker) in WAYS.items():
        found = rows[rows[FORCES] == traversal]
        line = Line(label, colour, marker=marker)
        for neighbours, of_place in found.groupby(NEIGHBOURS):
            row = of_place.loc[of_place["summary.median_s"].idxmin()]
            line.points[round(neighbours)] = Bar(
                *(
                    row[tasks.PARTICLES] / row[f"summary.{key}_s"] / M
                    for key in ("median", "p95", "p05")
                )
            )
        if line.points:
            lines.append(line)
    return lines


def _figure(toolchain, rows, lines):
    page = Page(
        "Performance of the whole step by the number of neighbours",
        f"{SCENARIO}, {toolchain}",
        [
            *caption.run_notes(rows),
            caption.samples_note(rows, "Particles × iterations a second / 10⁶"),
            "Cells, and what is prepared of them, are built for each step; of each traversal the "
            "fastest variant that was recorded.",
            tasks.cells_note(rows),
        ],
        legend_entries=len(lines),
        legend_columns=2,
    )
    figure, axes = page.open()
    places = sorted({place for line in lines for place in line.points})
    draw_lines(axes, places, lines, tasks.three_digits)
    rates = [bar.value for line in lines for bar in line.points.values()]
    axes.set_yscale("log")
    axes.set_ylim(min(rates) / 1.5, max(rates) * 1.5)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlabel("neighbours of a particle, mean")
    axes.set_ylabel("MIPPS")
    page.legend(axes)
    return figure

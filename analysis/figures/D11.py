"""Time of a whole run against the obstacle, by number of particles (paper D, figure 11)."""

from analysis import obstacle
from analysis.drawing import caption
from analysis.drawing.bars import Bar
from analysis.drawing.lines import Line, draw_lines
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import FOR_OTHERS, sort_toolchains
from analysis.runs import file_name

NEEDS = (
    f"whole steps of {obstacle.SCENARIO} in states from 0 to {obstacle.END} s, at two numbers of "
    "particles or more, as suite obstacle records them"
)
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", *FOR_OTHERS]
MARKERS = "os^vDP*X"


def draw(material):
    records = obstacle.of_obstacle(material.records)
    runs = obstacle.whole_runs(records)
    for scenario, rows in records.groupby("scenario.name"):
        found = {key[1:]: run for key, run in runs.items() if key[0] == scenario}
        if len({particles for *_, particles in found}) > 1:
            yield Drawing(file_name("D11", scenario), _figure(scenario, rows, found))


def _figure(scenario, rows, runs):
    lines = _lines(runs)
    page = Page(
        "Time of a whole run against the obstacle",
        scenario,
        [
            *caption.run_notes(rows),
            obstacle.runs_note(runs.values()),
            "Whiskers: the same of the 5th and of the 95th percentiles.",
            *obstacle.left_out_notes(rows, {(scenario, *key): run for key, run in runs.items()}),
        ],
        plot_height=4,
        legend_entries=len(lines),
        legend_columns=1,  # names of variants are long
    )
    figure, axes = page.open()
    draw_lines(axes, sorted({particles for *_, particles in runs}), lines)
    axes.set_yscale("log")
    axes.set_xlabel("particles")
    axes.set_ylabel("run time [s]")
    page.legend(axes)
    return figure


def _lines(runs):
    """One a variant and toolchain."""
    variants = sorted({variant for variant, _, _ in runs})
    lines = []
    for toolchain in sort_toolchains(toolchain for _, toolchain, _ in runs):
        for variant in variants:
            points = {
                particles: Bar(run.seconds, run.low, run.high)
                for (name, compiler, particles), run in runs.items()
                if (name, compiler) == (variant, toolchain)
            }
            colour, marker = (each[len(lines) % len(each)] for each in (COLOURS, MARKERS))
            if points:
                lines.append(Line(f"{toolchain}, {variant}", colour, marker=marker, points=points))
    return lines

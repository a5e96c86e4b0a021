"""Time of a whole run against the obstacle, by number of particles (paper D, figure 11): the three
versions of the paper's GPU code, a single core and threads, and what goes further."""

from analysis import obstacle
from analysis.drawing import caption
from analysis.drawing.bars import Bar
from analysis.drawing.lines import Line, draw_lines
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import FOR_OTHERS
from analysis.rebuilds import missed_note
from analysis.runs import file_name

NEEDS = (
    f"whole steps of {obstacle.SCENARIO} in states from 0 to {obstacle.END} s, at two numbers of "
    "particles or more, as suite obstacle records them"
)
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", *FOR_OTHERS]
MARKERS = "os^vDP*"  # one fewer than colours that differ: no two lines are alike


PAPERS = [*obstacle.VERSIONS.values(), obstacle.ONE_CORE]


def draw(material):
    for scenario, rows, found in obstacle.with_whole_runs(material):
        if len({particles for *_, particles in found}) > 1:
            figure = _figure(scenario, rows, found, material.host)
            yield Drawing(file_name("D11", scenario), figure)


def _figure(scenario, rows, runs, host):
    lines = _lines(runs)
    page = Page(
        "Time of a whole run against the obstacle",
        scenario,
        [
            *caption.run_notes(rows),
            obstacle.runs_note(runs.values()),
            "Whiskers: the same of the 5th and of the 95th percentiles.",
            *missed_note(rows),
            *obstacle.host_notes(host, runs.values()),
            *obstacle.left_out_notes(rows, {(scenario, *key): run for key, run in runs.items()}),
        ],
        plot_height=4,
        legend_entries=len(lines),
        legend_columns=1,  # names of variants are long
    )
    figure, axes = page.open()
    draw_lines(axes, sorted({particles for *_, particles in runs}), lines, baseline=None)
    axes.set_yscale("log")
    axes.set_xlabel("particles")
    axes.set_ylabel("run time [s]")
    page.legend(axes)
    return figure


def _lines(runs):
    """One a variant and toolchain, the paper's first."""
    curves = {(variant, toolchain): {} for variant, toolchain, _ in sorted(runs, key=_place)}
    for (variant, toolchain, particles), run in runs.items():
        point = Bar(run.seconds, run.low, run.high, hollow=run.of_host)
        curves[variant, toolchain][particles] = point
    lines = []
    for (variant, toolchain), points in curves.items():
        colour, marker = (each[len(lines) % len(each)] for each in (COLOURS, MARKERS))
        of_host = any(point.hollow for point in points.values())
        label = _label(variant, toolchain)
        lines.append(Line(label, colour, "--" if of_host else "-", marker, points))
    return lines


def _place(key):
    variant, toolchain, _ = key
    name = obstacle.VERSIONS.get(variant, variant)
    papers = PAPERS.index(name) if name in PAPERS else len(PAPERS)
    return papers, "threads" not in variant, toolchain, variant


def _label(variant, toolchain):
    name = obstacle.VERSIONS.get(variant)
    return f"{toolchain}, {name}: {variant}" if name else f"{toolchain}, {variant}"

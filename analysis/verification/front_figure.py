"""Fronts of dam breaks beside the experiment of Martin and Moyce (1952)."""

import matplotlib
import numpy as np

from analysis.drawing.page import STYLE, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.verification.material import curve_drawings, run_notes, variants_note

NAME, CURVE = "verification-front", "front"
# Key of the series and of the mean deviation, and how the panel is headed.
SCALES = {
    "t_experiment": ("experiment", "T = t \N{SQUARE ROOT}(2 g / a), as the experiment's"),
    "t_own": (
        "own",
        "T = t \N{SQUARE ROOT}(n\N{SUPERSCRIPT TWO} g / a), n\N{SUPERSCRIPT TWO} of this column",
    ),
}


def draw(verification):
    return curve_drawings(verification, CURVE, NAME, _figure)


def _figure(rows, subtitle):
    toolchains = sort_toolchains(row["toolchain"]["name"] for row in rows)
    colours = colours_of_toolchains(toolchains)
    constants = rows[0]["constants"]
    page = Page(
        "Front of the dam break and the experiment of Martin and Moyce",
        f"{subtitle}, n\N{SUPERSCRIPT TWO} = {constants['aspect']:.3g} (experiment: 2)",
        [
            *run_notes(rows),
            variants_note(rows),
            f"Hollow: the readings with the gate's delay of {constants['gate_delay']:g} taken off.",
            *_deviations(rows),
        ],
        width=10.0,
        columns=len(SCALES),
        legend_entries=len(toolchains) + 2,
        legend_columns=4,
    )
    figure, grid = page.open_grid()
    with matplotlib.rc_context(STYLE):
        for axes, (key, (_, title)) in zip(grid, SCALES.items(), strict=True):
            _draw(axes, rows, key, colours)
            axes.set_title(title, fontsize=9)
            axes.set_xlabel("T")
            axes.set_ylabel("Z = front / a")
            axes.grid(axis="both")
    page.legend(grid[0])
    return figure


def _draw(axes, rows, key, colours):
    named = set()
    for row in rows:
        toolchain = row["toolchain"]["name"]
        label = None if toolchain in named else toolchain
        named.add(toolchain)
        series = row["series"]
        axes.plot(
            series[key], series["z"], color=colours[toolchain], label=label, linewidth=1, alpha=0.7
        )
    reading, delay = rows[0]["reference"], rows[0]["constants"]["gate_delay"]
    times = np.array(reading["t"])
    look = {"linestyle": "none", "marker": "o", "markersize": 4.5, "color": "black"}
    axes.plot(times, reading["z"], label="Martin and Moyce", **look)
    axes.plot(times - delay, reading["z"], label="gate's delay taken off", fillstyle="none", **look)


def _deviations(rows):
    """The mean deviations, of all variants from the smallest to the largest."""
    for name, title in SCALES.values():
        plain, delayed = (
            _range([row["constants"][f"deviation_{name}{end}"] for row in rows])
            for end in ("", "_delayed")
        )
        yield (
            f"{title}: mean |Z \N{MINUS SIGN} Z experiment| {plain}, with the gate's delay "
            f"{delayed}."
        )


def _range(values):
    low, high = f"{min(values):.3f}", f"{max(values):.3f}"
    return low if low == high else f"{low} to {high}"

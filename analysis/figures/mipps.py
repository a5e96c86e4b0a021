"""Million particles times iterations per second, by number of particles, toolchain and variant."""

import numpy as np

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series, bars_width, draw_grouped
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import (
    colours_of_toolchains,
    hatches_of_variants,
    sort_toolchains,
)
from analysis.runs import file_name, in_the_loop, one_by

NEEDS = "whole steps"
KEYS = ["toolchain.name", "variant", "scenario.particles"]


def draw(records):
    steps = in_the_loop(records, "step")
    for (scenario, state), rows in steps.groupby(["scenario.name", "scenario.state.label"]):
        name = file_name("mipps", scenario, state)
        yield Drawing(name, _figure(f"{scenario}, {state} state", rows))


def _figure(subtitle, rows):
    found = one_by(rows, KEYS)
    colours = colours_of_toolchains(rows["toolchain.name"])
    hatches = hatches_of_variants(rows["variant"])
    series = []
    for variant, hatch in hatches.items():
        for toolchain in sort_toolchains(rows["toolchain.name"]):
            bars = {
                _group(particles): _bar(row)
                for (name, of, particles), row in found.items()
                if (name, of) == (toolchain, variant)
            }
            if bars:
                series.append(Series(f"{toolchain}, {variant}", colours[toolchain], hatch, bars))
    groups = [_group(particles) for particles in sorted(set(rows["scenario.particles"]))]
    page = Page(
        "Performance of the whole step",
        subtitle,
        [
            *caption.run_notes(rows),
            caption.samples_note(rows, "Particles × iterations a second / 10⁶"),
            *caption.state_notes(rows),
        ],
        width=bars_width(len(groups), len(series)),
        legend_entries=len(series),
        legend_columns=2,
    )
    figure, axes = page.open()
    draw_grouped(axes, groups, series)
    axes.set_xlabel("particles")
    axes.set_ylabel("MIPPS")
    page.legend(axes)
    return figure


def _group(particles):
    return f"{int(particles):,}"


def _bar(row):
    low, high = np.percentile(row["scenario.particles"] / row["samples.time_s"] / 1e6, [5, 95])
    return Bar(row["summary.mipps"], low, high)

"""Joules per million particle steps by variant and toolchain, beside the time and the power."""

import numpy as np
import pandas as pd

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series
from analysis.drawing.horizontal import draw_horizontal, groups_height, names_width
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.runs import STATES, VARIANT, file_name, in_the_loop, one_by

NEEDS = "whole steps whose energy was counted, as suite energy or `sphlab run --energy` record them"
PAGES = ["scenario.name", "scenario.particles", STATES, "scenario.state.step"]
JOULES = "energy.joules_per_step"
PANEL_INCHES, BETWEEN = 2.6, 0.35


def draw(material):
    steps = in_the_loop(material.records, "step")
    if JOULES not in steps:
        return
    for (scenario, particles, state, step), rows in steps[steps[JOULES].notna()].groupby(PAGES):
        subtitle = f"{scenario}, {state} state, {particles:,} particles, step {step:,}"
        name = file_name("energy", scenario, int(particles), state)
        yield Drawing(name, _figure(subtitle, rows))


def _figure(subtitle, rows):
    found = one_by(rows, ["toolchain.name", VARIANT])
    variants = _least_first(rows)
    toolchains = sort_toolchains(rows["toolchain.name"])
    left = names_width(variants)
    page = Page(
        "Energy of the whole step",
        subtitle,
        [*caption.run_notes(rows), *_notes(rows), *caption.state_notes(rows)],
        width=left + len(PANELS) * (PANEL_INCHES + BETWEEN),
        plot_height=groups_height(len(variants), len(toolchains)),
        left=left,
        between=BETWEEN,
        columns=len(PANELS),
        legend_entries=len(toolchains),
    )
    figure, grid = page.open_grid()
    for axes, (label, bar_of) in zip(grid, PANELS.items(), strict=True):
        series = _series(found, toolchains, bar_of)
        draw_horizontal(axes, variants, series, axes is grid[0])
        axes.set_xlabel(label)
    page.legend(grid[0])
    return figure


def _series(found, toolchains, bar_of):
    colours = colours_of_toolchains(toolchains)
    return [
        Series(
            toolchain,
            colours[toolchain],
            bars={variant: bar_of(row) for (by, variant), row in found.items() if by == toolchain},
        )
        for toolchain in toolchains
    ]


def _least_first(rows):
    """All variants by the least energy that any toolchain's takes, then by name."""
    least = rows.groupby(VARIANT)[JOULES].min()
    return sorted(least.index, key=lambda variant: (least[variant], variant))


def _joules(row):
    of_a_million = 1e6 / row["scenario.particles"]
    return Bar(*(row[key] * of_a_million for key in (JOULES, "energy.low_j", "energy.high_j")))


def _milliseconds(row):
    runs = np.divide(row["energy.samples.time_s"], row["energy.samples.steps"])
    return Bar(row["energy.step_s"] * 1e3, runs.min() * 1e3, runs.max() * 1e3)


def _watts(row):
    runs = np.divide(row["energy.samples.joules"], row["energy.samples.time_s"])
    return Bar(row["energy.power_w"], runs.min(), runs.max())


PANELS = {
    "J per million particle steps": _joules,
    "ms a step": _milliseconds,
    "W": _watts,
}


def _notes(rows):
    counters = ", ".join(sorted(set(rows["energy.counter"])))
    runs = sorted({len(joules) for joules in rows["energy.samples.joules"]})
    count = " to ".join(f"{number}" for number in dict.fromkeys((runs[0], runs[-1])))
    yield (
        f"By the counter {counters}, of all that it counts, over {count} runs. Whiskers of the "
        "energy: 95 % interval of the mean, with the resolution of the counter; of time and "
        "power: the least and the most of the runs."
    )
    yield from _idle_note(rows)


def _idle_note(rows):
    if "energy.idle_power_w" not in rows:
        return
    idle = [power for power in rows["energy.idle_power_w"] if pd.notna(power)]
    if idle:
        least, most = (f"{power:.0f}" for power in (min(idle), max(idle)))
        power = least if least == most else f"{least} to {most}"
        yield f"The idle device took {power} W before the runs; nothing is subtracted."

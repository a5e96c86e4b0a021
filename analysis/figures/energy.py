"""Joules per million particle steps by variant and toolchain, beside the time and the power."""

import numpy as np

from analysis import energy_notes
from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series
from analysis.drawing.horizontal import draw_horizontal, groups_height, names_width
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.rebuilds import lists_notes
from analysis.recorded.energy import per_million
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
        [*caption.run_notes(rows), *_notes(rows), *lists_notes(rows), *caption.state_notes(rows)],
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
    of_step = (row[key] for key in (JOULES, "energy.low_j", "energy.high_j"))
    return Bar(*(per_million(joules, row["scenario.particles"]) for joules in of_step))


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
    yield (
        f"{energy_notes.counted(rows['energy.counter'], map(len, rows['energy.samples.joules']))} "
        f"Whiskers of the energy: {energy_notes.INTERVAL}; of time and power: the least and the "
        "most of the runs."
    )
    if "energy.idle_power_w" in rows:
        yield from energy_notes.idle(rows["energy.idle_power_w"].dropna())

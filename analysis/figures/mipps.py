"""Million particles times iterations per second, by variant and toolchain, a panel a workload."""

import math
from dataclasses import dataclass

import numpy as np

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series
from analysis.drawing.horizontal import draw_horizontal, groups_height, names_width
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.limits import SHARE, with_shares
from analysis.material import DRIFTS, MARKS
from analysis.rebuilds import lists_notes, on_demand
from analysis.runs import STATES, VARIANT, file_name, in_the_loop, matching, one_by

NEEDS = "whole steps"
PAGES = ["scenario.name", STATES]
WORKLOAD = ["scenario.particles", "scenario.state.step"]
MOST_COLUMNS = 4
PANEL_INCHES, BETWEEN = 2.3, 0.35
DRIFTING = (
    f"{DRIFTS.capitalize()}: the step becomes faster or slower within a block of samples, so that "
    "its median is of no steady state."
)


@dataclass(frozen=True, order=True)
class Workload:
    """What the bars of one panel have in common, beside scenario and label of the state."""

    particles: int
    step: int

    def __str__(self):
        return f"{self.particles:,} particles, step {self.step:,}"


def draw(material):
    stages = in_the_loop(material.records, "stage")
    steps = with_shares(in_the_loop(material.records, "step"), stages)
    for (scenario, state), rows in steps.groupby(PAGES):
        name = file_name("mipps", scenario, state)
        refused = _keys(matching(material.refused, PAGES, (scenario, state)))
        yield Drawing(name, _figure(f"{scenario}, {state} state", rows, refused))


def _keys(refused):
    """By the (workload, toolchain, variant) of each record what is written in place of its bar."""
    return {
        (_workload(row), row["toolchain.name"], row[VARIANT]): (
            row["validity.status"] if row["validity.status"] in MARKS else "refused"
        )
        for _, row in refused.iterrows()
    }


def _figure(subtitle, rows, refused):
    found = {
        (Workload(int(particles), int(step)), toolchain, variant): _bar(row)
        for (particles, step, toolchain, variant), row in one_by(
            rows, [*WORKLOAD, "toolchain.name", VARIANT]
        ).items()
    }
    workloads = sorted({workload for workload, _, _ in found})
    variants = _fastest_first(found, workloads, {variant for _, _, variant in refused})
    toolchains = sort_toolchains(rows["toolchain.name"])
    lines = math.ceil(len(workloads) / MOST_COLUMNS)
    columns = math.ceil(len(workloads) / lines)
    left = names_width(variants)
    alone = len(workloads) == 1
    page = Page(
        "Performance of the whole step",
        f"{subtitle}, {workloads[0]}" if alone else subtitle,
        [
            *caption.run_notes(rows),
            caption.samples_note(rows, "Particles × iterations a second / 10⁶"),
            *caption.shares_notes(rows),
            *lists_notes(rows),
            *([DRIFTING] if DRIFTS in refused.values() else []),
            *caption.state_notes(rows),
        ],
        width=max(8.0, left + columns * (PANEL_INCHES + BETWEEN)),
        plot_height=groups_height(len(variants), len(toolchains)),
        left=left,
        between=BETWEEN,
        rows=lines,
        columns=columns,
        legend_entries=len(toolchains),
    )
    figure, grid = page.open_grid()
    for index, (axes, workload) in enumerate(zip(grid, workloads, strict=False)):
        series = _series(found, workload, toolchains, variants)
        marked = {(name, one): why for (of, name, one), why in refused.items() if of == workload}
        draw_horizontal(axes, variants, series, index % columns == 0, marked)
        axes.set_title("" if alone else str(workload), fontsize=9)
        axes.set_xlabel("MIPPS")
    for axes in grid[len(workloads) :]:
        axes.remove()
    page.legend(grid[0])
    return figure


def _series(found, workload, toolchains, variants):
    colours = colours_of_toolchains(toolchains)
    return [
        Series(
            toolchain,
            colours[toolchain],
            bars={
                variant: found[workload, toolchain, variant]
                for variant in variants
                if (workload, toolchain, variant) in found
            },
        )
        for toolchain in toolchains
    ]


def _fastest_first(found, workloads, refused):
    """All variants by their best on the most particles, then on fewer, then by name."""

    def best(variant):
        return [
            -max(
                (bar.value for (of, _, name), bar in found.items() if (of, name) == (one, variant)),
                default=0,
            )
            for one in reversed(workloads)
        ]

    names = {variant for _, _, variant in found} | refused
    return sorted(names, key=lambda variant: (best(variant), variant))


def _workload(row):
    return Workload(int(row["scenario.particles"]), int(row["scenario.state.step"]))


def _bar(row):
    low, high = np.percentile(row["scenario.particles"] / row["samples.time_s"] / 1e6, [5, 95])
    share = row.get(SHARE, math.nan)
    share = None if math.isnan(share) else share
    rebuilds = on_demand(row)
    note = f"{rebuilds}/step" if rebuilds else ""
    return Bar(row["summary.mipps"], low, high, share=share, note=note)

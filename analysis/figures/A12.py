"""Gain of a list built by a warp per cell over one built by a thread per particle, in building the
list and in the whole step, against the number of particles (paper A, figure 12).

The gain is that of the paper, T_old / T_new - 1. Builders of this project's own stand beside it.
"""

import pandas as pd

from analysis.drawing import caption
from analysis.drawing.bars import Bar
from analysis.drawing.lines import Line, draw_lines, short_count
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.runs import (
    DEFAULT_FORMAT,
    FORCES,
    FORMAT,
    LIST,
    STATES,
    file_name,
    in_the_loop,
    one_by,
    with_plain_list,
)

NEEDS = (
    "whole steps of the list builders per-particle and warp-per-cell at two numbers of particles "
    "or more, as suite list-builders records them"
)
OLD, NEW = "per-particle", "warp-per-cell"
OF_THE_PAPER = {OLD, NEW, "per-particle-by-type"}
PANELS = {"list": "List construction", "step": "Whole step"}
STYLES = ["--", ":", "-."]
MARKERS = ["s", "^", "D"]


def draw(material):
    listed = with_plain_list(material.records)
    steps = in_the_loop(listed, "step")
    stages = in_the_loop(listed, "stage")
    rows = pd.concat([steps, stages[stages["stage"] == "list"]])
    keys = ["scenario.name", STATES, FORCES, FORMAT]
    for (scenario, state, forces, form), found in rows.groupby(keys):
        of_steps = found[found["stage"] == "step"]
        if {OLD, NEW} <= set(of_steps[LIST]) and of_steps["scenario.particles"].nunique() > 1:
            code = forces if form == DEFAULT_FORMAT else f"{forces}+{form}"
            title = f"{scenario}, {state} state, {forces}, list {form}"
            yield Drawing(file_name("A12", scenario, code, state), _figure(title, found))


def _figure(subtitle, rows):
    builders = [NEW, *sorted(set(rows[LIST]) - OF_THE_PAPER)]
    rows = rows[rows[LIST].isin([OLD, *builders])]
    toolchains = sort_toolchains(rows["toolchain.name"])
    particles = sorted({int(number) for number in rows["scenario.particles"]})
    found = one_by(rows, ["stage", "toolchain.name", LIST, "scenario.particles"])
    panels = {stage: _lines(found, stage, toolchains, builders, particles) for stage in PANELS}
    page = Page(
        "Gain over a list built by a thread a particle",
        subtitle,
        [
            *caption.run_notes(rows),
            "T_old / T_new \N{MINUS SIGN} 1 of medians of "
            f"{rows['summary.count'].min():,} samples or more; old: {OLD}. Whiskers: the 5th "
            "percentile of the old over the 95th of the new, and the other way round.",
            *_gaps(panels, particles),
            *caption.state_notes(rows),
        ],
        columns=len(PANELS),
        legend_entries=len(toolchains) * len(builders),
        legend_columns=3,
    )
    figure, grid = page.open_grid()
    for axes, (stage, title) in zip(grid, PANELS.items(), strict=True):
        draw_lines(axes, particles, panels[stage])
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("particles")
        axes.set_ylabel("gain [%]")
    page.legend(grid[0])
    return figure


def _lines(found, stage, toolchains, builders, particles):
    colours = colours_of_toolchains(toolchains)
    lines = []
    for toolchain in toolchains:
        for index, builder in enumerate(builders):
            own = (index - 1) % len(STYLES)
            line = Line(f"{toolchain}, {builder}", colours[toolchain])
            if builder != NEW:
                line.style, line.marker = STYLES[own], MARKERS[own]
            for number in particles:
                old = found.get((stage, toolchain, OLD, number))
                new = found.get((stage, toolchain, builder, number))
                if old is not None and new is not None:
                    line.points[number] = _gain(old, new)
            lines.append(line)
    return lines


def _gain(old, new):
    def percent(old_key, new_key):
        return 100 * (old[f"summary.{old_key}"] / new[f"summary.{new_key}"] - 1)

    return Bar(
        percent("median_s", "median_s"), percent("p05_s", "p95_s"), percent("p95_s", "p05_s")
    )


def _gaps(panels, particles):
    """A line for each gain that the records do not hold, of all those that others have."""
    for stage, lines in panels.items():
        for line in lines:
            missing = [short_count(number) for number in particles if number not in line.points]
            if missing:
                yield (
                    f"{PANELS[stage]}, {line.label}: not recorded, and so not drawn, "
                    f"at {', '.join(missing)} particles."
                )

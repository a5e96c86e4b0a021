"""MIPPS of the initial and of the new code, and their ratio, by resolution (paper A, figure 15).

The initial code reads its list by virtual iterators and builds it by a thread per particle; the new
code reads it by chain iterators and builds it in another way, in any format.
"""

import numpy as np

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series, bars_width, draw_grouped, over
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, hatches_of_variants, sort_toolchains
from analysis.runs import (
    FORCES,
    LIST,
    STATES,
    file_name,
    in_the_loop,
    one_by,
    with_plain_list,
)

NEEDS = (
    "whole steps of list-gather-virtual+per-particle and of list-gather with another builder at "
    "two resolutions or more, as suite resolutions records them"
)
OLD = "list-gather-virtual+per-particle"


def draw(material):
    steps = in_the_loop(with_plain_list(material.records), "step")
    steps = steps[(steps["variant"] == OLD) | _is_new(steps)]
    for (scenario, state), rows in steps.groupby(["scenario.name", STATES]):
        names = set(rows["variant"])
        if OLD in names and len(names) > 1 and rows["scenario.particles"].nunique() > 1:
            name = file_name("A15", scenario, state)
            yield Drawing(name, _figure(f"{scenario}, {state} state", rows))


def _is_new(steps):
    return (steps[FORCES] == "list-gather") & (steps[LIST] != "per-particle")


def _figure(subtitle, rows):
    variants = [OLD, *sorted(set(rows["variant"]) - {OLD})]
    toolchains = sort_toolchains(rows["toolchain.name"])
    sizes = sorted({int(number) for number in rows["scenario.particles"]})
    groups = [_group(number) for number in sizes]
    found = one_by(rows, ["toolchain.name", "variant", "scenario.particles"])
    mipps = _series(toolchains, variants, sizes, lambda *key: _mipps(found.get(key)))
    ratios = _series(
        toolchains,
        variants[1:],
        sizes,
        lambda toolchain, variant, number: _ratio(
            found.get((toolchain, OLD, number)), found.get((toolchain, variant, number))
        ),
    )
    page = Page(
        "Performance of the initial and of the new code",
        subtitle,
        [
            *caption.run_notes(rows),
            caption.samples_note(
                rows, "Particles \N{MULTIPLICATION SIGN} iterations a second / 10⁶"
            ),
            "Ratio: new over old; whiskers: the 5th percentile of one over the 95th of the other, "
            f"and the other way round. Old: {OLD}.",
            *_gaps(mipps, groups),
            *caption.state_notes(rows),
        ],
        width=2 * bars_width(len(groups), len(mipps)) - 6,
        columns=2,
        legend_entries=len(mipps),
        legend_columns=2,
    )
    figure, (left, right) = page.open_grid()
    draw_grouped(left, groups, mipps)
    left.set_ylabel("MIPPS")
    draw_grouped(right, groups, ratios)
    right.set_ylabel("performance ratio, new / old")
    right.axhline(1, color="#666666", linewidth=0.8, linestyle=(0, (4, 3)))
    for axes, title in ((left, "Performance"), (right, "Performance ratio")):
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("particles")
    page.legend(left)
    return figure


def _series(toolchains, variants, sizes, bar_of):
    """One Series a toolchain and variant with the bars that `bar_of` finds."""
    colours = colours_of_toolchains(toolchains)
    hatches = hatches_of_variants(variants)
    series = []
    for toolchain in toolchains:
        for variant in variants:
            bars = {_group(number): bar_of(toolchain, variant, number) for number in sizes}
            known = {group: bar for group, bar in bars.items() if bar is not None}
            label = f"{toolchain}, {variant}"
            series.append(Series(label, colours[toolchain], hatches[variant], known))
    return series


def _group(particles):
    return f"{particles:,}"


def _mipps(row):
    if row is None:
        return None
    low, high = np.percentile(row["scenario.particles"] / row["samples.time_s"] / 1e6, [5, 95])
    return Bar(row["summary.mipps"], low, high)


def _ratio(old, new):
    if old is None or new is None:
        return None
    return over(old, new)


def _gaps(series, groups):
    for one in series:
        missing = [group for group in groups if group not in one.bars]
        if missing:
            yield f"{one.label}: not recorded, and so not drawn, at {', '.join(missing)} particles."

"""Share of each stage in the step, one bar per toolchain: the initial code (paper A, figure 6).

Shares are of the measured step, not of the sum of the stages, so the unexplained rest shows. Where
there is none to publish, since it drifts, they are of a whole run, of which no rest is known.
"""

import matplotlib

from analysis.drawing import caption
from analysis.drawing.bars import short
from analysis.drawing.page import STYLE, Drawing, Page
from analysis.drawing.palette import (
    OF_UNEXPLAINED,
    colours_of_stages,
    sort_toolchains,
    text_on,
)
from analysis.figures.A5 import whole_runs
from analysis.iterators import INITIAL
from analysis.runs import UNEXPLAINED, one_by, stages_with_steps, unexplained_s
from analysis.stages import recorded_stages

NEEDS = f"stages measured in the loop, and whole steps, of {INITIAL}"
MS = 1e3
NARROWEST_WITH_NUMBER = 3.5
TOLERATED_GAP = 1.0


def draw(material):
    return draw_shares("A6", INITIAL, material.records)


def draw_shares(name, code, records):
    """Yields a Drawing for each run with a step of the variants of `code`, as figure `name`."""
    of_code = code.of(records)
    totals = whole_runs(of_code)
    for run, rows, of_steps in stages_with_steps(of_code):
        steps = totals.get(run, {}) | of_steps
        toolchains = [one for one in sort_toolchains(rows["toolchain.name"]) if one in steps]
        if toolchains:
            yield Drawing(run.file_name(name), _figure(run, code, rows, steps, toolchains))


def shares(rows, step):
    """Per cent of the step by stage in the order of execution, the unexplained rest last."""
    of_step = rows[rows["toolchain.name"] == step["toolchain.name"]]
    found = one_by(of_step, ["stage"])
    percent = 100 / step["summary.median_s"]
    result = {
        stage: found[(stage,)]["summary.median_s"] * found[(stage,)]["calls_per_step"] * percent
        for stage in recorded_stages(of_step)
    }
    rest = unexplained_s(step)
    if rest is not None:
        result[UNEXPLAINED] = rest * percent
    return result


def _figure(run, code, rows, steps, toolchains):
    parts = {toolchain: shares(rows, steps[toolchain]) for toolchain in toolchains}
    drawn = [*recorded_stages(rows), UNEXPLAINED]
    names = [stage for stage in drawn if any(stage in part for part in parts.values())]
    page = Page(
        f"Share of each stage in the time of a step, {code.name}",
        str(run),
        _notes(code, rows, steps, parts),
        plot_height=0.3 + 0.55 * len(toolchains),
        width=8.4,
        left=1.75,
        legend_entries=len(names),
        legend_columns=len(names),
    )
    figure, axes = page.open()
    with matplotlib.rc_context(STYLE):
        _stack(axes, names, parts)
        labels = [_tick(toolchain, steps[toolchain]) for toolchain in toolchains]
        axes.set_yticks(range(len(toolchains)), labels)
        axes.set_ylim(len(toolchains) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x")
        axes.set_xlabel("share of the step [%]")
        axes.set_ylabel("toolchain")
    page.legend(axes)
    return figure


def _stack(axes, names, parts):
    """One container a stage. Positive shares stack to the right of zero, negative to the left."""
    colours = colours_of_stages(names) | {UNEXPLAINED: OF_UNEXPLAINED}
    ends = {toolchain: {True: 0.0, False: 0.0} for toolchain in parts}
    for name in names:
        rows = [row for row, toolchain in enumerate(parts) if name in parts[toolchain]]
        toolchains = [toolchain for toolchain in parts if name in parts[toolchain]]
        widths = [parts[toolchain][name] for toolchain in toolchains]
        starts = [
            ends[toolchain][width >= 0] for toolchain, width in zip(toolchains, widths, strict=True)
        ]
        axes.barh(
            rows,
            widths,
            0.62,
            left=starts,
            label=name,
            color=colours[name],
            hatch="////" if name == UNEXPLAINED else "",
            edgecolor="white",
            linewidth=0.6,
        )
        for row, toolchain, start, width in zip(rows, toolchains, starts, widths, strict=True):
            ends[toolchain][width >= 0] += width
            if abs(width) >= NARROWEST_WITH_NUMBER:
                axes.text(
                    start + width / 2,
                    row,
                    f"{width:.1f}",
                    ha="center",
                    va="center",
                    fontsize=7.5,
                    color=text_on(colours[name]),
                )
    axes.axvline(0, color="#666666", linewidth=0.8)
    axes.axvline(100, color="#666666", linewidth=0.8, linestyle=(0, (4, 3)))


def _tick(toolchain, step):
    return f"{toolchain}\n{short(step['summary.median_s'] * MS)} ms a step"


def _notes(code, rows, steps, parts):
    left_out = [name for name in sort_toolchains(rows["toolchain.name"]) if name not in parts]
    sums = {toolchain: sum(part.values()) for toolchain, part in parts.items()}
    gaps = {name: total for name, total in sums.items() if abs(total - 100) > TOLERATED_GAP}
    spreads = [steps[name]["summary.relative_spread"] * 100 for name in parts]
    of_runs = [name for name in parts if steps[name]["scope"] == "run"]
    return [
        *caption.run_notes(rows[rows["toolchain.name"].isin(parts)]),
        code.note(rows),
        f"Medians × calls per step, over the median step, whose 5th to 95th percentile span "
        f"up to {max(spreads):.1f} % of it.",
        "Unexplained: the step less the sum of its stages; negative (left of zero) where timing "
        "the stages costs more than they leave.",
        *[
            f"{name}: of the steps of a whole run, without what is left unexplained."
            for name in of_runs
        ],
        *[f"{name}: stages and rest add up to {total:.1f} %." for name, total in gaps.items()],
        *[f"{name}: not drawn, there is no record of its step." for name in left_out],
        *caption.state_notes(rows),
    ]

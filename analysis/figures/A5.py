"""Time of each stage in the first 1000 steps, by toolchain: the initial code (paper A, figure 5).

The time of one invocation times the number of invocations, so that stages of different frequency
compare, with what the stages leave unexplained of the step beside them.
"""

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series, bars_width, draw_grouped, short
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.iterators import initial_code, iterators_note
from analysis.runs import UNEXPLAINED, one_by, stages_with_steps, unexplained_s
from analysis.stages import recorded_stages

NEEDS = "stages measured in the loop"
STEPS = 1000
MS = 1e3


def draw(records):
    return draw_cumulative("A5", initial_code(records))


def draw_cumulative(name, records):
    """Yields a Drawing for each run of `records`, as figure `name`."""
    for run, rows, steps in stages_with_steps(records):
        yield Drawing(run.file_name(name), _figure(run, rows, steps))


def _figure(run, rows, steps):
    toolchains = sort_toolchains(rows["toolchain.name"])
    colours = colours_of_toolchains(toolchains)
    groups = [*recorded_stages(rows), UNEXPLAINED]
    found = one_by(rows, ["toolchain.name", "stage"])
    series = []
    for toolchain in toolchains:
        step = steps.get(toolchain)
        bars = {stage: _bar(row) for (name, stage), row in found.items() if name == toolchain}
        if unexplained_s(step) is not None:
            bars[UNEXPLAINED] = Bar(unexplained_s(step) * STEPS * MS)
        series.append(Series(_label(toolchain, step), colours[toolchain], bars=bars))
    page = Page(
        f"Cumulative run time of each stage in {STEPS:,} steps",
        str(run),
        _notes(rows, toolchains, steps),
        width=bars_width(len(groups), len(series)),
        legend_entries=len(series),
    )
    figure, axes = page.open()
    draw_grouped(axes, groups, series)
    axes.set_xlabel("stage")
    axes.set_ylabel(f"time in {STEPS:,} steps [ms]")
    page.legend(axes)
    return figure


def _bar(row):
    scale = row["calls_per_step"] * STEPS * MS
    return Bar(*(row[f"summary.{key}"] * scale for key in ("median_s", "p05_s", "p95_s")))


def _label(toolchain, step):
    if step is None:
        return toolchain
    return f"{toolchain} ({short(step['summary.median_s'] * STEPS * MS)} ms in all)"


def _notes(rows, toolchains, steps):
    unknown = [name for name in toolchains if unexplained_s(steps.get(name)) is None]
    return [
        *caption.run_notes(rows),
        iterators_note(rows),
        caption.samples_note(rows, f"Time of one invocation × calls per step × {STEPS:,}"),
        "Unexplained: the step less the sum of its stages; negative where timing the stages costs "
        "more than they leave.",
        *[f"{name}: no record of the unexplained rest." for name in unknown],
        *caption.state_notes(rows),
    ]

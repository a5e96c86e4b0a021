"""Time of each stage in 1000 steps, by toolchain: the initial code (paper A, figure 5).

The time of one invocation times the number of invocations, so that stages of different frequency
compare, with what the stages leave unexplained of the step beside them. Where the records hold a
measured total (scope `run`), it stands beside the sum of the stages' medians.
"""

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series, bars_width, draw_grouped, short
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.iterators import INITIAL
from analysis.runs import UNEXPLAINED, by_toolchain, one_by, stages_with_steps, unexplained_s
from analysis.stages import recorded_stages

NEEDS = f"stages measured in the loop of {INITIAL}"
STEPS = 1000
MS = 1e3
SUM, MEASURED = "sum of\nmedians", "measured\ntotal"


def draw(material):
    return draw_cumulative("A5", INITIAL, material.records)


def draw_cumulative(name, code, records):
    """Yields a Drawing for each run of the variants of `code`, as figure `name`."""
    of_code = code.of(records)
    totals = whole_runs(of_code)
    for run, rows, steps in stages_with_steps(of_code):
        yield Drawing(run.file_name(name), _figure(run, code, rows, steps, totals.get(run, {})))


def whole_runs(records):
    """A dict from each Run to the record (a Series) of its measured total by toolchain.

    A sample of scope `run` is, like any of stage `step`, the time of one step [s]: here that of all
    the steps of a run over their number. Records without that scope give none.
    """
    return by_toolchain(records[(records["stage"] == "step") & (records["scope"] == "run")])


def _figure(run, code, rows, steps, totals):
    toolchains = sort_toolchains(rows["toolchain.name"])
    colours = colours_of_toolchains(toolchains)
    groups = [*recorded_stages(rows), UNEXPLAINED, *([SUM, MEASURED] if totals else [])]
    found = one_by(rows, ["toolchain.name", "stage"])
    series = []
    for toolchain in toolchains:
        step = steps.get(toolchain)
        bars = {stage: _bar(row) for (name, stage), row in found.items() if name == toolchain}
        if toolchain in totals:
            bars[SUM] = Bar(sum(bar.value for bar in bars.values()))
            bars[MEASURED] = _bar(totals[toolchain])
        if unexplained_s(step) is not None:
            bars[UNEXPLAINED] = Bar(unexplained_s(step) * STEPS * MS)
        series.append(Series(_label(toolchain, step), colours[toolchain], bars=bars))
    page = Page(
        f"Cumulative run time of each stage in {STEPS:,} steps, {code.name}",
        str(run),
        _notes(code, rows, toolchains, steps, totals),
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


def _notes(code, rows, toolchains, steps, totals):
    unknown = [name for name in toolchains if unexplained_s(steps.get(name)) is None]
    return [
        *caption.run_notes(rows),
        code.note(rows),
        caption.samples_note(rows, f"Time of one invocation × calls per step × {STEPS:,}"),
        *_totals_notes(steps, totals),
        "Unexplained: the step less the sum of its stages; negative where timing the stages costs "
        "more than they leave.",
        *[f"{name}: no record of the unexplained rest." for name in unknown],
        *caption.state_notes(rows),
    ]


def _totals_notes(steps, totals):
    if steps:
        yield f"In all: the median step × {STEPS:,}."
    if totals:
        lengths = sorted({int(total["policy.calls"]) for total in totals.values()})
        yield (
            f"Measured total: a run of {' or '.join(f'{steps:,}' for steps in lengths)} steps from "
            f"its first to its last, × {STEPS:,} / its steps; beside it the sum of the stages' "
            "medians."
        )

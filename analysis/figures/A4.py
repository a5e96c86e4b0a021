"""Time of one invocation of each stage in the running loop, by toolchain: the initial code
(paper A, figure 4).
"""

import math

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series, bars_width, draw_grouped
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.iterators import INITIAL
from analysis.limits import LEAST
from analysis.runs import by_run, in_the_loop, one_by
from analysis.stages import recorded_stages

NEEDS = f"stages measured in the loop of {INITIAL}"
MS = 1e3


def draw(material):
    return draw_average("A4", INITIAL.name, INITIAL.note, INITIAL.of(material.records))


def draw_average(name, code, note, records):
    """Yields a Drawing for each run of `records`, as figure `name`.

    `code` says in the title whose stages these are, `note(rows)` in the caption what the variant of
    `rows` is.
    """
    for run, rows in by_run(in_the_loop(records, "stage")):
        yield Drawing(run.file_name(name), _figure(run, code, note(rows), rows))


def _figure(run, code, note, rows):
    found = one_by(rows, ["toolchain.name", "stage"])
    groups = recorded_stages(rows)
    colours = colours_of_toolchains(rows["toolchain.name"])
    series = [
        Series(
            toolchain,
            colours[toolchain],
            bars={
                stage: _bar(found[toolchain, stage])
                for stage in groups
                if (toolchain, stage) in found
            },
        )
        for toolchain in sort_toolchains(rows["toolchain.name"])
    ]
    page = Page(
        f"Run time of each stage per invocation, {code}",
        str(run),
        [
            *caption.run_notes(rows),
            note,
            caption.samples_note(rows, "Each stage inside the running loop"),
            *caption.limits_notes(rows),
            *caption.state_notes(rows),
        ],
        width=bars_width(len(groups), len(series)),
        legend_entries=len(series),
    )
    figure, axes = page.open()
    draw_grouped(axes, groups, series)
    axes.set_xlabel("stage")
    axes.set_ylabel("time per invocation [ms]")
    page.legend(axes)
    return figure


def _bar(row):
    times = (row[f"summary.{key}"] * MS for key in ("median_s", "p05_s", "p95_s"))
    least = row.get(LEAST, math.nan)
    return Bar(*times, None if math.isnan(least) else least * MS)

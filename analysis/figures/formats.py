"""Time to build the list, of the forces and of the step in each format of the list: contents by
layout (catalogue L2 and L3; paper A, 4.1).
"""

import re
from dataclasses import dataclass

from analysis.drawing import caption
from analysis.drawing.bars import Bar, Series, bars_width, draw_grouped
from analysis.drawing.page import Drawing, Page
from analysis.drawing.palette import HATCHES, OF_CONTENTS
from analysis.errors import InputError
from analysis.runs import FORCES, FORMAT, LIST, STATE, file_name, one_by, with_plain_list

NEEDS = "stages or steps of one list builder in two formats or more, as suite list-formats records"
MS = 1e3
PANELS = {
    "list": "Building the list, one invocation",
    "forces": "Forces, one invocation",
    "step": "Whole step",
}
KEYS = [
    "scenario.name",
    "scenario.particles",
    STATE,
    "toolchain.name",
    LIST,
]


@dataclass(frozen=True)
class Layout:
    """Where entries lie, how wide they are and, of 16 bits, whether each tells its row of cells, or
    some tell their cell.
    """

    bits: int
    chunk: int
    in_cell: bool = False

    def __str__(self):
        names = {0: "sequential", 1: "interleaved"}
        entry = f"{self.bits} bit" + ("\nin cells" if self.in_cell else "")
        return f"{names.get(self.chunk, f'chunks of {self.chunk}')}\n{entry}"


def parse_format(name):
    """Contents and Layout of a format by its name in the records."""
    match = re.fullmatch(r"(\w+)-(?:(sequential)|(interleaved)|chunk-(\d+))(-cell)?(-16)?", name)
    if match is None or match[1] not in OF_CONTENTS or (match[5] and not match[6]):
        raise InputError(
            f"strategies.list-format: {name} is no contents ({', '.join(OF_CONTENTS)}) and layout"
        )
    chunk = 0 if match[2] else 1 if match[3] else int(match[4])
    return match[1], Layout(16 if match[6] else 32, chunk, match[5] is not None)


def draw(material):
    listed = with_plain_list(material.records)
    loop = listed[
        (listed["cache"] == "loop")
        & listed["scope"].isin(["stage", "step"])
        & listed["stage"].isin(PANELS)
    ]
    for (scenario, particles, state, toolchain, builder), rows in loop.groupby(KEYS):
        if rows[FORMAT].nunique() > 1:
            name = file_name("formats", scenario, particles, builder, toolchain, state)
            subtitle = f"{scenario}, {particles:,} particles, {state} state, {toolchain}, {builder}"
            yield Drawing(name, _figure(subtitle, rows))


def _figure(subtitle, rows):
    formats = {name: parse_format(name) for name in set(rows[FORMAT])}
    layouts = sorted(
        {layout for _, layout in formats.values()},
        key=lambda layout: (-layout.bits, layout.in_cell, layout.chunk),
    )
    columns = _columns(rows, formats)
    found = one_by(rows, ["stage", FORCES, FORMAT])
    page = Page(
        "Run time by format of the list",
        subtitle,
        [
            *caption.run_notes(rows),
            caption.samples_note(rows, "By contents of the list and traversal"),
            *_gaps(found, formats, layouts, columns),
            *caption.state_notes(rows),
        ],
        width=bars_width(len(layouts), len(columns)),
        plot_height=1.9,
        rows=len(PANELS),
        legend_entries=len(columns),
        legend_columns=3,
    )
    figure, grid = page.open_grid()
    for axes, (stage, title) in zip(grid, PANELS.items(), strict=True):
        bars = {
            (formats[name][0], forces, str(formats[name][1])): _bar(row)
            for (of, forces, name), row in found.items()
            if of == stage
        }
        draw_grouped(axes, [str(layout) for layout in layouts], _series(columns, bars))
        axes.set_title(title, fontsize=9)
        axes.set_ylabel("time [ms]")
    grid[-1].set_xlabel("layout of the list")
    page.legend(grid[0])
    return figure


def _columns(rows, formats):
    """The pairs of contents and traversal that were measured, in the order of contents."""
    pairs = {(formats[row[FORMAT]][0], row[FORCES]) for _, row in rows.iterrows()}
    order = list(OF_CONTENTS)
    return sorted(pairs, key=lambda pair: (order.index(pair[0]), pair[1]))


def _series(columns, bars):
    """One Series for each pair of `columns`, of `bars` by contents, traversal and layout."""
    series = []
    for index, (contents, forces) in enumerate(columns):
        same = [pair for pair in columns[:index] if pair[0] == contents]
        own = {group: bar for (*pair, group), bar in bars.items() if pair == [contents, forces]}
        hatch = HATCHES[len(same) % len(HATCHES)]
        series.append(Series(f"{contents}, {forces}", OF_CONTENTS[contents], hatch, own))
    return series


def _bar(row):
    return Bar(*(row[f"summary.{key}"] * MS for key in ("median_s", "p05_s", "p95_s")))


def _gaps(found, formats, layouts, columns):
    known = {(stage, forces, *formats[name]) for stage, forces, name in found}
    wanted = {
        (stage, forces, contents, layout)
        for stage in PANELS
        for contents, forces in columns
        for layout in layouts
    }
    if wanted - known:
        yield "Where a bar is missing, the records hold no such format and traversal."

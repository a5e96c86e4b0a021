"""Time of a frame by a thread a particle, tasks, and tasks of the hierarchical grid, as a table
beside the paper's own (paper E, table 1)."""

from dataclasses import astuple

import pandas as pd

from analysis import paper_e, tasks
from analysis.drawing import caption
from analysis.drawing.page import Drawing, Page
from analysis.drawing.table import draw_table
from analysis.paper_e import Frame
from analysis.runs import file_name, one_by

NEEDS = (
    "whole steps and stages of rows, cta-tasks or hierarchical-tasks over static-cuboid, as suite "
    "tasks records them"
)
WAYS = dict(zip(paper_e.WAYS, (tasks.TRA, tasks.CTA, tasks.NEW), strict=True))
COLUMNS = ["preparation", "density\nand force", "total"]
PASSES = ("density", "forces")
WIDTH, ROW_INCHES = 10.5, 0.2
MS = 1e3
OF_PAPER = " (paper)"


def draw(material):
    steps, stages = tasks.frames(material, "E1"), tasks.stages(material, "E1")
    of_stages = dict(list(stages.groupby(tasks.KEYS)))
    for key, rows in _known(steps).groupby(tasks.KEYS):
        found = of_stages.get(key, stages.iloc[:0])
        yield Drawing(file_name("E1", *key), _figure(key, rows, found))


def _known(rows):
    return pd.concat([way.among(rows) for way in WAYS.values()])


def _figure(key, rows, stages):
    body, bold = _body(_cases(rows, stages))
    page = Page(
        f"Time of a frame on {rows['device.name'].iloc[0]} and on the paper's devices [ms]",
        tasks.told(key),
        [
            *caption.run_notes(rows),
            "Medians of "
            f"{tasks.spread(rows['summary.count'])} steps, and of their stages; bold: the least "
            "total of a row. NEW / CTA: of frame rates.",
            tasks.cells_note(rows),
            "The paper's rows: its table 1, whose numbers of particles are not printed.",
            *(f"{name}: {way.label.split(': ')[-1]}." for name, way in WAYS.items()),
        ],
        width=WIDTH,
        plot_height=ROW_INCHES * (len(body) + 4),
        left=0.6,
    )
    figure, axes = page.open()
    header = ["device", "particles", "AC"]
    header += [f"{name}\n{column}" for name in WAYS for column in COLUMNS]
    draw_table(axes, header + ["NEW\n/ CTA"], body, bold)
    return figure


def _cases(rows, stages):
    """Yields device, particles and AC as texts and the Frames by way, ours before the paper's."""
    totals = {name: one_by(way.among(rows), tasks.START) for name, way in WAYS.items()}
    parts = {name: one_by(way.among(stages), [*tasks.START, "stage"]) for name, way in WAYS.items()}
    for start, of_start in rows.groupby(tasks.START):
        row = of_start.iloc[0]
        frames = {
            name: _frame(totals[name][start], _of_start(parts[name], start))
            for name in WAYS
            if start in totals[name]
        }
        yield row["device.name"], f"{row[tasks.PARTICLES]:,}", f"{row[tasks.MEAN]:.3g}", frames
    for device, cases in paper_e.TABLE_1.items():
        for per_cell, frames in cases.items():
            yield f"{device}{OF_PAPER}", "", str(per_cell), dict(zip(WAYS, frames, strict=True))


def _of_start(parts, start):
    """The stages' records of one state."""
    return [row for (*place, _), row in parts.items() if tuple(place) == start]


def _frame(step, parts):
    """The Frame of a step and its stages [ms], None for what was not recorded."""

    def of(chosen):
        return sum(row["summary.median_s"] * row["calls_per_step"] for row in chosen) * MS

    passes = [row for row in parts if row["stage"] in PASSES]
    others = [row for row in parts if row["stage"] not in PASSES]
    total = step["summary.median_s"] * MS
    return Frame(of(others), of(passes), total) if passes else Frame(None, None, total)


def _body(cases):
    """The texts of the table, row by row, and the (row, column) of the bold ones."""
    body, bold = [], set()
    for *texts, frames in cases:
        times = [astuple(frames[name]) if name in frames else (None,) * 3 for name in WAYS]
        gain = f"{frames['CTA'].total / frames['NEW'].total:.2f}" if _compares(frames) else "-"
        form = "{:.1f}" if texts[0].endswith(OF_PAPER) else "{:#.4g}"
        body.append([*texts, *(_text(time, form) for three in times for time in three), gain])
        least = min(frame.total for frame in frames.values())
        bold |= {
            (len(body) - 1, len(texts) + 3 * at + 2)
            for at, three in enumerate(times)
            if three[2] == least
        }
    return body, bold


def _compares(frames):
    return {"CTA", "NEW"} <= set(frames)


def _text(time, form):
    return "not recorded" if time is None else form.format(time).rstrip(".")

"""Time of a pass by Par-Part-NoLoop and X-pencil, as a table (paper C, table 1)."""

from analysis import cutoff
from analysis.drawing import caption
from analysis.drawing.page import Drawing, Page
from analysis.drawing.table import draw_table
from analysis.runs import file_name, matching

NEEDS = (
    "asynchronous calls (scope asynchronous-calls) of par-part-noloop and x-pencil over random "
    "boxes with 18 operations a pair and no test of the distance, as suite cutoff records them"
)
COMPARED = {"par-part-noloop": "PPNL", "x-pencil": "X-pencil"}
PHYSICS = cutoff.FLOPS["without a distance test"][18]
KEYS = ["physics", "swept"]
ROW_INCHES = 0.2
MS = 1e3


def draw(material):
    refused = _compared(cutoff.refusals(material.refused))
    for key, rows in _compared(cutoff.boxes(material.records)).groupby(KEYS):
        name = file_name("C1", "swept" if key[1] else "paper")
        yield Drawing(name, _figure(key[1], rows, matching(refused, KEYS, key)))


def _compared(rows):
    return rows[rows["variant"].isin(COMPARED) & (rows["physics"] == PHYSICS)]


def _figure(swept, rows, refused):
    toolchains = sorted(set(rows["toolchain.name"]))
    columns = [(toolchain, variant) for toolchain in toolchains for variant in COMPARED]
    interactions = cutoff.interactions_of(rows)
    boxes = sorted(interactions, key=lambda box: (interactions[box], box))
    device = rows["device.name"].iloc[0]
    page = Page(
        f"Time of a pass by Par-Part-NoLoop (PPNL) and X-pencil on {device} [ms]",
        f"{PHYSICS}, {cutoff.tuning_label(swept)}",
        [
            *caption.run_notes(rows),
            f"{cutoff.calls_note(rows)} Medians; bold: the fastest of a box.",
            "Boxes: (cells a side/particles a cell).",
            *cutoff.refusal_notes(refused),
        ],
        plot_height=ROW_INCHES * (len(boxes) + 3),
        left=0.2,
    )
    figure, axes = page.open()
    header = ["interactions\nof a particle\n(box)"]
    header += [f"{device}\n{toolchain}\n{COMPARED[variant]}" for toolchain, variant in columns]
    body, bold = _body(boxes, interactions, columns, _times(rows), _refusals(refused))
    draw_table(axes, header, body, bold)
    return figure


def _times(rows):
    """Medians [ms] by (toolchain, variant, cells a side, particles a cell)."""
    return {
        (toolchain, variant, int(side), int(per_cell)): row["summary.median_s"] * MS
        for toolchain, of_toolchain in rows.groupby("toolchain.name")
        for (variant, side, per_cell), row in cutoff.by_box(of_toolchain).items()
    }


def _refusals(refused):
    """What was refused, by the same key."""
    return {
        (toolchain, variant, *box)
        for (toolchain, variant), rows in refused.groupby(["toolchain.name", "variant"])
        for box in cutoff.sizes_of(rows)
    }


def _body(boxes, interactions, columns, times, refused):
    """The texts of the table, row by row, and the (row, column) of the bold ones."""
    body, bold = [], set()
    for box in boxes:
        keys = [(*column, *box) for column in columns]
        known = [times[key] for key in keys if key in times]
        body.append([f"{interactions[box]:.4g} {cutoff.box_label(*box)}"])
        for column, key in enumerate(keys, start=1):
            absent = "refused" if key in refused else "not recorded"
            body[-1].append(f"{times[key]:#.4g}".rstrip(".") if key in times else absent)
            if key in times and times[key] == min(known):
                bold.add((len(body) - 1, column))
    return body, bold

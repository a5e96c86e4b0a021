"""What each rung of the GPU ladder gains, as a table (paper D, table 5)."""

from analysis import ladder_gpu, paper_d
from analysis.drawing import caption
from analysis.drawing.page import Drawing, Page
from analysis.drawing.table import draw_table
from analysis.runs import file_name, in_the_loop, one_by

NEEDS = (
    "whole steps of two neighbouring rungs of paper D's GPU ladder at least, as suite ladder-gpu "
    "records them"
)
MS = 1e3
ROW_INCHES = 0.22


def draw(material):
    stages = in_the_loop(material.records, "stage")
    passes = stages[stages["stage"] == "forces"]
    for key, rows in in_the_loop(material.records, "step").groupby(ladder_gpu.KEYS):
        steps = _by_rung(rows, key)
        if any(rung in steps and rung - 1 in steps for rung in range(1, len(ladder_gpu.RUNGS))):
            forces = _by_rung(passes, key)
            yield Drawing(file_name("D5", *key), _figure(key, rows, steps, forces))


def _by_rung(rows, key):
    """The record of each rung by its number, of the run `key`."""
    found = {}
    for number, rung in enumerate(ladder_gpu.RUNGS):
        record = one_by(rung.among(rows), ladder_gpu.KEYS).get(key)
        if record is not None:
            found[number] = record
    return found


def _figure(key, rows, steps, forces):
    scenario, particles, state, toolchain = key
    page = Page(
        "What each rung of paper D's GPU ladder gains",
        f"{scenario}, {int(particles):,} particles, {state} state, {toolchain}",
        [
            *caption.run_notes(rows),
            "Gains: of the whole step, sorted every time, over the rung before, and over the first "
            "rung; medians. Paper: table 5, one million particles.",
            "Block, registers, occupancy: of the kernel of the forces that takes most registers.",
        ],
        width=11.0,
        plot_height=ROW_INCHES * (len(ladder_gpu.RUNGS) + 2),
        left=0.2,
    )
    figure, axes = page.open()
    devices = list(paper_d.GAINS)
    header = [
        "rung",
        "step\n[ms]",
        "gain\n[%]",
        "all\n[%]",
        "forces\n[ms]",
        "block",
        "regis-\nters",
    ]
    header += ["occu-\npancy", *(f"{device}\n[%]" for device in devices)]
    body = [
        [
            f"{number}: {rung.label}",
            *_step_cells(steps, number),
            *_kernel_cells(forces.get(number)),
            *(f"{paper_d.GAINS[device][number - 1]}" if number else "" for device in devices),
        ]
        for number, rung in enumerate(ladder_gpu.RUNGS)
    ]
    body.append(["all rungs", *[""] * 7, *(f"{paper_d.CUMULATIVE[one]}" for one in devices)])
    draw_table(axes, header, body, bold=())
    # names are long, and numbers are short
    table = axes.tables[0]
    for (_, column), cell in table.get_celld().items():
        cell.set_width(0.34 if column == 0 else 0.66 / (len(header) - 1))
    return figure


def _step_cells(steps, number):
    """Step [ms], gain over the rung before [%], and over the first [%]; "" where not recorded."""
    if number not in steps:
        return ["not recorded", "", ""]
    return [
        f"{steps[number]['summary.median_s'] * MS:#.4g}",
        _gain(steps, number - 1, number),
        _gain(steps, 0, number) if number else "",
    ]


def _gain(steps, before, number):
    if before not in steps:
        return ""
    ratio = steps[before]["summary.median_s"] / steps[number]["summary.median_s"]
    return f"{100 * (ratio - 1):.1f}"


def _kernel_cells(record):
    """Forces [ms], block, registers and occupancy of the forces; "" where not recorded."""
    if record is None:
        return [""] * 4
    return [
        f"{record['summary.median_s'] * MS:#.4g}",
        _number(record["resources.block_size"], "{:.0f}"),
        _number(record["resources.registers"], "{:.0f}"),
        _number(record["resources.occupancy"], "{:.0%}"),
    ]


def _number(value, form):
    return "" if value is None or value != value else form.format(value)  # NaN is not itself

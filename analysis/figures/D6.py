"""Occupancy against registers, with 256 threads and with the best block (paper D, figure 6)."""

from analysis.drawing import caption
from analysis.drawing.bars import Bar
from analysis.drawing.lines import Line, draw_lines
from analysis.drawing.page import Drawing, Page
from analysis.kernels.block_occupancy import EARLY, best_block, occupancy_of
from analysis.kernels.occupancy import MULTIPROCESSORS
from analysis.ladder_gpu import RUNGS
from analysis.runs import file_name, in_the_loop

NEEDS = (
    "stage forces of the rungs of paper D's GPU ladder on a device whose limits are known, as "
    "suite ladder-gpu records them"
)
FIXED = 256
REGISTERS = range(10, 65)
TICKS = [10, 20, 30, 40, 50, 60]
COLOUR = "#0072B2"
OURS = "#D55E00"


def draw(material):
    stages = in_the_loop(material.records, "stage")
    forces = stages[stages["stage"] == "forces"]
    for architecture, rows in forces.groupby("device.architecture"):
        points = _points(rows)
        if points and architecture in MULTIPROCESSORS:
            yield Drawing(file_name("D6", architecture), _figure(architecture, rows, points))


def _points(rows):
    """Registers and occupancy of what the rungs have launched, by rung and block."""
    points = {}
    for rung in RUNGS:
        for _, row in rung.among(rows).iterrows():
            known = row["resources.registers"] == row["resources.registers"]
            if known and row["resources.registers"] >= 0:
                point = (row["resources.registers"], row["resources.occupancy"])
                points.setdefault(row["resources.block_size"] == FIXED, set()).add(point)
    return points


def _figure(architecture, rows, points):
    devices = [*(f"compute {name}" for name in EARLY), architecture]
    limits = [*EARLY.values(), architecture]
    page = Page(
        "Occupancy by the registers of a thread",
        f"with blocks of {FIXED} threads and of the size that fills most",
        [
            *caption.run_notes(rows),
            "Lines: from the limits of each device, without shared memory. Best block: of 32, 64, "
            "... 1024 threads as the device allows, the smallest of several.",
            f"Points: the kernels of the rungs of paper D's ladder, on {architecture}.",
        ],
        width=9.0,
        plot_height=2.2,
        rows=2,
        columns=2,
        legend_entries=4,
    )
    figure, grid = page.open_grid()
    for axes, name, device in zip(grid, devices, limits, strict=True):
        draw_lines(axes, TICKS, _lines(device), "{:.0f}".format, "linear")
        axes.set_title(name, fontsize=9)
        axes.set_ylim(0, 1.05)
        axes.set_xlabel("registers of a thread")
        axes.set_ylabel("occupancy")
    # in the first plot for its legend alone
    for is_fixed, label, marker in [(True, "ladder, 256", "s"), (False, "ladder, best block", "o")]:
        found = sorted(points.get(is_fixed, ()))
        style = {"color": OURS, "marker": marker, "linestyle": "", "markersize": 4.5}
        grid[0].plot([], [], label=label, **style)
        grid[-1].plot([x for x, _ in found], [y for _, y in found], label=label, **style)
    page.legend(grid[0], handle_length=2.2)
    return figure


def _lines(device):
    fixed = Line(f"{FIXED} threads", COLOUR, "--", "")
    best = Line("best block", COLOUR, "-", "")
    for registers in REGISTERS:
        for line, value in (
            (fixed, occupancy_of(device, registers, FIXED)),
            (best, occupancy_of(device, registers, best_block(device, registers))),
        ):
            line.points[registers] = Bar(value, value, value)
    return [fixed, best]

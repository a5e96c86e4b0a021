"""Memory against the number of particles, by the mode of the cells (paper D, figure 10)."""

from analysis import ladder_gpu, paper_d
from analysis.drawing import caption
from analysis.drawing.bars import Bar
from analysis.drawing.lines import Line, draw_lines
from analysis.drawing.page import Drawing, Page
from analysis.runs import file_name, in_the_loop

NEEDS = (
    "stage forces of paper D's FastCells(r/2), SlowCells(r/2) or SlowCells(r) at two numbers of "
    "particles, as suite ladder-gpu records them"
)
COLOURS = ["#0072B2", "#E69F00", "#009E73"]
MARKERS = ["o", "^", "s"]
BYTES = "resources.bytes_allocated"
GB = 1e9


def draw(material):
    stages = in_the_loop(material.records, "stage")
    forces = stages[stages["stage"] == "forces"]
    for key, rows in forces.groupby(["scenario.name", "toolchain.name"]):
        lines = _lines(rows)
        if any(len(line.points) > 1 for line in lines):
            yield Drawing(file_name("D10", *key), _figure(key, rows, lines))


def _lines(rows):
    lines = []
    for mode, colour, marker in zip(ladder_gpu.MODES, COLOURS, MARKERS, strict=True):
        line = Line(mode.label, colour, marker=marker)
        found = mode.among(rows)
        for particles, of_size in found[found[BYTES].notna()].groupby("scenario.particles"):
            values = of_size[BYTES] / GB  # the same in every state and tuning
            line.points[int(particles)] = Bar(values.max(), values.min(), values.max())
        lines.append(line)
    return lines


def _figure(key, rows, lines):
    scenario, toolchain = key
    page = Page(
        "Device memory by the number of particles",
        f"{scenario}, {toolchain}",
        [
            *caption.run_notes(rows),
            "All that a run has allocated. Dotted: what could be allocated on the devices of paper "
            "D (figure 10), less than 1.4 GB (GTX 480) and 4 GB (Tesla 1060).",
        ],
        legend_entries=len(lines),
    )
    figure, axes = page.open()
    places = sorted({place for line in lines for place in line.points})
    draw_lines(axes, places, lines)
    for limit in paper_d.MEMORY.values():
        axes.axhline(limit / GB, color="#666666", linestyle=":", linewidth=1.0)
    shown = [point.value for line in lines for point in line.points.values()]
    shown += [limit / GB for limit in paper_d.MEMORY.values()]
    axes.set_yscale("log")
    axes.set_ylim(min(shown) / 1.5, 1.5 * max(shown))
    axes.set_xlabel("particles")
    axes.set_ylabel("device memory [GB]")
    page.legend(axes)
    return figure

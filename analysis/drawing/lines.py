"""Lines with whiskers, against a number of particles."""

from dataclasses import dataclass, field

import matplotlib

from analysis.drawing.bars import Bar
from analysis.drawing.page import STYLE


@dataclass
class Line:
    """The points of one line, by number of particles. A number without a point is passed over."""

    label: str
    colour: str
    style: str = "-"
    marker: str = "o"
    points: dict[int, Bar] = field(default_factory=dict)


def draw_lines(axes, particles, lines):
    """Draws `lines` over a logarithmic x with a tick at each of `particles`."""
    with matplotlib.rc_context(STYLE):
        for line in lines:
            present = sorted(line.points)
            points = [line.points[number] for number in present]
            axes.errorbar(
                present,
                [point.value for point in points],
                yerr=[
                    [point.value - point.low for point in points],
                    [point.high - point.value for point in points],
                ],
                label=line.label,
                color=line.colour,
                linestyle=line.style,
                marker=line.marker,
                markersize=4.5,
                linewidth=1.4,
                elinewidth=0.9,
                capsize=2,
            )
        axes.axhline(0, color="#666666", linewidth=0.8)
        axes.set_xscale("log")
        axes.set_xticks(particles, [short_count(number) for number in particles])
        axes.minorticks_off()
        axes.set_xlim(min(particles) / 1.5, max(particles) * 1.5)
        axes.grid(axis="y")
        axes.margins(y=0.1)


def short_count(number):
    """Three digits with a unit: 83.6 k, 3.97 M."""
    unit, scale = ("M", 1e6) if number >= 1e6 else ("k", 1e3)
    return f"{number / scale:.3g} {unit}"

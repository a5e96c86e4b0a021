"""Lines with whiskers, against a number of particles or of what else there is of it."""

from dataclasses import dataclass, field

import matplotlib

from analysis.drawing.bars import Bar
from analysis.drawing.page import STYLE

MOST_TICKS = 14  # with room for five characters each


@dataclass
class Line:
    """The points of one line, by their place on x. A place without a point is passed over."""

    label: str
    colour: str
    style: str = "-"
    marker: str = "o"
    points: dict[float, Bar] = field(default_factory=dict)


def draw_lines(axes, places, lines, tick=None, scale="log", baseline=0):
    """Draws `lines` over x with a tick, which `tick` writes, at each of `places`, or at as many of
    them as have room; and a line across at `baseline`, none where that is None, as on a logarithmic
    axis, which has no zero. tick: short_count() unless given."""
    with matplotlib.rc_context(STYLE):
        for line in (one for one in lines if one.points):
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
            _empty_the_hollow(axes, line)
        if baseline is not None:
            axes.axhline(baseline, color="#666666", linewidth=0.8)
        axes.set_xscale(scale)
        told = sorted(places)[:: -(-len(places) // MOST_TICKS)]
        axes.set_xticks(told, [(tick or short_count)(place) for place in told])
        axes.minorticks_off()
        axes.set_xlim(*_ends(places, scale))
        axes.grid(axis="y")
        axes.margins(y=0.1)


def _empty_the_hollow(axes, line):
    places = [place for place, point in line.points.items() if point.hollow]
    if not places:
        return
    axes.plot(
        places,
        [line.points[place].value for place in places],
        linestyle="none",
        marker=line.marker,
        markersize=4.5,
        markerfacecolor="white",
        markeredgecolor=line.colour,
        zorder=3,
    )


def _ends(places, scale):
    low, high = min(places), max(places)
    if scale == "log":
        return low / 1.5, high * 1.5
    margin = 0.03 * (high - low)
    return low - margin, high + margin


def short_count(number):
    """Three digits with a unit: 83.6 k, 3.97 M."""
    unit, scale = ("M", 1e6) if number >= 1e6 else ("k", 1e3)
    return f"{number / scale:.3g} {unit}"

"""Grouped bars with whiskers."""

from dataclasses import dataclass, field

import matplotlib

from analysis.drawing.page import STYLE

# Of the distance between two groups.
GROUP_WIDTH = 0.82
WIDEST_INCHES = 0.75
# Of a letter of a number and of the space around the number, in inches.
LETTER, LETTER_HEIGHT, CLEAR = 0.062, 0.11, 0.12


@dataclass
class Bar:
    """A value, the ends of its whisker, what the device's limits allow at best, and the share of it
    that is reached, which is written behind the value; None where there is none.

    note: what is written behind them, of a horizontal bar. hollow: whether a point is drawn so,
    since it is not to be read like the others.
    """

    value: float
    low: float | None = None
    high: float | None = None
    limit: float | None = None
    share: float | None = None
    note: str = ""
    hollow: bool = False


def over(reference, row):
    """The speed of one record over another's: the time of the `reference` over that of `row`. The
    whisker: the 5th percentile of the one over the 95th of the other, and the other way round."""

    def ratio(of_reference, of_row):
        return reference[f"summary.{of_reference}"] / row[f"summary.{of_row}"]

    if reference["id"] == row["id"]:
        return Bar(1, 1, 1)
    return Bar(ratio("median_s", "median_s"), ratio("p05_s", "p95_s"), ratio("p95_s", "p05_s"))


@dataclass
class Series:
    """The bars of one colour, by group. A group without an entry is left empty."""

    label: str
    colour: str
    hatch: str = ""
    bars: dict[str, Bar] = field(default_factory=dict)


def side_by_side(groups, series, thickness):
    """Yields each Series with the shift of its bars against the middle of a group, the places of
    those that it has, and these Bars."""
    for index, one in enumerate(series):
        shift = (index - (len(series) - 1) / 2) * thickness
        present = [position for position, group in enumerate(groups) if group in one.bars]
        bars = [one.bars[groups[position]] for position in present]
        yield one, shift, [position + shift for position in present], bars


def draw_grouped(axes, groups, series):
    """Draws one container a series, labelled with the series' label, over `groups` on x."""
    with matplotlib.rc_context(STYLE):
        inches = axes.get_position().width * axes.figure.get_figwidth() / len(groups)
        width = min(GROUP_WIDTH / len(series), WIDEST_INCHES / inches)
        upright = width * inches > 0.45
        for one, _, centres, bars in side_by_side(groups, series, width):
            axes.bar(
                centres,
                [bar.value for bar in bars],
                width * 0.92,
                label=one.label,
                color=one.colour,
                hatch=one.hatch,
                edgecolor="white",
                linewidth=0.4,
            )
            _whiskers(axes, centres, bars)
            _limits(axes, centres, bars, width)
            _numbers(axes, centres, bars, 0 if upright else 90)
        axes.axhline(0, color="#666666", linewidth=0.8)
        axes.set_xticks(range(len(groups)), groups)
        axes.set_xlim(-0.55, len(groups) - 0.45)
        axes.tick_params(axis="x", length=0)
        axes.grid(axis="y")
        _leave_room(axes, [bar for one in series for bar in one.bars.values()], upright)


def bars_width(groups, series):
    """Inches that a page needs so that the numbers above the bars do not touch."""
    return max(8.0, 1.2 + groups * (series * 0.2 + 0.2))


def short(value):
    """Three digits, as a person would write them."""
    digits = f"{value:,.0f}" if abs(value) >= 99.95 else f"{value:#.3g}"
    return digits.replace("-", "\N{MINUS SIGN}")


def _whiskers(axes, centres, bars):
    with_whisker = [
        (centre, bar)
        for centre, bar in zip(centres, bars, strict=True)
        if bar.low is not None and bar.high is not None
    ]
    if not with_whisker:
        return
    axes.errorbar(
        [centre for centre, _ in with_whisker],
        [bar.value for _, bar in with_whisker],
        yerr=[
            [bar.value - bar.low for _, bar in with_whisker],
            [bar.high - bar.value for _, bar in with_whisker],
        ],
        fmt="none",
        ecolor="black",
        elinewidth=0.9,
        capsize=2,
        capthick=0.9,
    )


def _limits(axes, centres, bars, width):
    """A white-edged line across each bar whose limit is known."""
    known = [
        (centre, bar.limit)
        for centre, bar in zip(centres, bars, strict=True)
        if bar.limit is not None
    ]
    for colour, linewidth in (("white", 3.0), ("black", 1.4)):
        axes.hlines(
            [limit for _, limit in known],
            [centre - 0.46 * width for centre, _ in known],
            [centre + 0.46 * width for centre, _ in known],
            colors=colour,
            linewidth=linewidth,
        )


def _leave_room(axes, bars, upright):
    """Limits of y between which all bars and their numbers lie, clear of the axis and the title,
    with ticks where bars reach.
    """
    ends = [
        end for bar in bars for end in (bar.value, bar.low, bar.high, bar.limit) if end is not None
    ]
    lowest, highest = min([0, *ends]), max([0, *ends])
    above, below = (
        max((_height(bar, upright) for bar in bars if (bar.value >= 0) == positive), default=0)
        for positive in (True, False)
    )
    height = axes.get_position().height * axes.figure.get_figheight()
    inch = ((highest - lowest) or 1) / (height - above - below)
    top = highest + above * inch
    axes.set_ylim(lowest - below * inch, top)
    axes.set_yticks([tick for tick in axes.get_yticks() if lowest <= tick <= top])


def _height(bar, upright):
    """Inches that the number of a bar takes, the space around it included."""
    return CLEAR + (LETTER_HEIGHT if upright else LETTER * len(short(bar.value)))


def _numbers(axes, centres, bars, rotation):
    for centre, bar in zip(centres, bars, strict=True):
        above = bar.value >= 0
        end = bar.value if bar.high is None or not above else bar.high
        axes.annotate(
            short(bar.value),
            (centre, end),
            (0, 4 if above else -4),
            textcoords="offset points",
            ha="center",
            va="bottom" if above else "top",
            rotation=rotation,
            fontsize=7,
            color="#333333",
        )

"""Groups of horizontal bars, whose names are long."""

import matplotlib

from analysis.drawing.bars import LETTER, short, side_by_side
from analysis.drawing.page import STYLE

BAR_INCHES, GROUP_GAP = 0.15, 0.12
NUMBER_SIZE, NAME_SIZE = 7, 8
NAME_LETTER = 0.071
NUMBER_GAP = 0.05


def groups_height(groups, series):
    """Inches that `groups` groups of `series` bars take."""
    return groups * (series * BAR_INCHES + GROUP_GAP)


def names_width(names):
    """Inches that the longest of `names` takes at the left of the bars, its distance included."""
    return 0.3 + NAME_LETTER * max(map(len, names))


def draw_horizontal(axes, groups, series, named=True, refused=None):
    """Draws one container a Series, labelled with its label, over `groups` from the top.

    named: whether the names of the groups stand at the left. refused: by pairs of a series' label
    and a group, what is written where their bar would begin.
    """
    height = axes.get_position().height * axes.figure.get_figheight() / len(groups)
    thickness = BAR_INCHES / height
    with matplotlib.rc_context(STYLE):
        for one, shift, centres, bars in side_by_side(groups, series, thickness):
            axes.barh(
                centres,
                [bar.value for bar in bars],
                thickness * 0.88,
                label=one.label,
                color=one.colour,
            )
            draw_whiskers(axes, centres, bars)
            for centre, bar in zip(centres, bars, strict=True):
                write_behind(axes, bar.value if bar.high is None else bar.high, centre, _label(bar))
            for position, group in enumerate(groups):
                if refused and (one.label, group) in refused:
                    write_behind(axes, 0, position + shift, refused[one.label, group])
        axes.set_yticks(range(len(groups)), groups if named else [], fontsize=NAME_SIZE)
        axes.set_ylim(len(groups) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x")
        axes.locator_params(axis="x", nbins=4)
        bars = [bar for one in series for bar in one.bars.values()]
        leave_room(axes, max((bar.high for bar in bars), default=1), map(_label, bars))


def draw_whiskers(axes, centres, bars):
    """The whisker of each of some horizontal Bars."""
    axes.errorbar(
        [bar.value for bar in bars],
        centres,
        xerr=[[bar.value - bar.low for bar in bars], [bar.high - bar.value for bar in bars]],
        fmt="none",
        ecolor="black",
        elinewidth=0.8,
        capsize=1.6,
        capthick=0.8,
    )


def _label(bar):
    """The value of a bar, its share of its limit, as "1,930 (41 %)", and its note."""
    note = f", {bar.note}" if bar.note else ""
    if bar.share is None:
        return f"{short(bar.value)}{note}"
    percent = bar.share * 100
    return f"{short(bar.value)} ({percent:.{0 if percent >= 9.95 else 1}f} %){note}"


def write_behind(axes, end, centre, text):
    """Text behind an end, of a bar or of the axis."""
    axes.annotate(
        text,
        (end, centre),
        (72 * NUMBER_GAP, 0),
        textcoords="offset points",
        va="center",
        fontsize=NUMBER_SIZE,
        color="#333333",
    )


def leave_room(axes, longest, texts):
    """Limits of x between which the longest bar and the texts behind the bars lie."""
    letters = max(map(len, texts), default=0)
    width = axes.get_position().width * axes.figure.get_figwidth()
    axes.set_xlim(0, longest * width / (width - 2 * NUMBER_GAP - LETTER * letters))

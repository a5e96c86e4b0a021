"""The power curve: the share of duels that find a slowdown, against its size."""

import matplotlib

from analysis.audit.summary import SHARE_FOUND
from analysis.audit.text import percent
from analysis.drawing.page import STYLE, Page
from analysis.errors import InputError

NEEDS = "duels with injected slowdowns, as ci/gate-audit records them"
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7"]


def draw(summaries):
    """A Figure of the Summaries that have slowdowns, one line each. Raises InputError for none."""
    drawn = [summary for summary in summaries if summary.levels]
    if not drawn:
        raise InputError(f"no duel to draw it from; it needs {NEEDS}")
    page = Page(
        "Slowdowns that the gate finds",
        f"{drawn[0].stage} of {_scenarios(drawn)}, {drawn[0].toolchain}",
        _notes(drawn),
        legend_entries=len(drawn),
        legend_columns=1,
    )
    figure, axes = page.open()
    with matplotlib.rc_context(STYLE):
        for number, summary in enumerate(drawn):
            _line(axes, summary, COLOURS[number % len(COLOURS)])
        _axes(axes, drawn)
    page.legend(axes)
    return figure


def _line(axes, summary, colour):
    found = [level.found for level in summary.levels]
    axes.errorbar(
        [100 * level.slowdown for level in summary.levels],
        [100 * one.value for one in found],
        yerr=[
            [100 * (one.value - one.interval[0]) for one in found],
            [100 * (one.interval[1] - one.value) for one in found],
        ],
        label=_named(summary),
        color=colour,
        marker="o",
        markersize=4.5,
        linewidth=1.4,
        elinewidth=0.9,
        capsize=2,
    )


def _axes(axes, drawn):
    axes.axhline(100 * SHARE_FOUND, color="#666666", linewidth=0.8, linestyle="--")
    for change in sorted({summary.policy["smallest_change"] for summary in drawn}):
        axes.axvline(100 * change, color="#666666", linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    ticks = [0.5, 1, 2, 3, 5, 10]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel("injected slowdown of the stage, as calibrated [%]")
    axes.set_ylabel("duels that find it [%]")
    axes.set_ylim(-3, 103)
    axes.grid(axis="y")


def _notes(drawn):
    notes = [
        "Whiskers: 95 % interval. Dashed: four duels in five. Dotted: the change that matters "
        "to the gate; a smaller one is not to be called slower."
    ]
    for summary in drawn:
        alarms, policy = summary.verdicts, summary.policy
        smallest = summary.smallest_found
        notes.append(
            f"{_named(summary)}: {policy['blocks']} blocks of "
            f"{policy['samples_per_block']}; "
            f"{alarms.found} of {alarms.tried} verdicts of equal code are false alarms; found in "
            f"80 % of duels: {'none' if smallest is None else percent(smallest, 2)}."
        )
    return notes


def _named(summary):
    return f"{summary.device}, {summary.suite}, {summary.condition}"


def _scenarios(drawn):
    return ", and of ".join(dict.fromkeys(summary.scenario for summary in drawn))

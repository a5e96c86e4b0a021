"""Errors over their tolerance, a row a check of a state and a point a variant."""

import matplotlib
import numpy as np

from analysis.drawing import caption
from analysis.drawing.page import STYLE, Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.verification.material import table

NAME = "verification-errors"
ROW_INCHES, LETTER_INCHES = 0.19, 0.068
LOWEST = 1e-4  # errors that are smaller, zero among them, stand at the left edge
HIGHEST = 3.0


def draw(verification):
    rows = _judged(table(verification.checks))
    drawn = rows[rows["is_drawn"]]
    if len(drawn):
        yield Drawing(NAME, _figure(rows, drawn))


def _judged(checks):
    """With the row that each stands in, `place`, and its error over the tolerance: infinite where
    the check is exact or the value is not known, and it failed."""
    tolerance = checks["tolerance"].astype(float)
    over = checks["value"].astype(float) / tolerance.where(tolerance > 0)
    exact = ~(tolerance > 0)
    over = over.where(~exact, np.where(checks["passed"], 0.0, np.inf)).fillna(np.inf)
    return checks.assign(over=over, is_exact=exact, is_drawn=~exact | ~checks["passed"])


def _figure(rows, drawn):
    places = _places(drawn)
    toolchains = sort_toolchains(drawn["toolchain.name"])
    colours = colours_of_toolchains(toolchains)
    labels = [check for _, check in places]
    left = 0.35 + LETTER_INCHES * max(map(len, labels))
    page = Page(
        "Errors of verified variants over their tolerance",
        _subtitle(rows),
        [*caption.run_notes(rows), *_notes(rows, drawn)],
        width=9.5,
        plot_height=ROW_INCHES * len(places) + 0.3,
        left=left,
        legend_entries=len(toolchains),
    )
    figure, axes = page.open()
    with matplotlib.rc_context(STYLE):
        for index, toolchain in enumerate(toolchains):
            shift = (index - (len(toolchains) - 1) / 2) * 0.6 / len(toolchains)
            of_one = drawn[drawn["toolchain.name"] == toolchain]
            _points(axes, of_one, places, shift, toolchain, colours[toolchain])
        axes.axvline(1, color="#cc0000", linewidth=1)
        _bands(axes, places)
        axes.set_yticks(range(len(places)), labels)
        axes.set_ylim(len(places) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xscale("log")
        axes.set_xlim(LOWEST / 1.6, HIGHEST * 1.2)
        axes.set_xlabel("error / tolerance (red: 1)")
        axes.grid(axis="x")
    page.legend(axes)
    return figure


def _places(drawn):
    """The (state, check) of the rows from the top: by step, then in the order of the checks."""
    keys = drawn[["state.step", "state.label", "check"]].drop_duplicates()
    order = {check: number for number, check in enumerate(keys["check"].drop_duplicates())}
    found = zip(keys["state.step"], keys["state.label"], keys["check"], strict=True)
    return [key[1:] for key in sorted(set(found), key=lambda key: (*key[:2], order[key[2]]))]


def _points(axes, rows, places, shift, label, colour):
    named = zip(rows["state.label"], rows["check"], strict=True)
    at = [places.index(place) + shift for place in named]
    axes.scatter(
        rows["over"].clip(LOWEST, HIGHEST),
        at,
        s=np.where(rows["passed"], 12, 40),
        marker="o",
        color=colour,
        alpha=0.65,
        linewidths=0,
        label=label,
        zorder=3,
    )
    failed = ~rows["passed"].to_numpy(dtype=bool)
    axes.plot(
        rows["over"].clip(LOWEST, HIGHEST)[failed],
        np.array(at)[failed],
        linestyle="none",
        marker="x",
        color="black",
        zorder=4,
    )


def _bands(axes, places):
    """The states, one above the other, told apart by their ground and named at the right."""
    labels = [label for label, _ in places]
    for number, label in enumerate(dict.fromkeys(labels)):
        first = labels.index(label)
        last = first + labels.count(label) - 1
        if number % 2 == 1:
            axes.axhspan(first - 0.5, last + 0.5, color="#f2f2f2", zorder=0)
        axes.text(
            0.005,
            first,
            label,
            transform=axes.get_yaxis_transform(),
            fontsize=8,
            fontweight="bold",
            color="#333333",
            va="center",
        )


def _subtitle(rows):
    scenarios = rows["scenario.name"].nunique()
    variants = len(rows[["scenario.name", "toolchain.name", "variant"]].drop_duplicates())
    return (
        f"{len(rows):,} checks of {variants:,} variants, each counted by scenario and "
        f"compiler, on {scenarios} scenario{'s' if scenarios > 1 else ''}"
    )


def _notes(rows, drawn):
    failed = int((~rows["passed"]).sum())
    exact = rows[rows["is_exact"]]
    beyond = int((~exact["passed"]).sum())
    yield (
        "A point a variant, compiler and scenario; in bold the state. Errors below "
        f"{LOWEST:g} of the tolerance, and none at all, stand at the left edge."
    )
    yield (
        f"Not drawn: {len(exact) - beyond:,} checks that passed and allow no error at all "
        f"({', '.join(sorted(set(exact['check'])))})."
    )
    if failed:
        yield (f"Crosses: {failed:,} checks that failed; at the right edge: by more than is drawn.")

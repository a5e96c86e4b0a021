"""What a step consists of, by variant: neighbour search, interactions, update of the system, and
copies between host and device where only the forces run there (paper D, figure 9)."""

import matplotlib

from analysis import obstacle
from analysis.drawing import caption
from analysis.drawing.bars import short
from analysis.drawing.horizontal import names_width
from analysis.drawing.page import STYLE, Drawing, Page
from analysis.drawing.palette import OF_UNEXPLAINED
from analysis.rebuilds import on_demand
from analysis.runs import STATE, UNEXPLAINED, file_name, in_the_loop, one_by, unexplained_s
from analysis.stages import COPIES, is_pass

NEEDS = (
    "stages measured in the loop, and whole steps, of two variants or more of "
    f"{obstacle.SCENARIO}, as suites placement and obstacle record them"
)
MS = 1e3
OF_PAPER = 500_000  # particles
SEARCH, INTERACTIONS, UPDATE = "neighbour search", "particle interactions", "system update"
TRANSFER = "transfer"
COLOURS = {
    SEARCH: "#E69F00",
    INTERACTIONS: "#0072B2",
    UPDATE: "#009E73",
    TRANSFER: "#CC79A7",
    UNEXPLAINED: OF_UNEXPLAINED,
}
# The stages, beside the passes, that are no part of the neighbour search; it is all that runs with
# a rebuild, what a strategy prepares there included.
OF_STAGE = {
    **dict.fromkeys(("convergence", "time-step", "euler"), UPDATE),
    **dict.fromkeys(COPIES, TRANSFER),
}
PAGES = ["scenario.name", obstacle.PARTICLES, STATE, "toolchain.name"]


def draw(material):
    records = _nearest_to_the_papers(obstacle.of_obstacle(material.records))
    stages = dict(list(in_the_loop(records, "stage").groupby(PAGES)))
    for key, steps in in_the_loop(records, "step").groupby(PAGES):
        parts = _parts(steps, stages.get(key))
        if len(parts) > 1:
            yield Drawing(file_name("D9", *key), _figure(key, steps, parts))


def _nearest_to_the_papers(records):
    """Those of about as many particles as the paper's figure is of."""
    particles = records[obstacle.PARTICLES].unique()
    return (
        records[
            records[obstacle.PARTICLES] == min(particles, key=lambda count: abs(count - OF_PAPER))
        ]
        if len(particles)
        else records
    )


def _parts(steps, stages):
    """By variant, the slowest first, the milliseconds of each part of a step, what no stage
    explains of it included."""
    if stages is None:
        return {}
    parts = {}
    for (variant,), step in one_by(steps, [obstacle.VARIANT]).items():
        of_step = stages[stages[obstacle.VARIANT] == variant]
        if len(of_step):
            parts[variant] = _of_step(step, of_step)
    return dict(sorted(parts.items(), key=lambda item: -sum(item[1].values())))


def _of_step(step, stages):
    part = dict.fromkeys(COLOURS, 0.0)
    for _, row in stages.iterrows():
        of_pairs = is_pass(row["stage"], row["work.accepted_pairs"])
        name = INTERACTIONS if of_pairs else OF_STAGE.get(row["stage"], SEARCH)
        part[name] += row["summary.median_s"] * row["calls_per_step"] * MS
    part[UNEXPLAINED] = (unexplained_s(step) or 0) * MS
    return part


def _figure(key, steps, parts):
    scenario, particles, state, toolchain = key
    left = names_width(parts)
    page = Page(
        "What a step consists of",
        f"{scenario}, {particles:,} particles, {state} state, {toolchain}",
        [
            *caption.run_notes(steps),
            "Medians of the stages × calls per step. Neighbour search: all that runs with a "
            "rebuild, divided by the steps up to the next.",
            "Unexplained: the step less the sum of its stages; negative (left of zero) where "
            "timing the stages costs more than they leave.",
            _copies_note(steps, parts),
            *caption.state_notes(steps),
        ],
        width=left + 5.9,
        plot_height=0.4 + 0.4 * len(parts),
        left=left,
        legend_entries=len(COLOURS),
        legend_columns=len(COLOURS),
    )
    figure, axes = page.open()
    with matplotlib.rc_context(STYLE):
        _stack(axes, parts)
        labels = [_label(name, part, steps) for name, part in parts.items()]
        axes.set_yticks(range(len(parts)), labels, fontsize=8)
        axes.set_ylim(len(parts) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x")
        axes.set_xlabel("time of a step [ms]")
    page.legend(axes)
    return figure


def _label(variant, part, steps):
    """A variant, the time of its step and, of a list on demand, how often that was built."""
    text = f"{variant}\n{short(sum(part.values()))} ms a step"
    told = [on_demand(row) for _, row in steps[steps[obstacle.VARIANT] == variant].iterrows()]
    return ", ".join([text, *(f"{rebuilds} rebuilds a step" for rebuilds in told if rebuilds)])


def _copies_note(steps, parts):
    shares = {
        variant: part[TRANSFER] / sum(part.values())
        for variant, part in parts.items()
        if part[TRANSFER] > 0
    }
    if not shares:
        return (
            "Nothing is copied between host and device in a step; the paper's figure has such "
            "transfers beside these parts."
        )
    told = ", ".join(f"{share:.1%} of {variant}" for variant, share in shares.items())
    hosts = ", ".join(sorted(steps["host_toolchain.name"].dropna().unique()))
    return (
        f"Transfer: {told}. There the device computes the forces alone, {hosts} has the other "
        "stages on the host, and each waits for the one before: their times are those of the "
        "host's clock."
    )


def _stack(axes, parts):
    """One container a part; what is negative lies to the left of zero."""
    ends = [0.0] * len(parts)
    for name, colour in COLOURS.items():
        widths = [part[name] for part in parts.values()]
        starts = [end if width >= 0 else 0.0 for end, width in zip(ends, widths, strict=True)]
        axes.barh(range(len(parts)), widths, 0.62, left=starts, label=name, color=colour)
        ends = [end + max(width, 0) for end, width in zip(ends, widths, strict=True)]
    axes.axvline(0, color="#666666", linewidth=0.8)

"""What the figures of paper C share: random boxes, their interactions, and who is compared."""

from itertools import groupby

from analysis.errors import InputError
from analysis.material import MARKS
from analysis.runs import one_by
from analysis.schema import ASYNCHRONOUS

SIDE = "scenario.parameters.cells_per_side"
PER_CELL = "scenario.parameters.particles_per_cell"
REFERENCE = "par-part-noloop"
KEYS = ["variant", SIDE, PER_CELL]

# Strategies in the order in which the paper introduces them, then ours.
STRATEGIES = [
    "par-part-noloop",
    "par-part-loop",
    "par-cell",
    "par-cell-sm",
    "all-in-sm",
    "x-pencil",
    "x-pencil-reg",
    "x-pencil-bulk",
    "rows",
]
# Paul Tol's bright colours, wine of his muted ones, and markers that tell the strategies apart
# without them.
COLOURS = [
    *["#000000", "#BBBBBB", "#228833", "#CCBB44", "#AA3377", "#4477AA", "#66CCEE", "#EE6677"],
    "#882255",
]
MARKERS = ["o", "s", "^", "v", "D", "P", "X", "*", "h"]

# The pair physics of each family by the operations of a pair. The families are never mixed.
FLOPS = {
    "within the cutoff": {5: "position-sum", 18: "lj-potential", 168: "lj-potential-168"},
    "without a distance test": {
        5: "position-sum-uncut",
        18: "lj-potential-uncut",
        168: "lj-potential-168-uncut",
    },
}


def family_of(physics):
    """The family that a pair physics belongs to."""
    return next(name for name, members in FLOPS.items() if physics in members.values())


def strategies(names):
    """Those of STRATEGIES that are among `names`, in its order."""
    return [name for name in STRATEGIES if name in set(names)]


def line_style(strategy):
    """Keyword arguments of a line, the same for a strategy on every figure."""
    index = STRATEGIES.index(strategy)
    return {"color": COLOURS[index], "marker": MARKERS[index], "markersize": 5, "linewidth": 1.2}


def tuning_label(swept):
    """How the tuning of records was chosen."""
    return "best tuning" if swept else "the paper's tuning"


def boxes(records):
    """The passes over random boxes with a pair physics of FLOPS, by asynchronous calls as the paper
    timed them (7.1), never by single ones: a DataFrame with a column `interactions`, the candidate
    pairs per particle, and `swept`, whether the tuning was chosen by a sweep."""
    return _passes(records[records["scope"] == ASYNCHRONOUS])


def single_calls(records):
    """The same passes by single calls with a warm cache, which is how a profiler meets them."""
    return _passes(records[(records["scope"] == "kernel") & (records["cache"] == "warm")])


def refusals(refused):
    """Keeps the refused records of random boxes, and adds the column `swept`. Steps that drift or
    build no list go: what is drawn are calls of forces."""
    return _of_boxes(refused[~refused["validity.status"].isin(MARKS)])


def _passes(records):
    rows = _of_boxes(records[records["stage"] == "forces"])
    rows["interactions"] = rows["work.candidate_pairs"] / rows["scenario.particles"]
    return rows


def _of_boxes(records):
    records = records.reindex(columns=records.columns.union([SIDE, PER_CELL], sort=False))
    physics = [name for members in FLOPS.values() for name in members.values()]
    rows = records[
        records["variant"].isin(STRATEGIES)
        & records["physics"].isin(physics)
        & records[SIDE].notna()
    ].copy()
    rows["swept"] = [
        any(point["stage"] == "forces" for point in points) for points in rows["tuning_sweep"]
    ]
    return rows


def calls_note(rows):
    """How the times of boxes were taken, and by how many calls, from the records."""
    calls = rows["policy.calls"].astype(int)
    most = calls.max()
    text = (
        f"A sample: a series of asynchronous calls over their number; {most} calls a series in "
        f"{(calls == most).sum()} of {len(rows)} points"
    )
    if calls.min() < most:
        fewer = calls[calls < most]
        text += f", {_range(fewer)} in the others, whose calls take long"
    return f"{text}. {_range(rows['summary.count'])} series a point."


def refused_sides(refused, strategy, per_cell):
    """The cells a side of the boxes of `per_cell` particles a cell that `strategy` refused."""
    return {
        side
        for side, number in sizes_of(refused[refused["variant"] == strategy])
        if number == per_cell
    }


def refusal_notes(refused):
    """A line for each strategy that refused boxes, with the reason of one of them."""
    order = refused.sort_values(["variant", PER_CELL, SIDE])
    for variant, rows in groupby(order.to_dict("records"), key=lambda row: row["variant"]):
        found = {box_label(row[SIDE], row[PER_CELL]): row["validity.status"] for row in rows}
        reason = next(iter(found.values())).split(": ", 1)[-1]
        yield f"Refused: {variant} at {', '.join(found)}; first: {reason}."


def by_box(rows):
    """A dict from (strategy, cells per side, particles per cell) to its one record (a Series)."""
    return one_by(rows, KEYS)


def sizes_of(rows):
    """The boxes of `rows`, pairs (cells per side, particles per cell), as a set."""
    return {(int(row[SIDE]), int(row[PER_CELL])) for _, row in rows.iterrows()}


def interactions_of(rows):
    """The interactions of a particle by box, a pair (cells per side, particles per cell)."""
    return {
        (int(side), int(per_cell)): number
        for (side, per_cell), number in rows.groupby([SIDE, PER_CELL])["interactions"]
        .first()
        .items()
    }


def box_label(side, per_cell):
    """A box as the paper's table names it: (cells per side/particles per cell)."""
    return f"({side:.0f}/{per_cell:.0f})"


def _range(counts):
    fewest, most = int(counts.min()), int(counts.max())
    return f"{fewest}" if fewest == most else f"{fewest} to {most}"


def require_reference(found, side, per_cell):
    """The record of REFERENCE for a box. Raises InputError where there is none."""
    if (REFERENCE, side, per_cell) not in found:
        raise InputError(
            f"variant: no record of {REFERENCE} for the box {box_label(side, per_cell)}, which the "
            "others are compared with; record it, too"
        )
    return found[REFERENCE, side, per_cell]

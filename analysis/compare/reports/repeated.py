"""Two recordings of the same, side by side, in Markdown."""

from collections import defaultdict

import numpy as np

from analysis.compare.comparison import revision_of
from analysis.compare.placement import largest_differences
from analysis.compare.repetition import Outcome
from analysis.compare.reports.markdown import as_table, escaped
from analysis.compare.reports.words import NOT_KNOWN, interval, seconds

METHOD = (
    "change: ratio of medians, second over first, with its 99 % interval over blocks; clock: of "
    "the median sample; in cycles: the change of medians in clock cycles; spread: standard "
    "deviation of block medians, first and second; explained: the environments of the two records "
    "differ in these keys, or cycles agree (the clock); in one run: the largest difference, in "
    "each file, between contenders that launch the same kernel on the same particles, in buffers "
    "of their own"
)


def as_markdown(repetition, paths, sides, worst):
    """What was compared, the counts, the worst rows, and what differs of the environments.

    paths, sides: the files and the records of both. worst: how many rows to show.
    """
    device = sides[1][0]["device"]["name"]
    parts = [
        f"### sphlab: repeated on {escaped(device)}",
        _origins(paths, sides),
        _counts(repetition),
        _by_stage(repetition, sides),
        f"Those that agree least, of {len(repetition.rows)}:",
        _worst(repetition.rows[:worst]),
        _environments(repetition),
        f"<sub>{METHOD}</sub>",
    ]
    return "\n\n".join(parts) + "\n"


def _origins(paths, sides):
    rows = [
        ["file", *(path.name for path in paths)],
        ["suite", *(_all(records, "suite") for records in sides)],
        ["recorded", *(_when(records) for records in sides)],
        ["revision", *(", ".join(sorted(set(map(revision_of, side)))) for side in sides)],
    ]
    return _table(["", "first", "second"], rows)


def _all(records, key):
    return ", ".join(sorted({str(record[key]) for record in records}))


def _when(records):
    times = sorted(record["recorded_at"] for record in records)
    return times[0] if times[0] == times[-1] else f"{times[0]} to {times[-1]}"


def _counts(repetition):
    within = f"{100 * repetition.tolerance.within:g} %"
    agree, explained, unexplained = map(
        repetition.count, (Outcome.AGREES, Outcome.EXPLAINED, Outcome.UNEXPLAINED)
    )
    lines = [
        f"**{agree} of {len(repetition.rows)} rows agree within {within}**; {explained} do not and "
        f"are explained, {unexplained} do not and are **unexplained**.",
    ]
    lines += [f"- valid in one run alone: {escaped(str(row))}" for row in repetition.valid_in_one]
    alone = {"first": repetition.first_only, "second": repetition.second_only}
    lines += [f"- in the {side} alone: {count} rows" for side, count in alone.items() if count]
    if repetition.too_short:
        floor = seconds(repetition.tolerance.shortest_s)
        lines.append(f"- left out: {repetition.too_short} stages shorter than {floor}")
    head, *others = lines
    return "\n\n".join([head, "\n".join(others)]) if others else head


def _by_stage(repetition, sides):
    in_one_run = [largest_differences(records) for records in sides]
    of_stage = defaultdict(list)
    for one in repetition.rows:
        of_stage[one.row.what].append(one)
    rows = []
    for stage, found in sorted(of_stage.items()):
        changes = [abs(one.ratio - 1) for one in found]
        agree = sum(one.outcome == Outcome.AGREES for one in found)
        numbers = [len(found), agree, _fraction(np.median(changes)), _fraction(max(changes))]
        own = [_known(differences.get(stage), _fraction) for differences in in_one_run]
        rows.append([stage, *map(str, numbers), ", ".join(own)])
    headings = ["stage", "rows", "agree", "median change", "largest change", "in one run"]
    return _table(headings, rows)


def _worst(rows):
    headings = ["row", "first", "second", "change", "interval", "clock", "in cycles"]
    headings += ["spread", "outcome", "also differs"]
    return _table(headings, [_worst_row(one) for one in rows])


def _worst_row(one):
    sides = (one.first, one.second)
    clocks = [_known(side.clock_mhz, "{:.0f}".format) for side in sides]
    spreads = [_known(side.spread, _fraction) for side in sides]
    outcome = str(one.outcome)
    if one.explained_by:
        outcome += f": {', '.join(one.explained_by)}"
    return [
        str(one.row),
        *(seconds(side.median_s) for side in sides),
        _change(one.ratio),
        interval(one),
        f"{' → '.join(clocks)} MHz",
        _known(one.cycles_ratio, _change),
        ", ".join(spreads),
        outcome,
        "; ".join(one.notes),
    ]


def _environments(repetition):
    if not repetition.differences:
        return "Nothing differs of the environments that the gate compares."
    rows = [
        [one.key, one.base, one.candidate, str(count)]
        for one, count in repetition.differences.items()
    ]
    return "What differs of the environments:\n\n" + _table(
        ["key", "first", "second", "rows"], rows
    )


def _known(value, as_text):
    return NOT_KNOWN if value is None else as_text(value)


def _change(ratio):
    """To a digit more than elsewhere: what agrees is a matter of tenths."""
    return f"{100 * (ratio - 1):+.2f} %"


def _fraction(value):
    return f"{100 * value:.2f} %"


def _table(headings, rows):
    cells = [[escaped(cell) for cell in row] for row in rows]
    return as_table(headings, cells, right=range(1, len(headings)))

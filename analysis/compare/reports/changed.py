"""What changed between two recordings of suites, as Markdown."""

from itertools import groupby

from analysis.compare.changed import CHANGED
from analysis.compare.reports.markdown import as_table, escaped
from analysis.compare.reports.words import cells, interval, seconds
from analysis.compare.verdict import Verdict, percent

COUNTED = {
    "slower": (Verdict.SLOWER,),
    "faster": (Verdict.FASTER,),
    "same": (Verdict.SAME,),
    "unclear": (Verdict.UNCLEAR,),
    "invalid": (Verdict.INVALID,),
    "gone": (Verdict.MISSING,),
    "new": (Verdict.NEW,),
}
COMPARED = (*CHANGED, Verdict.SAME, Verdict.UNCLEAR)
METHOD = (
    "Rows are matched by what ran: scenario, particles, state with its step, toolchain, variant, "
    "stage and scope. Slower and faster as the gate says it: beyond 2 % (5 % on the host), beyond "
    "the interval over blocks, and significant among the rows of the suite; unclear: the blocks do "
    "not suffice. A variant that is gone or new as a whole counts once. Left out: stages shorter "
    "than {floor}."
)


def as_markdown(found, old, new, limit):
    """found: Suites. old, new: what was compared, as text. limit: rows of each list."""
    changed = [(suite, one) for suite in found for one in suite.found(*CHANGED)]
    changed.sort(key=lambda pair: -max(pair[1].measured.ratio, 1 / pair[1].measured.ratio))
    parts = [
        f"### sphlab: {escaped(old)} to {escaped(new)}",
        _headline(found, changed),
        _suites(found),
        *_largest(changed, limit),
        *_listed("Gone", found, Verdict.MISSING, limit),
        *_listed("New", found, Verdict.NEW, limit),
        *_listed("Invalid", found, Verdict.INVALID, limit),
        *_environments(found, limit),
        f"<sub>{METHOD.format(floor=_floor(found))}</sub>",
    ]
    return "\n\n".join(parts) + "\n"


def _headline(found, changed):
    compared = [one for suite in found for one in suite.found(*COMPARED)]
    return (
        f"**{len(changed)} of {len(compared)} rows changed beyond noise**, in "
        f"{len({suite.name for suite, _ in changed})} of {len(found)} suites."
    )


def _suites(found):
    rows = [
        [
            escaped(suite.name),
            str(suite.before),
            str(suite.now),
            *(str(len(suite.found(*verdicts))) for verdicts in COUNTED.values()),
            escaped(suite.reason.partition("\n")[0]),
        ]
        for suite in found
    ]
    headings = ["suite", "records before", "now", *COUNTED, "not compared"]
    return as_table(headings, rows, right=range(1, len(headings) - 1))


def _largest(changed, limit):
    if not changed:
        return
    yield _title("Largest changes", len(changed), limit)
    rows = [
        [
            escaped(suite.name.removesuffix(".jsonl")),
            escaped(str(one.row)),
            seconds(one.measured.base_s),
            seconds(one.measured.candidate_s),
            percent(one.measured.ratio),
            interval(one.measured),
            escaped("; ".join(one.notes)),
        ]
        for suite, one in changed[:limit]
    ]
    headings = ["suite", "row", "before", "now", "change", "interval", "also differs"]
    yield as_table(headings, rows, right=range(2, 6))


def _listed(title, found, verdict, limit):
    rows = [(suite, one) for suite in found for one in suite.found(verdict)]
    if not rows:
        return
    yield _title(title, len(rows), limit)
    yield "\n".join(
        f"- {escaped(suite.name.removesuffix('.jsonl'))}: {escaped(str(one.row))}: "
        f"{escaped(cells(one)[-1])}"
        for suite, one in rows[:limit]
    )


def _environments(found, limit):
    """Of each difference of the environments in which suites it is."""
    differences = sorted(
        (f"{one.key}: {one.base} to {one.candidate}", suite.name.removesuffix(".jsonl"))
        for suite in found
        if suite.comparison is not None
        for one in suite.comparison.differences
    )
    lines = [
        f"- {escaped(text)} ({escaped(', '.join(name for _, name in names))})"
        for text, names in groupby(differences, key=lambda pair: pair[0])
    ]
    if lines:
        yield _title("Differences of the environments", len(lines), limit)
        yield "\n".join(lines[:limit])


def _title(title, count, limit):
    shown = f", {limit} of {count}" if count > limit else f", {count}"
    return f"#### {title}{shown}"


def _floor(found):
    compared = [suite.comparison for suite in found if suite.comparison is not None]
    return seconds(compared[0].policy.shortest_s) if compared else "nothing"

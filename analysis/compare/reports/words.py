"""What the reports for people say alike."""

from analysis.compare.bootstrap import RESAMPLES
from analysis.compare.verdict import Verdict, percent

UNITS = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")]
NOT_KNOWN = "-"


def seconds(value):
    """Four digits of a time, in the unit that suits it."""
    factor, unit = next((one for one in UNITS if value >= one[0]), UNITS[-1])
    return f"{value / factor:#.4g}".rstrip(".") + f" {unit}"


def interval(measured):
    """The interval of the change: "+1.9 … +2.6 %"."""
    return f"{percent(measured.low).removesuffix(' %')} … {percent(measured.high)}"


def remark(judgement):
    """The reason of a verdict and what else differs, in one line."""
    parts = [judgement.reason, *judgement.notes]
    return " ".join("; ".join(part for part in parts if part).split())


def cells(judgement):
    """Base, candidate, change, interval, adjusted p, verdict, remark, as text."""
    measured = judgement.measured
    numbers = [NOT_KNOWN] * 5
    if measured is not None:
        numbers = [
            seconds(measured.base_s),
            seconds(measured.candidate_s),
            percent(measured.ratio),
            interval(measured),
            f"{judgement.adjusted_p:.1g}",
        ]
    return [*numbers, judgement.verdict, remark(judgement)]


HEADINGS = ["base", "candidate", "change", "interval", "p", "verdict", "why"]


def counts(comparison):
    """How many rows have which verdict: "1 slower, 40 same"."""
    counted = [(comparison.count(verdict), verdict) for verdict in Verdict]
    return ", ".join(f"{count} {verdict}" for count, verdict in counted if count)


def method(comparison):
    """How the verdicts were reached, in one line."""
    policy = comparison.policy
    changes = {one.smallest_change for one in comparison.judgements if one.measured is not None}
    matters = " or ".join(f"{100 * change:g} %" for change in sorted(changes))
    line = (
        f"change: ratio of medians with its {100 * (1 - policy.alpha):g} % interval "
        f"({RESAMPLES} resamples of blocks); p: rank test of block medians, adjusted (Holm) for "
        f"all rows, at most {policy.alpha:g}"
    )
    return f"{line}; what matters: {matters}" if matters else line


def environment(comparison):
    """What was compared, what was let differ, and what is not known: one line each."""
    lines = [
        f"device: {comparison.device}",
        f"base: {comparison.base_revision}",
        f"candidate: {comparison.candidate_revision}",
    ]
    lines += [
        f"differs: {one.key}: {one.base} against {one.candidate}" for one in comparison.differences
    ]
    if comparison.too_short:
        lines.append(
            f"left out: {comparison.too_short} stages shorter than "
            f"{seconds(comparison.policy.shortest_s)}"
        )
    return [*lines, *comparison.caveats]


def telling(comparison):
    """The judgements that a person must see: all but those that are the same."""
    return [one for one in comparison.judgements if one.verdict != Verdict.SAME]

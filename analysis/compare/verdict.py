"""From numbers to a verdict: faster, slower, same or unclear."""

import math
from dataclasses import dataclass
from enum import StrEnum

from analysis.compare.bootstrap import fewest_blocks
from analysis.compare.rank_test import blocks_needed


class Verdict(StrEnum):
    """What can be said of a row, the gravest first."""

    INVALID = "invalid"  # the candidate did not pass verification
    SLOWER = "slower"
    MISSING = "missing"  # the candidate has no record of it
    UNCLEAR = "unclear"  # the samples do not suffice for any of the others
    FASTER = "faster"
    NEW = "new"  # the base has no valid record of it
    SAME = "same"


GRAVITY = {verdict: position for position, verdict in enumerate(Verdict)}


@dataclass(frozen=True)
class Measured:
    """Two sides of a row, measured. Ratios are candidate over base: above 1 it takes longer."""

    base_s: float  # medians of all samples
    candidate_s: float
    ratio: float
    low: float  # the interval of the ratio
    high: float
    p: float  # of a rank test that the sides do not differ
    base_blocks: int
    candidate_blocks: int
    cycles_ratio: float | None = None  # of medians in clock cycles, None where clocks are unknown
    # The least and the largest ratio of medians that the load of the machine leaves possible, None
    # where that is not known.
    unloaded: tuple[float, float] | None = None

    @property
    def blocks(self):
        """Of the side that has fewer."""
        return min(self.base_blocks, self.candidate_blocks)


@dataclass(frozen=True)
class Rule:
    """What a verdict needs."""

    alpha: float  # chance of one false difference among all rows; 1 - alpha: the interval's
    rows: int  # that are compared together
    smallest_change: float  # that matters in practice: 0.02 is 2 %


def verdict(measured, adjusted_p, rule):
    """The Verdict, and the reason where it is UNCLEAR (else "").

    - SAME: the whole interval is closer to 1 than what matters, in cycles too.
    - SLOWER, FASTER: the change matters in size, and is none of chance: the rank test's p, adjusted
      for the number of rows, is at most alpha, and the interval does not hold 1. Cycles agree.
    - UNCLEAR: all else, and what would not be so at every ratio that the load leaves possible.
    """
    needed = fewest_blocks(1 - rule.alpha)
    if measured.blocks < needed:
        return Verdict.UNCLEAR, f"only {measured.blocks} blocks, of at least {needed}"
    limit = math.log1p(rule.smallest_change)
    change = math.log(measured.ratio)
    if -limit < math.log(measured.low) and math.log(measured.high) < limit:
        return _same(measured, limit)
    if abs(change) < limit:
        return Verdict.UNCLEAR, "too noisy: the interval reaches beyond what matters"
    if measured.low <= 1 <= measured.high:
        return Verdict.UNCLEAR, "too noisy: the interval holds 1"
    if adjusted_p > rule.alpha:
        return Verdict.UNCLEAR, _insignificant(measured, adjusted_p, rule)
    if _is_of_the_clock(measured):
        return Verdict.UNCLEAR, (
            f"the clock: {percent(measured.ratio)} in time, "
            f"{percent(measured.cycles_ratio)} in cycles"
        )
    found = Verdict.SLOWER if change > 0 else Verdict.FASTER
    if not _holds_under_load(found, measured, limit):
        return _of_the_load(measured)
    return found, ""


def _holds_under_load(found, measured, limit):
    """Whether every ratio that the load leaves possible is one of this verdict."""
    if measured.unloaded is None:
        return True
    least, largest = map(math.log, measured.unloaded)
    if found == Verdict.SAME:
        return -limit < least and largest < limit
    return least >= limit if found == Verdict.SLOWER else largest <= -limit


def _of_the_load(measured):
    least, largest = map(percent, measured.unloaded)
    return Verdict.UNCLEAR, (
        f"the load: {percent(measured.ratio)} with it, anything from {least} to {largest} without"
    )


def _same(measured, limit):
    if measured.cycles_ratio is not None and abs(math.log(measured.cycles_ratio)) >= limit:
        return Verdict.UNCLEAR, (
            f"the clock: no difference in time, {percent(measured.cycles_ratio)} in cycles"
        )
    if not _holds_under_load(Verdict.SAME, measured, limit):
        return _of_the_load(measured)
    return Verdict.SAME, ""


def _is_of_the_clock(measured):
    """Whether less than half of the difference in time is left in cycles."""
    if measured.cycles_ratio is None:
        return False
    left = math.log(measured.cycles_ratio) / math.log(measured.ratio)
    return left < 0.5


def _insignificant(measured, adjusted_p, rule):
    needed = blocks_needed(rule.rows, rule.alpha)
    if measured.blocks < needed:
        return f"{measured.blocks} blocks, but {rule.rows} rows together need {needed}"
    return f"not significant: p = {adjusted_p:.2g} among {rule.rows} rows"


def percent(ratio):
    """A ratio as a change: "+2.5 %"."""
    # Adding zero makes -0.0 positive.
    return f"{round(100 * (ratio - 1), 1) + 0.0:+.1f} %"

"""How often verdicts are wrong, and how small a slowdown they find: by trying.

A trial is a row of two equal sides. How it would have been judged with a slowdown in it follows
without another trial: median, interval and block medians of one side all grow by the factor.
"""

from dataclasses import dataclass, replace

import numpy as np

from analysis.compare import rank_test
from analysis.compare.blocks import Blocks
from analysis.compare.comparison import measure
from analysis.compare.verdict import Measured, Verdict, verdict

LARGEST = 1.0
PRECISION = 1e-3


@dataclass(frozen=True)
class Trial:
    """Two sides of equal code, as they were measured."""

    measured: Measured
    base: np.ndarray  # block medians
    candidate: np.ndarray
    by_pairs: bool

    def judged(self, rule, slowdown=0.0):
        """The Verdict had the candidate taken 1 + slowdown times as long.

        The p value is adjusted as that of the only row out of `rule.rows` that changed.
        """
        factor = 1 + slowdown
        one = self.measured
        p = rank_test.p_value(self.base, self.candidate * factor, self.by_pairs)
        slowed = replace(
            one,
            candidate_s=one.candidate_s * factor,
            ratio=one.ratio * factor,
            low=one.low * factor,
            high=one.high * factor,
            p=p,
        )
        return verdict(slowed, min(1.0, p * rule.rows), rule)[0]

    def smallest_found(self, rule):
        """The smallest slowdown that is judged SLOWER, to PRECISION; LARGEST where none is.

        Found by halving: what is found at one slowdown is found at every larger one.
        """
        low, high = 0.0, LARGEST
        if self.judged(rule, low) == Verdict.SLOWER:
            return low
        while high - low > PRECISION:
            middle = (low + high) / 2
            if self.judged(rule, middle) == Verdict.SLOWER:
                high = middle
            else:
                low = middle
        return high


def trial(base, candidate, rule, together):
    """A Trial of two Blocks."""
    by_pairs = together and rank_test.prefer_pairs(base.count, rule.rows, rule.alpha)
    measured = measure(base, candidate, 1 - rule.alpha, together, rule.rows)
    return Trial(measured, base.medians(), candidate.medians(), by_pairs)


def as_blocks(times):
    """Blocks of an array with a row per block."""
    blocks, samples = times.shape
    return Blocks.of(times.ravel(), np.repeat(np.arange(blocks), samples))


def drawn_from(generator, blocks, count):
    """`count` blocks drawn from recorded ones with replacement: another run of the same code."""
    drawn = generator.integers(blocks.count, size=count)
    values = [blocks.values[blocks.block == number] for number in drawn]
    numbers = np.repeat(np.arange(count), [len(one) for one in values])
    return Blocks.of(np.concatenate(values), numbers)


@dataclass(frozen=True)
class Power:
    """What became of many trials."""

    trials: int
    false_alarms: int  # SLOWER or FASTER without a slowdown
    found: float  # share of trials judged SLOWER with the slowdown asked about
    smallest: float  # slowdown found in 80 % of the trials


SHARE_FOUND = 0.8


def power(trials, rule, slowdown):
    """The Power of Trials to find a slowdown, 0.03 for 3 %."""
    alarms = [one.judged(rule) in (Verdict.SLOWER, Verdict.FASTER) for one in trials]
    found = [one.judged(rule, slowdown) == Verdict.SLOWER for one in trials]
    smallest = [one.smallest_found(rule) for one in trials]
    return Power(
        len(trials),
        sum(alarms),
        float(np.mean(found)),
        float(np.quantile(smallest, SHARE_FOUND, method="higher")),
    )

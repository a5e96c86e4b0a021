"""Whether two sides differ at all: rank tests on block medians, corrected for their number.

Ranks make no assumption about the shape of the noise, which has a long tail of slow samples.
"""

import math

import numpy as np
import scipy

# Above, the normal approximation is good far beyond any significance asked for, and quick.
LARGEST_EXACT = 50


def p_value(base, candidate, paired):
    """Two-sided, of the block medians of two sides: Wilcoxon's signed ranks or Mann-Whitney's U.

    Ties (a timer ticks, short stages take few values) make the exact distribution of U narrower
    than the untied one that is used: they err towards no difference.
    """
    if paired:
        return _signed_ranks(np.log(candidate) - np.log(base))
    exact = max(len(base), len(candidate)) <= LARGEST_EXACT
    test = scipy.stats.mannwhitneyu(candidate, base, method="exact" if exact else "asymptotic")
    return float(test.pvalue)


def _signed_ranks(differences):
    # A tie between the sides says nothing for either.
    differences = differences[differences != 0]
    if len(differences) == 0:
        return 1.0
    exact = len(differences) <= LARGEST_EXACT
    return float(scipy.stats.wilcoxon(differences, method="exact" if exact else "approx").pvalue)


def smallest_p(base, candidate, paired):
    """The p value of two sides of so many blocks that do not overlap at all."""
    if paired:
        return 2.0 ** (1 - base)
    return float(2 / math.comb(base + candidate, base))


def prefer_pairs(blocks, rows, alpha):
    """Whether so many pairs can be significant among `rows`.

    Where they cannot, the unpaired test can with half as many blocks per side: what pairs share
    only makes it more careful. The choice depends on nothing that was measured.
    """
    return smallest_p(blocks, blocks, paired=True) * rows <= alpha


def blocks_needed(rows, alpha):
    """The fewest blocks per side with which one of `rows` can be significant."""
    blocks = 1
    while smallest_p(blocks, blocks, paired=False) * rows > alpha:
        blocks += 1
    return blocks


def holm(p_values):
    """Holm's adjusted p values, in the order given.

    With them, the chance of one false difference or more among all rows stays below alpha, however
    the rows depend on each other, as the stages of a step do. Benjamini and Hochberg's procedure
    bounds the share of false ones among those found: a comfort to a reader of many findings, but
    one is enough to stop a merge.
    """
    p_values = np.asarray(p_values, dtype=float)
    order = np.argsort(p_values, kind="stable")
    steps = len(p_values) - np.arange(len(p_values))
    adjusted = np.minimum(1, np.maximum.accumulate(p_values[order] * steps))
    result = np.empty_like(adjusted)
    result[order] = adjusted
    return result

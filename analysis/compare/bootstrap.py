"""How far a ratio of medians can be trusted: the percentile bootstrap over blocks.

Whole blocks are drawn with replacement, so that what the samples of a block share is drawn with
them. Drawing single samples would make the interval as narrow as if all were independent.
"""

import math
from functools import lru_cache

import numpy as np

RESAMPLES = 2000
SEED = 20
# Of weights in memory at a time.
CHUNK = 4_000_000


def ratio_interval(base, candidate, confidence, paired):
    """The interval (low, high) of median(candidate) / median(base), two Blocks.

    paired: draw the same blocks of both, which keeps out what the two share. The same arguments
    give the same interval.
    """
    weights, others = _draws_of_both(base.count, candidate.count)
    of_base = _medians(base, weights)
    of_candidate = _medians(candidate, weights if paired else others)
    tail = (1 - confidence) / 2
    low, high = np.quantile(of_candidate / of_base, [tail, 1 - tail])
    return float(low), float(high)


def fewest_blocks(confidence):
    """The blocks without which no interval of a median can have this confidence.

    The median lies outside of n observations, on one side of all of them, with probability
    2^(1-n); a resample cannot leave their range.
    """
    return math.ceil(1 - math.log2(1 - confidence))


@lru_cache(maxsize=8)
def _draws_of_both(base, candidate):
    """The draws of so many blocks of either side, the same at every call."""
    generator = np.random.default_rng(SEED)
    return _draws(generator, base), _draws(generator, candidate)


def _draws(generator, blocks):
    """How often each block is drawn: an array of RESAMPLES rows, each summing to `blocks`."""
    return generator.multinomial(blocks, np.full(blocks, 1 / blocks), size=RESAMPLES)


def _medians(blocks, weights):
    """The median of each resample, without making it: by weights on the sorted samples."""
    samples = len(blocks.values)
    if blocks.count * samples <= CHUNK:
        return _searched_medians(blocks, weights)
    rows = max(1, CHUNK // samples)
    parts = [
        _weighted_medians(blocks.values, weights[start : start + rows][:, blocks.block])
        for start in range(0, len(weights), rows)
    ]
    return np.concatenate(parts)


def _weighted_medians(values, weights):
    passed = np.cumsum(weights, axis=1)
    half = passed[:, -1:] / 2
    # An even number of samples has two in the middle.
    lower = np.argmax(passed >= half, axis=1)
    upper = np.argmax(passed > half, axis=1)
    return (values[lower] + values[upper]) / 2


def _searched_medians(blocks, weights):
    """The same by bisection, from how many of its samples each block has up to each place: what
    many samples a block make a hundred times as fast."""
    samples = len(blocks.values)
    up_to = np.zeros((blocks.count, samples), np.int64)
    up_to[blocks.block, np.arange(samples)] = 1
    up_to = np.cumsum(up_to, axis=1)
    drawn = weights @ up_to[:, -1]

    def first_with(twice):
        """The first place up to which half of `twice` samples are drawn."""
        low, high = np.zeros(len(weights), np.int64), np.full(len(weights), samples - 1)
        while np.any(low < high):
            middle = (low + high) // 2
            is_enough = 2 * np.einsum("rb,br->r", weights, up_to[:, middle]) >= twice
            low, high = np.where(is_enough, low, middle + 1), np.where(is_enough, middle, high)
        return blocks.values[low]

    return (first_with(drawn) + first_with(drawn + 1)) / 2

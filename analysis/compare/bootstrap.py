"""How far a ratio of medians can be trusted: the percentile bootstrap over blocks.

Whole blocks are drawn with replacement, so that what the samples of a block share is drawn with
them. Drawing single samples would make the interval as narrow as if all were independent.
"""

import math

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
    generator = np.random.default_rng(SEED)
    weights = _draws(generator, base.count)
    of_base = _medians(base, weights)
    of_candidate = _medians(candidate, weights if paired else _draws(generator, candidate.count))
    tail = (1 - confidence) / 2
    low, high = np.quantile(of_candidate / of_base, [tail, 1 - tail])
    return float(low), float(high)


def fewest_blocks(confidence):
    """The blocks without which no interval of a median can have this confidence.

    The median lies outside of n observations, on one side of all of them, with probability
    2^(1-n); a resample cannot leave their range.
    """
    return math.ceil(1 - math.log2(1 - confidence))


def _draws(generator, blocks):
    """How often each block is drawn: an array of RESAMPLES rows, each summing to `blocks`."""
    return generator.multinomial(blocks, np.full(blocks, 1 / blocks), size=RESAMPLES)


def _medians(blocks, weights):
    """The median of each resample, without making it: by weights on the sorted samples."""
    rows = max(1, CHUNK // len(blocks.values))
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

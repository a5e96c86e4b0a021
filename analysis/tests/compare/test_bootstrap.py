"""The interval of a ratio: exact where it can be told by hand, and wide enough where it cannot."""

import numpy as np
import pytest

from analysis.compare import bootstrap
from analysis.compare.blocks import Blocks, cycles
from analysis.compare.bootstrap import _draws, _medians, fewest_blocks, ratio_interval
from analysis.compare.noise import QUIET_GPU, two_sides
from analysis.compare.power import as_blocks


def test_blocks_keep_each_sample_with_its_block():
    blocks = Blocks.of([3.0, 1.0, 2.0, 9.0], [7, 4, 7, 4])
    assert blocks.labels.tolist() == [4, 7]
    assert blocks.median() == 2.5
    assert blocks.medians().tolist() == [5.0, 2.5]
    assert blocks.scaled(2).medians().tolist() == [10.0, 5.0]


@pytest.mark.parametrize("chunk", [bootstrap.CHUNK, 20])
def test_weighted_medians_are_those_of_the_resamples(chunk, monkeypatch):
    monkeypatch.setattr(bootstrap, "CHUNK", chunk)  # the smaller: without the bisection
    generator = np.random.default_rng(1)
    # Blocks of unequal size, so that resamples are of even and of odd numbers.
    numbers = np.repeat([0, 1, 2, 3], [1, 4, 2, 6])
    blocks = Blocks.of(generator.exponential(1, len(numbers)), numbers)
    weights = _draws(generator, blocks.count)
    assert (weights.sum(axis=1) == blocks.count).all()
    by_hand = [
        np.median(np.repeat(blocks.values, row[blocks.block].astype(int))) for row in weights
    ]
    assert _medians(blocks, weights) == pytest.approx(by_hand)


def test_the_interval_grows_with_the_ratio():
    generator = np.random.default_rng(2)
    base, candidate = map(as_blocks, two_sides(generator, QUIET_GPU, 10, 4, together=False))
    low, high = ratio_interval(base, candidate, 0.99, paired=False)
    slowed = ratio_interval(base, candidate.scaled(1.5), 0.99, paired=False)
    assert slowed == pytest.approx((1.5 * low, 1.5 * high))


def test_equal_samples_have_an_interval_of_no_width():
    blocks = Blocks.of([2.0] * 20, np.repeat(np.arange(10), 2))
    assert ratio_interval(blocks, blocks, 0.99, paired=False) == (1.0, 1.0)


def test_more_samples_of_the_same_blocks_do_not_narrow_the_interval():
    generator = np.random.default_rng(4)
    of_blocks = np.exp(generator.normal(0, 0.01, (10, 1)))
    few, many = (as_blocks(np.repeat(of_blocks, count, axis=1)) for count in (3, 300))
    width = {
        count: np.diff(ratio_interval(one, one.scaled(1.0), 0.99, paired=False))
        for count, one in (("few", few), ("many", many))
    }
    assert width["many"] == pytest.approx(width["few"], rel=0.05)


def test_pairs_take_out_what_both_sides_share():
    generator = np.random.default_rng(5)
    drift = np.exp(generator.normal(0, 0.05, (12, 1)))
    base = as_blocks(drift * np.exp(generator.normal(0, 0.001, (12, 3))))
    candidate = as_blocks(drift * np.exp(generator.normal(0, 0.001, (12, 3))))
    paired, unpaired = (
        np.diff(ratio_interval(base, candidate, 0.99, paired=paired)) for paired in (True, False)
    )
    assert paired < 0.2 * unpaired


def test_the_interval_covers_the_truth():
    """A 99 % interval of ten blocks must not miss more than a few in a hundred."""
    generator = np.random.default_rng(6)
    hits = 0
    for _ in range(100):
        base, candidate = map(as_blocks, two_sides(generator, QUIET_GPU, 10, 4, together=False))
        low, high = ratio_interval(base, candidate, 0.99, paired=False)
        hits += low <= 1 <= high
    assert hits >= 0.95 * 100


def test_single_samples_resampled_would_miss_it():
    """What blocks are for: as if each sample were a block of its own, the interval misses."""
    generator = np.random.default_rng(6)
    hits = 0
    for _ in range(40):
        times = two_sides(generator, QUIET_GPU, 10, 10, together=False)
        base, candidate = (as_blocks(one.reshape(-1, 1)) for one in times)
        low, high = ratio_interval(base, candidate, 0.99, paired=False)
        hits += low <= 1 <= high
    assert hits < 0.9 * 40


@pytest.mark.parametrize(("confidence", "blocks"), [(0.5, 2), (0.95, 6), (0.99, 8)])
def test_the_fewest_blocks_of_a_confidence(confidence, blocks):
    assert fewest_blocks(confidence) == blocks
    assert 2.0 ** (1 - blocks) <= 1 - confidence < 2.0 ** (2 - blocks)


def test_cycles_need_the_clock_of_every_sample(base):
    record = base[0]
    assert cycles(record).median() == pytest.approx(1755e6 * record["summary"]["median_s"])
    record["samples"]["clock_mhz"][5] = None
    assert cycles(record) is None

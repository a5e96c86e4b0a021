"""Rank tests against numbers worked out by hand, and their correction."""

import math

import numpy as np
import pytest

from analysis.compare.rank_test import blocks_needed, holm, p_value, prefer_pairs, smallest_p


@pytest.mark.parametrize("blocks", [3, 8, 10])
@pytest.mark.parametrize("paired", [False, True])
def test_sides_that_do_not_overlap_have_the_smallest_p(blocks, paired):
    base = np.linspace(1.0, 1.1, blocks)
    # Growing, so that no two pairs differ alike.
    candidate = np.linspace(2.0, 2.9, blocks)
    smallest = 2 / math.comb(2 * blocks, blocks) if not paired else 2 / 2**blocks
    assert smallest_p(blocks, blocks, paired) == pytest.approx(smallest)
    assert p_value(base, candidate, paired) == pytest.approx(smallest)
    assert p_value(candidate, base, paired) == pytest.approx(smallest)


def test_mann_whitney_by_hand():
    # U = 1 of 9: of the 20 orders of three and three, 2 have U <= 1, and 2 as extreme above.
    assert p_value(np.array([1.0, 2.0, 4.0]), np.array([3.0, 5.0, 6.0]), False) == pytest.approx(
        0.2
    )


def test_equal_sides_do_not_differ():
    same = np.full(10, 3.0)
    for paired in (False, True):
        assert p_value(same, same, paired) == 1


def test_ties_err_towards_no_difference():
    base, candidate = np.repeat([1.0, 2.0], 5), np.repeat([2.0, 3.0], 5)
    apart = p_value(base, candidate + np.linspace(0, 1e-6, 10), False)
    assert p_value(base, candidate, False) >= apart


def test_holm_by_hand():
    # Sorted 0.01 0.03 0.04 times 3 2 1 is 0.03 0.06 0.04; none may be below one before it.
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert holm([]).size == 0


def test_how_many_blocks_a_family_needs():
    for rows in (1, 20, 300, 1000):
        needed = blocks_needed(rows, 0.01)
        assert smallest_p(needed, needed, False) * rows <= 0.01
        assert smallest_p(needed - 1, needed - 1, False) * rows > 0.01
    assert blocks_needed(300, 0.01) == 10


def test_pairs_are_ranked_where_there_are_enough_of_them():
    assert not prefer_pairs(10, 20, 0.01)
    assert prefer_pairs(12, 20, 0.01)

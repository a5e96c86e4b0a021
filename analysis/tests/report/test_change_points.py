"""Change points of series whose changes are known."""

import numpy as np
import pytest

from analysis.report.change_points import change_points

MATTERS = 0.02


def points(medians, spread=0.002):
    return change_points(medians, [spread] * len(medians), MATTERS)


def test_a_step_is_found_where_it_is_and_as_large_as_it_is():
    (found,) = points([1.0, 1.001, 0.999, 1.1, 1.101, 1.099])
    assert found.at == 3
    assert found.ratio == pytest.approx(1.1, abs=1e-3)


def test_two_recordings_may_have_a_change_between_them():
    (found,) = points([1.0, 0.9])
    assert (found.at, found.ratio) == (1, pytest.approx(0.9))


@pytest.mark.parametrize("medians", [[1.0], [1.0, 1.0], [1.0, 1.015, 1.0, 1.015], [1.0] * 9])
def test_what_does_not_matter_is_no_change(medians):
    assert points(medians) == []


def test_up_and_down_are_two():
    assert [one.at for one in points([1, 1, 1, 1.2, 1.2, 1.2, 1, 1, 1])] == [3, 6]


def test_noisy_blocks_ask_for_more():
    medians = [1.0, 1.0, 1.06, 1.06]
    assert points(medians)
    assert points(medians, spread=0.08) == []


def test_equal_code_seldom_seems_to_change():
    """Sessions of one code that differ by a standard deviation of 0.6 %, as arrays that lie
    elsewhere make them."""
    generator = np.random.default_rng(7)
    series = np.exp(generator.normal(0, 0.006, (200, 12)))
    assert sum(bool(points(list(medians))) for medians in series) <= 4

"""A summary follows from the samples, also where they are below the timer's resolution."""

import pytest

from analysis.recorded.statistics import summarised


def test_it_is_that_of_the_harness():
    """The same samples stand in tests/harness/records/statistics_test.cpp."""
    summary = summarised([5.0, 1.0, 4.0, 2.0, 3.0], None)
    assert (summary["count"], summary["median_s"], summary["mean_s"]) == (5, 3, 3)
    assert (summary["p05_s"], summary["p95_s"]) == (pytest.approx(1.2), pytest.approx(4.8))
    assert summary["below_resolution"] is None


def test_samples_below_the_resolution_are_counted():
    summary = summarised([-2.0, 0.0, 0.5, 1.0, 8.0], 1.0)
    assert summary["below_resolution"] == 3
    assert (summary["min_s"], summary["median_s"]) == (-2.0, 0.5)


@pytest.mark.parametrize("times", [[-1.0, 0.0, 1.0], [-3.0, -2.0, 1.0]])
def test_no_spread_is_relative_to_a_median_that_is_not_above_zero(times):
    assert summarised(times, 1.0)["relative_spread"] is None


def test_there_may_be_no_sample():
    assert summarised([], 1.0) == {"count": 0}

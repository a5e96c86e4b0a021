"""What a summary says of samples alone: the same numbers as harness/records/statistics.cpp, bit by
bit, so that a file need not repeat them."""

import numpy as np


def summarised(times, resolution):
    """The keys of a summary that follow from the samples [s] and the timer's resolution [s] of one
    of them, or None where that is not known."""
    if not times:
        return {"count": 0}
    ascending = sorted(times)
    median, low, high = (_quantile(ascending, part) for part in (0.5, 0.05, 0.95))
    with np.errstate(over="ignore"):  # an infinite sum is of times that are none
        # Added one by one, which np.sum() does not.
        total = float(np.cumsum(ascending)[-1])
    return {
        "count": len(ascending),
        "median_s": median,
        "mean_s": total / len(ascending),
        "min_s": ascending[0],
        "max_s": ascending[-1],
        "p05_s": low,
        "p95_s": high,
        "relative_spread": (high - low) / median if median > 0 else None,
        "below_resolution": None if resolution is None else sum(t < resolution for t in ascending),
    }


def _quantile(ascending, part):
    rank = part * (len(ascending) - 1)
    below = int(rank)
    above = min(below + 1, len(ascending) - 1)
    return _lerp(ascending[below], ascending[above], rank - below)


def _lerp(low, high, part):
    """std::lerp for low <= high and a part below 1."""
    if low <= 0 <= high:
        return part * high + (1 - part) * low
    return min(low + part * (high - low), high)

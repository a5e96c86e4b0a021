"""Where a series of medians changes its level: segments of least squares, by `ruptures`.

A series is short, a point a recording, and two recordings of one code differ by more than the
blocks of either tell: arrays and code lie elsewhere in memory (docs/gate.md, what blocks cannot
see). So the noise of a point is taken to be half of the change that matters at least.
"""

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class ChangePoint:
    """A change of level before the point number `at`. ratio: of the medians' mean after it over
    that before it, within its two segments; above 1 it takes longer."""

    at: int
    ratio: float


def change_points(medians, spreads, smallest_change):
    """The ChangePoints of a series.

    medians: times in the order of their recording, above zero. spreads: the relative standard
    deviation of each point's blocks. smallest_change: that matters, as a fraction; a change point
    is of more. The penalty of a segment is that of Bayes' information criterion.
    """
    if len(medians) < 2:
        return []
    levels = np.log(np.asarray(medians, dtype=float))
    noise = max(smallest_change / 2, float(np.median(spreads)))
    penalty = 2 * noise**2 * math.log(len(levels))
    ends = _segments(levels, penalty)
    means = [float(levels[begin:end].mean()) for begin, end in zip([0, *ends], ends, strict=False)]
    changes = zip(ends, means, means[1:], strict=False)
    found = [ChangePoint(at, math.exp(after - before)) for at, before, after in changes]
    return [one for one in found if abs(math.log(one.ratio)) > math.log1p(smallest_change)]


def _segments(levels, penalty):
    """The ends of the segments of least cost, the last of which is the number of levels."""
    # It takes a moment to import, which other commands do not have.
    from ruptures import Pelt

    search = Pelt(model="l2", min_size=1, jump=1).fit(levels.reshape(-1, 1))
    return search.predict(pen=penalty)

"""Whether the samples of a record drift within their blocks.

The same numbers are computed by harness/records/drift.cpp.
"""

import math
from collections import defaultdict

import numpy as np
import scipy

LIMIT = 0.01  # of a change within a block, as a share of the time
CONFIDENCE = 0.95
FEWEST_SAMPLES = 3
FEWEST_BLOCKS = 2


def drift_of(samples):
    """`drift` as it follows from samples, or None where blocks are too short or too few."""
    blocks = defaultdict(list)
    for block, seconds in zip(samples["block"], samples["time_s"], strict=True):
        blocks[block].append(seconds)
    changes = np.array(
        [_change(times) for times in blocks.values() if len(times) >= FEWEST_SAMPLES], dtype=float
    )
    if len(changes) < FEWEST_BLOCKS:
        return None
    student = scipy.stats.t.ppf((1 + CONFIDENCE) / 2, len(changes) - 1)
    half = float(student * changes.std(ddof=1) / math.sqrt(len(changes)))
    mean = float(changes.mean())
    return {
        "relative": mean,
        "low": mean - half,
        "high": mean + half,
        "drifts": abs(mean) - half > LIMIT,
    }


def is_drifting(record):
    """Whether its median is of no steady state, as far as the record tells."""
    return record.get("drift", {}).get("drifts", False)


def told(record):
    """A reason not to publish a drifting record."""
    drift = record["drift"]
    return (
        f"it drifts by {100 * drift['relative']:+.1f} % within its blocks "
        f"({100 * drift['low']:+.1f} to {100 * drift['high']:+.1f} %)"
    )


def _change(times):
    third = len(times) // 3
    return np.mean(times[-third:]) / np.mean(times[:third]) - 1

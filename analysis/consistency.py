"""What the schema cannot say of a record: that its parts agree."""

import math

import numpy as np

# The harness writes the shortest decimal that reads back equal, so only rounding inside the sums
# can differ.
RELATIVE_TOLERANCE = 1e-6


def inconsistency(record):
    """The first contradiction in a record that the schema accepts, as `key: reason`, or None."""
    return (
        _sample_counts(record)
        or _blocks_of_load(record)
        or _median(record)
        or _order(record)
        or _mipps(record)
    )


def _sample_counts(record):
    samples = record["samples"]
    count = len(samples["time_s"])
    for key, values in samples.items():
        if len(values) != count:
            return f"samples.{key}: {len(values)} entries, but samples.time_s has {count}"
    if record["summary"]["count"] != count:
        return f"summary.count: {record['summary']['count']}, but there are {count} samples"
    return None


def _blocks_of_load(record):
    if "load" not in record:
        return None
    load = record["load"]
    for key, values in load.items():
        if len(values) != len(load["block"]):
            return f"load.{key}: {len(values)} entries, but load.block has {len(load['block'])}"
    blocks = sorted(set(record["samples"]["block"]))
    if load["block"] != blocks:
        return f"load.block: {load['block']}, but the samples are of blocks {blocks}"
    return None


def _median(record):
    claimed = record["summary"]["median_s"]
    times = record["samples"]["time_s"]
    if not times:
        return None if claimed is None else "summary.median_s: a median of no samples"
    median = float(np.median(times))
    if claimed is not None and not _close(claimed, median):
        return f"summary.median_s: {claimed!r}, but the median of samples.time_s is {median!r}"
    return None


def _order(record):
    summary = record["summary"]
    keys = ["min_s", "p05_s", "median_s", "p95_s", "max_s"]
    known = [key for key in keys if summary[key] is not None]
    for lower, upper in zip(known, known[1:], strict=False):
        if summary[lower] > summary[upper] + RELATIVE_TOLERANCE * abs(summary[upper]):
            return f"summary.{lower}: {summary[lower]!r} is more than summary.{upper}"
    return None


def _mipps(record):
    claimed, median = record["summary"]["mipps"], record["summary"]["median_s"]
    if claimed is None or median is None:
        return None
    if median <= 0:
        return f"summary.mipps: {claimed!r}, but median_s is not above zero"
    mipps = record["scenario"]["particles"] / median / 1e6
    if not _close(claimed, mipps):
        return f"summary.mipps: {claimed!r}, but particles / median_s / 1e6 is {mipps!r}"
    return None


def _close(a, b):
    return math.isclose(a, b, rel_tol=RELATIVE_TOLERANCE)

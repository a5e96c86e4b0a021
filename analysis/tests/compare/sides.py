"""Records to compare: base and candidate with as many blocks as a verdict needs."""

import copy

import numpy as np

from analysis.recorded.statistics import summarised
from analysis.tests import make_small
from analysis.tests.change import put

BLOCKS = 12
SAMPLES = 3


def two_sides():
    """(base, candidate): equal steps and stages with 12 blocks of 3 samples, another noise each."""
    wanted = [
        record
        for record in make_small.records()
        if record["scope"] != "kernel" and record["scenario"]["particles"] == 83648
    ]
    generator = np.random.default_rng(3)
    return tuple([_with_blocks(record, generator) for record in wanted] for _ in range(2))


def _with_blocks(record, generator):
    record = copy.deepcopy(record)
    median = record["summary"]["median_s"]
    noise = np.exp(generator.normal(0, 0.002, BLOCKS * SAMPLES))
    set_times(record, median * noise, np.repeat(np.arange(BLOCKS), SAMPLES))
    record["samples"]["clock_mhz"] = [1755.0] * (BLOCKS * SAMPLES)
    return record


def set_times(record, times, blocks):
    """Replaces the samples of a record, and what follows from them."""
    times = np.asarray(times, dtype=float)
    samples, summary = record["samples"], record["summary"]
    samples["time_s"] = times.tolist()
    samples["block"] = [int(block) for block in blocks]
    samples["order"] = list(range(len(times)))
    samples["clock_mhz"] = [None] * len(times)
    summary |= summarised(samples["time_s"], record["policy"]["resolution_s"])
    median = summary["median_s"]
    if summary["mipps"] is not None:
        summary["mipps"] = record["scenario"]["particles"] / median / 1e6
    if summary["pairs_per_s"] is not None:
        summary["pairs_per_s"] = record["work"]["accepted_pairs"] / median
    if summary["unexplained_s"] is not None:
        summary["unexplained_fraction"] = summary["unexplained_s"] / median


def slow_down(record, factor):
    """Makes all samples of a record take `factor` times as long, at the clock they had."""
    clocks = record["samples"]["clock_mhz"]
    set_times(record, np.multiply(record["samples"]["time_s"], factor), record["samples"]["block"])
    record["samples"]["clock_mhz"] = clocks


def keep_blocks(record, count):
    """Leaves the first `count` blocks of a record."""
    samples = record["samples"]
    kept = [block < count for block in samples["block"]]
    times = np.array(samples["time_s"])[kept]
    set_times(record, times, np.array(samples["block"])[kept])


def put_everywhere(records, key, value):
    for record in records:
        put(record, key, value)


def as_duel(base, candidate):
    """Both sides as `sphlab duel` writes them: each record with its side and an id of its own."""
    records = []
    for side, of_side in (("base", base), ("candidate", candidate)):
        for record in copy.deepcopy(of_side):
            record["side"] = side
            record["id"] = ("a" if side == "base" else "b") + record["id"][1:]
            records.append(record)
    return records

"""What the load of the machine can have added to the times of a record.

While one thread waits for a processor, or has it taken away, the others soon wait for that thread
at the end of their loop: a block takes longer by up to what the most delayed thread lost. How much
of that is in the samples is not known, so a verdict must hold with all of it and with none.
"""

import numpy as np

MOST_LOST = 0.99  # of a block's time: what has come to an end has had some of it


def possible_ratios(base, candidate):
    """(least, largest) ratio of the medians of two records, candidate over base, that the load
    leaves possible; None where it is not known of either."""
    if "load" not in base and "load" not in candidate:
        return None
    base_most, base_least = _medians(base)
    candidate_most, candidate_least = _medians(candidate)
    return candidate_least / base_most, candidate_most / base_least


def _medians(record):
    """The median of a record's times, and that of them less all that the load can have added."""
    times = np.array(record["samples"]["time_s"])
    return float(np.median(times)), float(np.median(times * (1 - _lost(record))))


def _lost(record):
    """Of each sample's block, the share of its time: 0 where nothing is known of the load."""
    blocks = record["samples"]["block"]
    if "load" not in record:
        return np.zeros(len(blocks))
    load = record["load"]
    of_block = {
        block: min(MOST_LOST, (waited or 0.0) + (stolen or 0.0))
        for block, waited, stolen in zip(load["block"], load["waited"], load["stolen"], strict=True)
    }
    return np.array([of_block[block] for block in blocks])

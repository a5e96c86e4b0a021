"""The samples of a record by the interleaved block they came from.

Samples of a block follow each other on a machine in one mood and are correlated; blocks are taken
far apart, from the same saved particles. So blocks are what is counted, ranked and resampled here,
and a thousand samples in two blocks are two observations.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Blocks:
    """Samples in ascending order, each with the block it belongs to."""

    values: np.ndarray  # of any unit, positive, ascending
    block: np.ndarray  # index into `labels` of each value
    labels: np.ndarray  # the blocks' numbers in the record, ascending

    @staticmethod
    def of(values, numbers):
        """values, numbers: parallel arrays, a sample and the number of its block."""
        values = np.asarray(values, dtype=float)
        labels, block = np.unique(np.asarray(numbers), return_inverse=True)
        order = np.argsort(values, kind="stable")
        return Blocks(values[order], block[order], labels)

    @property
    def count(self):
        return len(self.labels)

    def median(self):
        return float(np.median(self.values))

    def medians(self):
        """The median of each block, in the order of `labels`."""
        return np.array([np.median(self.values[self.block == n]) for n in range(self.count)])

    def scaled(self, factor):
        """The same samples, all `factor` times as large."""
        return Blocks(self.values * factor, self.block, self.labels)


def times(record):
    """The times of a record [s]."""
    samples = record["samples"]
    return Blocks.of(samples["time_s"], samples["block"])


def cycles(record):
    """The times of a record in clock cycles, or None where the clock of a sample is not known."""
    samples = record["samples"]
    clocks = samples["clock_mhz"]
    if not clocks or not all(clocks):
        return None
    return Blocks.of(np.multiply(samples["time_s"], clocks) * 1e6, samples["block"])

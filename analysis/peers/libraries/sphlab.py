"""sphlab.neighbour_list() of rows of four, which are read where they are."""

import numpy as np

from analysis.sphlab.neighbours import neighbour_list, on_device

DISTRIBUTION = "sphlab"
DEVICES = ("host", "cuda")


def prepare(positions, radius, device):
    rows = np.zeros((len(positions), 4), np.float32)
    rows[:, :3] = positions
    rows = rows if device == "host" else on_device(rows, device)

    def pairs(found):
        counts, _, indices = found.on_host()
        return np.repeat(np.arange(len(counts)), counts), indices

    return lambda: neighbour_list(rows, radius), pairs

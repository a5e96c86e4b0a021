"""SciPy's tree: pairs once, by one thread, and the same pairs the other way round."""

import numpy as np
from scipy.spatial import cKDTree

DISTRIBUTION = "scipy"
DEVICES = ("host",)


def prepare(positions, radius, device):
    places = positions.astype(float)

    def find():
        pairs = cKDTree(places).query_pairs(radius, output_type="ndarray")
        return np.concatenate([pairs, pairs[:, ::-1]])

    return find, lambda found: (found[:, 0], found[:, 1])

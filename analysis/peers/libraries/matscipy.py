"""matscipy's list: arrays of i and j, by one thread."""

import numpy as np
from matscipy.neighbours import neighbour_list

DISTRIBUTION = "matscipy"
DEVICES = ("host",)


def prepare(positions, radius, device):
    places = positions.astype(float)
    cell = np.diag(np.ptp(places, axis=0) + radius)
    origin = places.min(axis=0)

    def find():
        return neighbour_list(
            "ij",
            positions=places,
            cutoff=radius,
            cell=cell,
            cell_origin=origin,
            pbc=[False, False, False],
        )

    return find, lambda found: found

"""jax-md's sparse list, in a capacity that its first call has found."""

import jax
import numpy as np
from jax_md import partition, space

DISTRIBUTION = "jax-md"
DEVICES = ("host", "cuda")


def prepare(positions, radius, device):
    places = jax.device_put(
        positions - positions.min(axis=0), jax.devices("cpu" if device == "host" else "cuda")[0]
    )
    displacement, _ = space.free()
    search = partition.neighbor_list(
        displacement,
        float(np.ptp(positions, axis=0).max() + radius),
        radius,
        dr_threshold=0.0,
        format=partition.NeighborListFormat.Sparse,
    )
    list_of = jax.jit(search.update)
    first = search.allocate(places)

    def find():
        found = list_of(places, first)
        found.idx.block_until_ready()
        if found.did_buffer_overflow:
            raise RuntimeError("the list overflows the capacity that its first call has found")
        return found

    def pairs(found):
        i, j = np.asarray(found.idx)
        is_pair = (i < len(positions)) & (j < len(positions))
        return i[is_pair], j[is_pair]

    return find, pairs

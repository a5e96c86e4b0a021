"""A list by Warp's hash grid: neighbours are counted, the counts summed, the neighbours written."""

import numpy as np
import warp as wp

DISTRIBUTION = "warp-lang"
DEVICES = ("host", "cuda")
MOST_CELLS = 128  # of a hash grid along each axis


@wp.kernel
def count_neighbours(
    grid: wp.uint64, points: wp.array(dtype=wp.vec3), radius: float, counts: wp.array(dtype=int)
):
    i = wp.hash_grid_point_id(grid, wp.tid())
    x = points[i]
    count = int(0)  # noqa: UP018 - a literal would be a constant to Warp
    for j in wp.hash_grid_query(grid, x, radius):
        if j != i and wp.length_sq(x - points[j]) < radius * radius:
            count += 1
    counts[i] = count


@wp.kernel
def write_neighbours(
    grid: wp.uint64,
    points: wp.array(dtype=wp.vec3),
    radius: float,
    offsets: wp.array(dtype=int),
    indices: wp.array(dtype=int),
):
    i = wp.hash_grid_point_id(grid, wp.tid())
    x = points[i]
    place = offsets[i]
    for j in wp.hash_grid_query(grid, x, radius):
        if j != i and wp.length_sq(x - points[j]) < radius * radius:
            indices[place] = j
            place += 1


def prepare(positions, radius, device):
    device = "cpu" if device == "host" else "cuda:0"
    count = len(positions)
    along = int(np.clip(np.ptp(positions, axis=0).max() / radius + 2, 4, MOST_CELLS))
    points = wp.array(positions, dtype=wp.vec3, device=device)
    grid = wp.HashGrid(along, along, along, device=device)

    def find():
        grid.build(points, radius)
        counts = wp.zeros(count + 1, dtype=int, device=device)
        offsets = wp.empty(count + 1, dtype=int, device=device)
        asked = [grid.id, points, radius]
        wp.launch(count_neighbours, dim=count, inputs=[*asked, counts], device=device)
        wp.utils.array_scan(counts, offsets, inclusive=False)
        indices = wp.empty(int(offsets[count:].numpy()[0]), dtype=int, device=device)
        wp.launch(write_neighbours, dim=count, inputs=[*asked, offsets, indices], device=device)
        wp.synchronize_device(device)
        return counts, indices

    def pairs(found):
        counts, indices = (one.numpy() for one in found)
        return np.repeat(np.arange(count), counts[:-1]), indices

    return find, pairs

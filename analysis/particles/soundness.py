"""Checks particles, and names file, field and index of what is wrong."""

import numpy as np

from analysis.errors import InputError
from analysis.particles.snapshot import AXES, Box

FLAT = 1e-3  # width along an axis without extent, of that along the widest


def require_finite(file, snapshot):
    """Raises InputError for the first value that is not a finite number."""
    for field in snapshot.fields.values():
        if field.values.dtype.kind != "f":
            continue
        wrong = ~np.isfinite(field.values)
        if wrong.any():
            index = np.unravel_index(np.argmax(wrong), wrong.shape)
            axis = f", {AXES[index[1]]}" if len(index) > 1 else ""
            raise InputError(
                f"{file}: {field.source}[{index[0]}]{axis}: {field.values[index]} is no number; "
                f"{np.count_nonzero(wrong)} are not"
            )


def bounds(snapshot):
    """The least box around all particles, with some width along each axis."""
    lower = snapshot.position.values.min(axis=0).astype(float)
    upper = snapshot.position.values.max(axis=0).astype(float)
    widest = (upper - lower).max()
    flat = upper - lower <= 0
    half = FLAT * widest / 2 if widest > 0 else 0.5 * np.maximum(1, np.abs(lower))
    return Box(np.where(flat, lower - half, lower), np.where(flat, upper + half, upper))


def is_outside(snapshot):
    """A mask of the particles that are out of the box."""
    positions, box = snapshot.position.values, snapshot.box
    return ((positions < box.lower) | (positions > box.upper)).any(axis=1)


def require_inside(file, snapshot):
    """Raises InputError for the first particle that is out of the box."""
    wrong = is_outside(snapshot)
    if not wrong.any():
        return
    index, box = int(np.argmax(wrong)), snapshot.box
    place = snapshot.position.values[index]
    raise InputError(
        f"{file}: {snapshot.position.source}[{index}]: ({_listed(place)}) is out of the box from "
        f"({_listed(box.lower)}) to ({_listed(box.upper)}); {np.count_nonzero(wrong)} are. "
        f"--wrap takes them to where a periodic box has them, --clip leaves them out, --box "
        f"names another box, or the least: --box bounds"
    )


def wrap(snapshot):
    """Moves positions along periodic axes into the box."""
    box = snapshot.box
    values = snapshot.position.values.astype(float)
    for axis in (AXES.index(name) for name in box.periodic):
        low, width = box.lower[axis], box.upper[axis] - box.lower[axis]
        outside = (values[:, axis] < low) | (values[:, axis] > box.upper[axis])
        moved = low + np.mod(values[outside, axis] - low, width)
        values[outside, axis] = np.minimum(moved, box.upper[axis])
    snapshot.position.values = values


def duplicates(snapshot):
    """Finds particles at the place of an earlier one: their indices, and those of the earlier."""
    positions = snapshot.position.values
    order = np.lexsort(positions.T)
    same = (positions[order[1:]] == positions[order[:-1]]).all(axis=1)
    begins = np.concatenate([[True], ~same])
    first = np.full(len(positions), -1)
    # lexsort is stable: the earliest begins a group
    first[order] = order[begins][np.cumsum(begins) - 1]
    later = np.flatnonzero(first != np.arange(len(positions)))
    return later, first[later]


def require_apart(file, snapshot):
    """Raises InputError for the first particle at the place of another."""
    later, earlier = duplicates(snapshot)
    if later.size:
        index = later[0]
        raise InputError(
            f"{file}: {snapshot.position.source}[{index}]: is at the place of [{earlier[0]}], "
            f"({_listed(snapshot.position.values[index])}); {len(later)} are at another's. "
            f"--drop-duplicates leaves them out"
        )


def _listed(values):
    return ", ".join(f"{value:.9g}" for value in values)

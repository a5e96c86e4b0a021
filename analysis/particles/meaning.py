"""What arrays and columns of a file mean, by their names."""

import re

import numpy as np

from analysis.errors import InputError, quoted
from analysis.particles.snapshot import AXES, UNKNOWN, Field

# A name and, behind it, its unit: "velocity [m/s]".
NAME = re.compile(r"\s*(?P<name>.*?)\s*(?:\[(?P<unit>[^\[\]]*)\])?\s*$", re.DOTALL)
VECTORS = {
    "position": ("position", "positions", "pos", "coordinates", "points"),
    "velocity": ("velocity", "velocities", "vel", "velo"),
}
SCALARS = {
    "mass": ("mass", "masses", "m"),
    "density": ("density", "rho", "rhop"),
    "radius": ("influence_radius", "influence-radius", "radius_of_influence"),
    "type": ("type", "types", "typeid", "species"),
}
SHORT = {"position": ("x", "y", "z"), "velocity": ("vx", "vy", "vz")}
LONGEST_UNIT = 15


def meanings(names):
    """The names that mean something: {"position": ["x", "y", "z"], "mass": ["m"], ...}. A vector is
    one array, or three columns; the third may be missing, of two dimensions."""
    known = {}
    for name in names:
        known.setdefault(NAME.match(name)["name"].lower(), name)
    found = {}
    for meaning, words in VECTORS.items():
        for choice in (*((word,) for word in words), SHORT[meaning], *_components(words)):
            if choice[0] in known and choice[min(1, len(choice) - 1)] in known:
                found[meaning] = [known[word] for word in choice if word in known]
                break
    for meaning, words in SCALARS.items():
        name = next((known[word] for word in words if word in known), None)
        if name is not None:
            found[meaning] = [name]
    return found


def _components(words):
    """How programs name the columns of a vector: "pos.x", "Points:0", "velocity_1"."""
    for word in words:
        for mark in (".", "_", ":"):
            for parts in (AXES, "012"):
                yield tuple(f"{word}{mark}{part}" for part in parts)


def fields_of(arrays, notes):
    """The fields of what `arrays` maps names to, 1-D or 2-D. Raises InputError, naming those that
    are there where there is no position, and where a field holds what is no number."""
    found = meanings(arrays)
    if "position" not in found:
        names = ", ".join(map(str, arrays)) or "nothing"
        raise InputError(f"no positions: there must be x, y and z, and there is {quoted(names)}")
    return {
        meaning: field_of(meaning, {name: arrays[name] for name in names}, notes)
        for meaning, names in found.items()
    }


def field_of(meaning, columns, notes):
    """One field of its columns, or of the array that has all of them."""
    names = list(columns)
    source = names[0] if len(names) == 1 else ",".join(names)
    convert = _types if meaning == "type" else numbers
    values = [convert(np.asarray(column), name, notes) for name, column in columns.items()]
    values = values[0] if len(values) == 1 else np.stack(_alike(values, source), axis=1)
    if meaning in VECTORS:
        values = _in_space(values, source, notes)
    elif values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    elif values.ndim != 1:
        raise InputError(f"{source}: has the shape {values.shape}, and must have one number each")
    return Field(values, source, unit_of(names[0]))


def unit_of(name):
    """The unit in a name, or "unknown"."""
    unit = (NAME.match(name)["unit"] or "").strip()
    return unit if unit and unit.isascii() and len(unit) <= LONGEST_UNIT else UNKNOWN


def numbers(values, source, _notes=None):
    """Values in the floating-point precision that they have, else in double. Raises InputError for
    what is no number."""
    if values.dtype.kind == "f" and values.dtype.itemsize in (4, 8):
        return values.astype(values.dtype.newbyteorder("="))
    if values.dtype.kind in "iufb":
        return values.astype(np.float64)
    converted = np.empty(values.shape, np.float64)
    for index, value in np.ndenumerate(values):
        try:
            converted[index] = float(value)
        except (TypeError, ValueError):
            where = ", ".join(map(str, index))
            raise InputError(f"{source}[{where}]: {quoted(repr(value))} is no number") from None
    return converted


def _types(values, source, notes):
    """Whole numbers as they are; words, such as elements, numbered as they come."""
    if values.dtype.kind in "OSU":
        words, first, inverse = np.unique(
            values.astype(str), return_index=True, return_inverse=True
        )
        rank = np.argsort(np.argsort(first))
        listed = ", ".join(f"{k} {words[j]}" for k, j in enumerate(np.argsort(first)[:20]))
        notes.append(f"{source}: words became types: {quoted(listed)}")
        return rank[inverse].astype(np.uint32).reshape(values.shape)
    found = numbers(values, source)
    wrong = ~((found >= 0) & (found < 2**32) & (found == np.floor(found)))
    if wrong.any():
        index = int(np.argmax(wrong.ravel()))
        raise InputError(f"{source}[{index}]: {found.ravel()[index]:g} is no type, from 0 to 2^32")
    return found.astype(np.uint32)


def _alike(columns, source):
    if len({len(column) for column in columns}) > 1 or columns[0].ndim != 1:
        shapes = ", ".join(str(column.shape) for column in columns)
        raise InputError(f"{source}: have the shapes {shapes}, and must have one number each")
    return columns


def _in_space(values, source, notes):
    if values.ndim != 2 or values.shape[1] not in (2, 3):
        raise InputError(f"{source}: has the shape {values.shape}, and must have three columns")
    if values.shape[1] == 3:
        return values
    notes.append(f"{source}: of two dimensions: the third is 0")
    return np.column_stack([values, np.zeros(len(values), values.dtype)])

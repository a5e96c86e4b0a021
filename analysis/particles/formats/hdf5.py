"""HDF5 in the layouts of GADGET and its kin (PartType0/Coordinates) and of H5Part and SPH-EXA
(Step#0/x)."""

import re

import h5py
import numpy as np

from analysis.errors import InputError, quoted
from analysis.particles.meaning import field_of, meanings
from analysis.particles.snapshot import AXES, UNKNOWN, Box, Field, Snapshot, require_count

PART = re.compile(r"PartType(\d)")
STEP = re.compile(r"Step#(\d+)")
GADGET = {
    "position": ("Coordinates",),
    "velocity": ("Velocities", "Velocity"),
    "mass": ("Masses", "Mass"),
    "density": ("Density", "Densities"),
    "radius": ("SmoothingLength",),  # where the kernel of GADGET ends
}
# Centimetres of a unit of length that SWIFT tells.
LENGTHS = {
    "cm": 1.0,
    "m": 1e2,
    "km": 1e5,
    "AU": 1.495978707e13,
    "pc": 3.0856776e18,
    "kpc": 3.0856776e21,
    "Mpc": 3.0856776e24,
}
SPH_EXA_PERIODIC = 1
KERNEL_RADIUS = 2  # of SPH-EXA, in smoothing lengths


def read(file, options):
    with h5py.File(file, "r") as found:
        parts = sorted(name for name in found if PART.fullmatch(name))
        steps = sorted(
            (int(STEP.fullmatch(name)[1]), name) for name in found if STEP.fullmatch(name)
        )
        if parts:
            return _gadget(found, parts)
        if steps:
            return _steps(found, steps, options.frame)
        names = ", ".join(found) or "nothing"
        raise InputError(f"PartType0, Step#0: there is neither, but {quoted(names)}")


def _gadget(found, parts):
    header = found["Header"].attrs if "Header" in found else {}
    pieces = int(np.ravel(header.get("NumFilesPerSnapshot", 1))[0])
    if pieces > 1:
        raise InputError(
            f"Header/NumFilesPerSnapshot: it is one of {pieces} files: join them first"
        )
    parts = [name for name in parts if "Coordinates" in found[name]]
    if not parts:
        raise InputError("PartType0/Coordinates: is missing")
    counts = {name: _count(found[name]["Coordinates"]) for name in parts}
    require_count(sum(counts.values()), "Coordinates")
    notes = []
    fields = {}
    for meaning, names in GADGET.items():
        columns = [_part_values(found[name], names, counts[name]) for name in parts]
        if meaning == "mass":
            columns = [
                _table_mass(header, name, counts[name]) if column is None else column
                for name, column in zip(parts, columns, strict=True)
            ]
        if any(column is None for column in columns):
            continue
        source = f"{parts[0]}/{names[0]}" if len(parts) == 1 else names[0]
        fields[meaning] = field_of(meaning, {source: np.concatenate(columns)}, notes)
    kinds = [np.full(counts[name], int(PART.fullmatch(name)[1]), np.uint32) for name in parts]
    fields["type"] = Field(np.concatenate(kinds), "PartType", "1")
    fields["position"].unit = _swift_length(found)
    return Snapshot(fields, _gadget_box(found, header, notes), notes)


def _count(dataset):
    if not isinstance(dataset, h5py.Dataset) or not dataset.shape:
        raise InputError(f"{dataset.name}: is no array")
    return dataset.shape[0]


def _part_values(group, names, count):
    name = next((name for name in names if name in group), None)
    return None if name is None else _values(group[name], count)


def _values(dataset, count):
    """Reads a dataset, after checking that its shape is possible."""
    if _count(dataset) != count or len(dataset.shape) > 2 or dataset.size > 3 * count:
        raise InputError(f"{dataset.name}: has the shape {dataset.shape}, of {count} particles")
    return dataset[()]


def _table_mass(header, part, count):
    """The mass that all particles of a type have, where that is told."""
    masses = np.ravel(header.get("MassTable", []))
    kind = int(PART.fullmatch(part)[1])
    return np.full(count, masses[kind]) if kind < masses.size and masses[kind] > 0 else None


def _swift_length(found):
    if "Units" not in found:
        return UNKNOWN
    centimetres = found["Units"].attrs.get("Unit length in cgs (U_L)")
    if centimetres is None:
        return UNKNOWN
    told = float(np.ravel(centimetres)[0])
    near = (name for name, one in LENGTHS.items() if abs(told / one - 1) < 1e-4)
    return next(near, UNKNOWN)


def _gadget_box(found, header, notes):
    size = np.ravel(header.get("BoxSize", 0)).astype(float)
    if size.size not in (1, 3) or not (size > 0).all():
        return None
    told = (
        found["Parameters"].attrs.get("InitialConditions:periodic")
        if "Parameters" in found
        else None
    )
    if told is None:
        notes.append("says nothing of periodic axes: BoxSize is open, or --periodic names them")
    is_periodic = told is not None and int(told) != 0
    upper = np.broadcast_to(size, 3).copy()
    return Box(np.zeros(3), upper, AXES if is_periodic else "")


def _steps(found, steps, wanted):
    numbers = [number for number, _ in steps]
    if wanted >= 0 and wanted not in numbers:
        raise InputError(f"frame {wanted}: there are {quoted(', '.join(map(str, numbers)))}")
    name = f"Step#{wanted if wanted >= 0 else numbers[-1]}"
    notes = []
    if wanted < 0 and len(steps) > 1:
        notes.append(f"{name}, the last of {len(steps)}: --frame names another")
    step = found[name]
    known = meanings(step)
    if "position" not in known:
        raise InputError(f"{name}/x: there are no x, y and z")
    count = _count(step[known["position"][0]])
    require_count(count, f"{name}/{known['position'][0]}")
    fields = {}
    for meaning, columns in known.items():
        values = {f"{name}/{column}": _values(step[column], count) for column in columns}
        fields[meaning] = field_of(meaning, values, notes)
    box = _sph_exa_box(step)
    if box is not None and "h" in step:
        values = KERNEL_RADIUS * _values(step["h"], count)
        fields["radius"] = field_of("radius", {f"{name}/h": values}, notes)
    return Snapshot(fields, box, notes)


def _sph_exa_box(step):
    """The box of SPH-EXA, from its ends along each axis and the kind of its faces."""
    ends, faces = step.attrs.get("box"), step.attrs.get("boundaryType")
    if ends is None or np.size(ends) != 6:
        return None
    ends = np.asarray(ends, float).reshape(3, 2)
    faces = np.ravel(faces) if faces is not None and np.size(faces) == 3 else np.zeros(3)
    periodic = "".join(a for a, face in zip(AXES, faces, strict=True) if face == SPH_EXA_PERIODIC)
    return Box(ends[:, 0].copy(), ends[:, 1].copy(), periodic)

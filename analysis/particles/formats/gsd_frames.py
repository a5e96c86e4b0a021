"""GSD, as HOOMD-blue writes it."""

import gsd.fl
import numpy as np

from analysis.errors import InputError
from analysis.particles.formats.text_frames import box_edges, chosen
from analysis.particles.meaning import field_of
from analysis.particles.snapshot import AXES, Box, Snapshot, require_count

CHUNKS = {
    "position": "particles/position",
    "velocity": "particles/velocity",
    "mass": "particles/mass",
    "type": "particles/typeid",
}


def read(file, options):
    notes = []
    with gsd.fl.open(str(file), "r") as frames:
        if frames.schema != "hoomd":
            raise InputError(f"schema: is '{frames.schema}', and must be 'hoomd'")
        frame = chosen(range(frames.nframes), options.frame, notes)
        count = _chunk(frames, frame, "particles/N")
        if count is None:
            raise InputError("particles/N: is missing")
        require_count(int(count[0]), "particles/N")
        fields = {}
        for meaning, name in CHUNKS.items():
            values = _chunk(frames, frame, name)
            if values is not None:
                fields[meaning] = field_of(meaning, {name: values}, notes)
        box = _chunk(frames, frame, "configuration/box")
        dimensions = _chunk(frames, frame, "configuration/dimensions")
    if "position" not in fields:
        raise InputError("particles/position: is missing")
    flat = dimensions is not None and int(dimensions[0]) == 2
    return Snapshot(fields, _box(box, flat), notes)


def _chunk(frames, frame, name):
    """Reads an array of a frame, or of the first one where it has none, as the schema says."""
    for place in (frame, 0):
        if frames.chunk_exists(frame=place, name=name):
            return frames.read_chunk(frame=place, name=name)
    return None


def _box(found, flat):
    """The box, which is around the origin and periodic."""
    if found is None:
        return None
    lengths = np.asarray(found, float).ravel()
    if lengths.size != 6:
        raise InputError(f"configuration/box: has {lengths.size} numbers, and must have 6")
    x, y, z, *tilts = lengths
    box_edges([x, tilts[0], tilts[1], 0, y, tilts[2], 0, 0, z])
    if flat and z == 0:
        return None
    half = np.array([x, y, z]) / 2
    return Box(-half, half, AXES[:2] if flat else AXES)

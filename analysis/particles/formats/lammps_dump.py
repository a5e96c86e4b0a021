"""LAMMPS' text dumps."""

import numpy as np

from analysis.errors import InputError, quoted
from analysis.particles.formats.text_frames import chosen, lines_of, table, whole_number
from analysis.particles.meaning import fields_of
from analysis.particles.snapshot import AXES, Box, Snapshot, require_count

# Of positions and velocities, by the style of units that a dump may tell.
LENGTHS = {
    "real": "angstrom",
    "metal": "angstrom",
    "si": "m",
    "cgs": "cm",
    "electron": "bohr",
    "micro": "um",
    "nano": "nm",
    "lj": "1",
}
PLACES = (("x", "y", "z"), ("xu", "yu", "zu"), ("xs", "ys", "zs"), ("xsu", "ysu", "zsu"))


def read(file, options):
    notes = []
    with file.open(encoding="utf-8") as stream:
        frame = chosen(_frames(stream), options.frame, notes)
    box, columns = _box(frame), frame["columns"]
    arrays = _placed(table(frame["rows"], columns, "ATOMS"), box)
    snapshot = Snapshot(fields_of(arrays, notes), box, notes)
    snapshot.position.unit = LENGTHS.get(frame.get("units", ""), snapshot.position.unit)
    return snapshot


def _frames(stream):
    frame, number = {}, 0
    while line := stream.readline():
        if not line.startswith("ITEM:"):
            raise InputError(f"frame {number}: {quoted(line.strip())!r} is no ITEM")
        words = line.split()[1:]
        match words[:2]:
            case ["TIMESTEP", *_] | ["TIME", *_]:
                stream.readline()
            case ["UNITS", *_]:
                frame["units"] = stream.readline().strip()
            case ["NUMBER", "OF"]:
                frame["count"] = whole_number(stream.readline(), "NUMBER OF ATOMS")
                require_count(frame["count"], "NUMBER OF ATOMS")
            case ["BOX", "BOUNDS"]:
                frame["faces"] = words[2:]
                frame["bounds"] = [stream.readline() for _ in range(3)]
            case ["ATOMS", *_]:
                frame["columns"] = words[1:]
                frame["rows"] = lines_of(
                    stream, frame.get("count", 0), f"frame {number}: ATOMS is", least=1
                )
                yield frame
                frame, number = {"units": frame.get("units", "")}, number + 1
            case _:
                raise InputError(f"frame {number}: ITEM {quoted(' '.join(words))!r} is not known")


def _box(frame):
    if "bounds" not in frame:
        raise InputError("BOX BOUNDS: is missing")
    if "xy" in frame["faces"] or "abc" in frame["faces"]:
        raise InputError("BOX BOUNDS: the box is not along the axes, which sphlab's grids are")
    bounds = np.array([line.split()[:2] for line in frame["bounds"]], float)
    faces = frame["faces"] or ["ff", "ff", "ff"]
    periodic = "".join(a for a, face in zip(AXES, faces, strict=True) if face == "pp")
    return Box(bounds[:, 0], bounds[:, 1], periodic)


def _placed(columns, box):
    """Names positions x, y and z, and scales those that are shares of the box."""
    for names in PLACES:
        if not all(name in columns for name in names):
            continue
        for k, name in enumerate(names):
            values = columns.pop(name)
            if "s" in name:
                values = box.lower[k] + values.astype(float) * (box.upper[k] - box.lower[k])
            columns[AXES[k]] = values
        return columns
    return columns

"""LAMMPS' data files, as read_data takes and write_data makes them."""

import re

import numpy as np

from analysis.errors import InputError, quoted
from analysis.particles.formats.text_frames import table, whole_number
from analysis.particles.meaning import field_of, fields_of
from analysis.particles.snapshot import AXES, Box, Snapshot, require_count

# What stands before x, y and z, by atom style.
STYLES = {
    "atomic": ["id", "type"],
    "charge": ["id", "type", "q"],
    "bond": ["id", "molecule", "type"],
    "angle": ["id", "molecule", "type"],
    "molecular": ["id", "molecule", "type"],
    "full": ["id", "molecule", "type", "q"],
    "sphere": ["id", "type", "diameter", "density"],
    "sph": ["id", "type", "density", "energy", "heat"],
}
IMAGES = 3  # image flags, which may follow the columns
BOUNDS = re.compile(r"^\s*(\S+)\s+(\S+)\s+([xyz])lo\s+\3hi\s*$")
TILT = re.compile(r"^\s*(\S+)\s+(\S+)\s+(\S+)\s+xy\s+xz\s+yz\s*$")
COUNT = re.compile(r"^\s*(\S+)\s+atoms\s*$")
SECTION = re.compile(r"^\s*([A-Z][A-Za-z ]*?)\s*(?:#\s*(\S+).*)?$")


def read(file, _options):
    with file.open(encoding="utf-8") as stream:
        stream.readline()  # a title
        count, box, sections = _parsed(stream)
    if "Atoms" not in sections:
        raise InputError("Atoms: there is no such section")
    style, rows = sections["Atoms"]
    if len(rows) != count:
        raise InputError(f"Atoms: has {len(rows)} lines, and the header says {count}")
    notes = ["says nothing of periodic axes: the box is taken for open, or --periodic names them"]
    atoms = _atoms(style, rows)
    fields = fields_of({name: atoms[name] for name in atoms if name != "id"}, notes)
    _add_velocities(fields, atoms["id"], sections, notes)
    _add_masses(fields, sections)
    return Snapshot(fields, box, notes)


def _parsed(stream):
    """(atoms, Box or None, (style, lines) of each section)."""
    count, bounds, sections, name = 0, {}, {}, None
    for line in stream:
        bare = line.split("#")[0]
        if name is None and (found := COUNT.match(bare)):
            count = whole_number(found[1], "atoms")
            require_count(count, "atoms")
        elif name is None and (found := BOUNDS.match(bare)):
            bounds[found[3]] = (float(found[1]), float(found[2]))
        elif name is None and (found := TILT.match(bare)):
            if any(float(tilt) != 0 for tilt in found.groups()):
                raise InputError("xy xz yz: the box is not along the axes, as sphlab's grids are")
        elif found := SECTION.match(line):
            name = found[1]
            sections[name] = (found[2], [])
        elif name is not None and bare.strip():
            sections[name][1].append(bare if bare.endswith("\n") else bare + "\n")
    if len(bounds) < 3:
        return count, None, sections
    edges = np.array([bounds[axis] for axis in AXES])
    return count, Box(edges[:, 0], edges[:, 1]), sections


def _atoms(style, rows):
    words = len(rows[0].split())
    if style is None and words in (5, 5 + IMAGES):
        style = "atomic"
    if style not in STYLES:
        raise InputError(
            f"Atoms: style {quoted(str(style))!r} is not known: write 'Atoms # STYLE', of "
            f"{', '.join(STYLES)}"
        )
    columns = [*STYLES[style], *AXES]
    if words not in (len(columns), len(columns) + IMAGES):
        raise InputError(f"Atoms: lines of style {style} have {len(columns)} words, not {words}")
    return table(rows, columns, "Atoms")


def _add_velocities(fields, ids, sections, notes):
    """Adds velocities, which may be in another order than the atoms."""
    if "Velocities" not in sections:
        return
    rows = table(sections["Velocities"][1], ["id", "vx", "vy", "vz"], "Velocities")
    places = np.argsort(rows["id"], kind="stable")
    if not np.array_equal(rows["id"][places], np.sort(ids)):
        raise InputError("Velocities: are not of the atoms that there are")
    found = places[np.searchsorted(rows["id"][places], ids)]
    columns = {name: rows[name][found] for name in ("vx", "vy", "vz")}
    fields["velocity"] = field_of("velocity", columns, notes)


def _add_masses(fields, sections):
    """Adds masses: each atom has the mass of its type."""
    if "Masses" not in sections or "mass" in fields:
        return
    rows = table(sections["Masses"][1], ["type", "mass"], "Masses")
    masses = dict(zip(rows["type"].tolist(), rows["mass"].tolist(), strict=True))
    missing = set(np.unique(fields["type"].values).tolist()) - set(masses)
    if missing:
        raise InputError(f"Masses: has none of type {min(missing)}")
    of_each = np.array([masses[kind] for kind in fields["type"].values.tolist()], float)
    fields["mass"] = field_of("mass", {"Masses": of_each}, [])

"""The particle file that sphlab reads: harness/scenarios/particle_file.hpp describes it."""

import struct
import zlib

import numpy as np

from analysis.errors import InputError
from analysis.particles.snapshot import AXES, Box, Field, Snapshot, require_count
from analysis.replacement import replaced

SUFFIX = ".particles"
MAGIC = b"sphlabp\n"
VERSION = 1
HEADER = struct.Struct("<8sIIQQ6dIIQ")
ROW = struct.Struct("<24s16s4sIQQ")
CHECKSUM_AT = 84
ALIGNMENT = 64
ELEMENTS = {"f4", "f8", "u1", "u4", "u8"}


def write(file, snapshot):
    """Writes a snapshot with a box, whole or not at all. Raises OutputError."""
    arrays = {name: _as_stored(one) for name, one in snapshot.fields.items()}
    head = _head(snapshot, arrays)
    with replaced(file) as stream:
        stream.write(head)
        for values, _ in arrays.values():
            stream.write(b"\0" * (-stream.tell() % ALIGNMENT))
            stream.write(values.data.cast("B"))


def read(file, _options):
    """The Snapshot of a particle file. Raises InputError."""
    size = file.stat().st_size
    if size < HEADER.size:
        raise InputError(f"header: the file holds {size} of its {HEADER.size} bytes")
    data = np.memmap(file, np.uint8, "r")
    magic, version, count, particles, told, *box, axes, checksum, _ = HEADER.unpack(
        data[: HEADER.size].tobytes()
    )
    if magic != MAGIC or version != VERSION:
        raise InputError(f"header: is of no particle file of version {VERSION}")
    require_count(particles, "particles")
    if told != size or _checksum(data) != checksum:
        raise InputError("checksum: the file is truncated or damaged")
    if axes >= 8 or HEADER.size + count * ROW.size > size:
        raise InputError("header: its table does not fit")
    rows = [
        ROW.unpack_from(data[HEADER.size + k * ROW.size :][: ROW.size].tobytes())
        for k in range(count)
    ]
    fields = {}
    for row in rows:
        name, unit, element = (part.rstrip(b"\0").decode("ascii") for part in row[:3])
        components, begin, length = row[3:]
        if element not in ELEMENTS or begin + length > size:
            raise InputError(f"{name}: does not lie in the file")
        values = data[begin : begin + length].view(f"<{element}")
        shape = (particles,) if components == 1 else (particles, components)
        fields[name] = Field(values.reshape(shape), name, unit)
    if "position" not in fields:
        raise InputError("arrays: there is no 'position'")
    periodic = "".join(axis for k, axis in enumerate(AXES) if axes >> k & 1)
    return Snapshot(fields, Box(np.array(box[:3]), np.array(box[3:]), periodic))


def _as_stored(field):
    values = np.ascontiguousarray(field.values)
    return values.astype(values.dtype.newbyteorder("<"), copy=False), field.unit


def _head(snapshot, arrays):
    """Header and table, with their checksum."""
    begin = HEADER.size + ROW.size * len(arrays)
    rows, size = b"", begin
    for name, (values, unit) in arrays.items():
        begin = size + -size % ALIGNMENT
        size = begin + values.nbytes
        components = values.size // len(values)
        element = values.dtype.str[1:].encode()
        rows += ROW.pack(name.encode(), unit.encode(), element, components, begin, values.nbytes)
    axes = sum(1 << AXES.index(axis) for axis in snapshot.box.periodic)
    box = (*snapshot.box.lower, *snapshot.box.upper)
    fixed = (MAGIC, VERSION, len(arrays), len(snapshot), size, *box, axes)
    unsealed = HEADER.pack(*fixed, 0, 0) + rows
    checksum = zlib.crc32(unsealed[CHECKSUM_AT + 4 :], zlib.crc32(unsealed[:CHECKSUM_AT]))
    at = len(unsealed)
    for values, _ in arrays.values():
        checksum = zlib.crc32(b"\0" * (-at % ALIGNMENT), checksum)
        checksum = zlib.crc32(values.data.cast("B"), checksum)
        at += -at % ALIGNMENT + values.nbytes
    return HEADER.pack(*fixed, checksum, 0) + rows


def _checksum(data):
    return zlib.crc32(data[CHECKSUM_AT + 4 :], zlib.crc32(data[:CHECKSUM_AT]))

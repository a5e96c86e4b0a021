"""XYZ: a count, a comment, and a line each; and extended XYZ, whose comment names the columns."""

import re

import numpy as np

from analysis.errors import InputError, quoted
from analysis.particles.formats.text_frames import (
    box_edges,
    chosen,
    lines_of,
    table,
    whole_number,
)
from analysis.particles.meaning import fields_of
from analysis.particles.snapshot import AXES, Box, Snapshot, require_count

ENTRY = re.compile(r'(?P<key>\w+)=(?:"(?P<quoted>[^"]*)"|(?P<word>\S+))')
PLAIN = ["type", "x", "y", "z"]  # what may stand behind is not told


def read(file, options):
    notes = []
    with file.open(encoding="utf-8") as stream:
        comment, lines = chosen(_frames(stream), options.frame, notes)
    entries = {
        found["key"].lower(): found["quoted"] if found["quoted"] is not None else found["word"]
        for found in ENTRY.finditer(comment)
    }
    words = len(lines[0].split("#")[0].split())
    columns = _columns(entries, words)
    fields = fields_of(table(lines, columns, "lines"), notes)
    return Snapshot(fields, _box(entries), notes)


def _frames(stream):
    """(comment, lines) of each moment."""
    number = 0
    while header := stream.readline():
        if not header.strip():
            continue
        count = whole_number(header, f"frame {number}: count")
        require_count(count, f"frame {number}: count")
        comment = stream.readline()
        yield comment, lines_of(stream, count, f"frame {number}: is")
        number += 1


def _columns(entries, words):
    """The name of each word of a line."""
    if "properties" not in entries:
        return PLAIN
    parts = entries["properties"].split(":")
    names = []
    for name, _, count in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        count = whole_number(count, "Properties")
        if not 1 <= count <= 64:
            raise InputError(f"Properties: {quoted(name)} has {count} columns")
        names += [name] if count == 1 else [f"{name}:{k}" for k in range(count)]
    if len(names) != words:
        raise InputError(f"Properties: names {len(names)} words of lines that have {words}")
    return names


def _box(entries):
    if "lattice" not in entries:
        return None
    lengths = box_edges(np.array(entries["lattice"].split(), float))
    origin = np.array(entries.get("origin", "0 0 0").split(), float)
    flags = entries.get("pbc", "T T T").split()
    periodic = "".join(a for a, flag in zip(AXES, flags, strict=True) if flag[0] in "Tt1")
    return Box(origin, origin + lengths, periodic)

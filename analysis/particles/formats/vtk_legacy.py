"""VTK's legacy files, .vtk, as DualSPHysics' PartVTK writes them."""

from urllib.parse import unquote

import numpy as np

from analysis.errors import InputError, quoted
from analysis.particles.meaning import fields_of
from analysis.particles.snapshot import Snapshot, require_count

TYPES = {
    "unsigned_char": "u1",
    "char": "i1",
    "unsigned_short": "u2",
    "short": "i2",
    "unsigned_int": "u4",
    "int": "i4",
    "unsigned_long": "u8",
    "long": "i8",
    "vtkidtype": "i4",
    "vtktypeint64": "i8",
    "vtktypeuint64": "u8",
    "float": "f4",
    "double": "f8",
}
DATASETS = ("POLYDATA", "UNSTRUCTURED_GRID")
CELLS = ("VERTICES", "LINES", "POLYGONS", "TRIANGLE_STRIPS", "CELLS")
VECTORS = {"VECTORS": 3, "NORMALS": 3, "TENSORS": 9}


def read(file, _options):
    return LegacyFile(file.read_bytes()).snapshot()


class LegacyFile:
    """What a file holds, read from its beginning to its end."""

    def __init__(self, data):
        self._data = data
        self._at = 0
        self._arrays = {}
        self._are_of_points = False
        self._due = None  # rows of POINT_DATA or CELL_DATA
        if not self._line().startswith("# vtk DataFile"):
            raise InputError("header: is of no legacy VTK file")
        self._line()
        self._is_binary = self._line().strip().upper() == "BINARY"
        dataset = self._line().split()
        if dataset[:1] != ["DATASET"] or dataset[-1] not in DATASETS:
            raise InputError(
                f"{quoted(' '.join(dataset))!r}: must be DATASET {' or '.join(DATASETS)}"
            )

    def snapshot(self):
        while self._at < len(self._data):
            words = self._line().split()
            if words:
                self._section(words)
        notes = []
        return Snapshot(fields_of(self._arrays, notes), notes=notes)

    def _section(self, words):
        match words:
            case ["POINTS", count, kind]:
                count = self._whole(count, "POINTS")
                require_count(count, "POINTS")
                self._arrays["position"] = self._rows(kind, count, 3, "POINTS")
            case [("POINT_DATA" | "CELL_DATA") as of, count]:
                self._are_of_points = of == "POINT_DATA"
                self._due = self._whole(count, of)
            case [keyword, count, size] if keyword in CELLS:
                self._skip_cells(self._whole(count, keyword), self._whole(size, keyword), keyword)
            case ["CELL_TYPES", count]:
                self._rows("int", self._whole(count, "CELL_TYPES"), 1, "CELL_TYPES")
            case ["METADATA"]:
                while self._at < len(self._data) and self._line().strip():
                    pass
            case ["FIELD", _, count]:
                for _ in range(min(self._whole(count, "FIELD"), 1000)):
                    self._field_array()
            case _:
                self._attribute(words)

    def _attribute(self, words):
        """An array of POINT_DATA or of CELL_DATA."""
        match words:
            case ["SCALARS", name, kind, *columns]:
                begin, line = self._at, self._line()
                if not line.startswith("LOOKUP_TABLE"):
                    self._at = begin
                self._keep(name, kind, self._whole(columns[0], name) if columns else 1)
            case [keyword, name, kind] if keyword in VECTORS:
                self._keep(name, kind, VECTORS[keyword])
            case ["TEXTURE_COORDINATES", name, columns, kind]:
                self._keep(name, kind, self._whole(columns, name))
            case ["COLOR_SCALARS", name, columns]:
                kind = "unsigned_char" if self._is_binary else "float"
                self._keep(name, kind, self._whole(columns, name))
            case ["LOOKUP_TABLE", name, count]:
                kind = "unsigned_char" if self._is_binary else "float"
                self._rows(kind, self._whole(count, name), 4, name)
            case _:
                raise InputError(f"{quoted(' '.join(words))!r}: is not known")

    def _field_array(self):
        words = self._next_words()
        if words == ["METADATA"]:
            self._section(words)
            self._field_array()
            return
        if len(words) != 4:
            raise InputError(f"FIELD: {quoted(' '.join(words))!r} is no array")
        name, columns, count, kind = words
        columns, count = self._whole(columns, name), self._whole(count, name)
        values = self._rows(kind, count, columns, name)
        if self._are_of_points and values is not None:
            self._arrays.setdefault(unquote(name), values)

    def _next_words(self):
        """The words of the next line that has any; none at the end."""
        words = self._line().split()
        while not words and self._at < len(self._data):
            words = self._line().split()
        return words

    def _keep(self, name, kind, columns):
        if self._due is None:
            raise InputError(f"{name}: stands before POINT_DATA")
        values = self._rows(kind, self._due, columns, name)
        if self._are_of_points:
            self._arrays.setdefault(unquote(name), values)

    def _skip_cells(self, count, size, keyword):
        begin = self._at
        words = self._line().split()
        if words[:1] != ["OFFSETS"]:
            self._at = begin
            self._rows("int", size, 1, keyword)
            return
        self._rows(words[1], count, 1, keyword)
        self._rows(self._next_words()[1], size, 1, keyword)

    def _rows(self, kind, count, columns, name):
        """Reads the next numbers, a row each; skips words, and returns None for them."""
        total = count * columns
        if kind.lower() in ("string", "bit", "variant"):
            return self._skip_words(kind, total, name)
        if kind.lower() not in TYPES:
            raise InputError(f"{name}: type {quoted(kind)!r} is not known")
        dtype = np.dtype(">" + TYPES[kind.lower()])
        if self._is_binary:
            if total * dtype.itemsize > len(self._data) - self._at:
                raise InputError(f"{name}: is truncated: {count} x {columns} numbers are due")
            values = np.frombuffer(self._data, dtype, total, self._at)
            self._at += total * dtype.itemsize
        else:
            values = np.array(self._words(total, name), dtype.newbyteorder("="))
        return values if columns == 1 else values.reshape(count, columns)

    def _skip_words(self, kind, total, name):
        if self._is_binary or kind.lower() != "string":
            raise InputError(f"{name}: holds {kind}s, which are not read: leave it out")
        for _ in range(total):
            self._line()

    def _words(self, count, name):
        words = []
        while len(words) < count and self._at < len(self._data):
            words += self._line().split()
        if len(words) != count:
            raise InputError(f"{name}: has {len(words)} numbers, and {count} are due")
        return words

    def _whole(self, text, name):
        if not text.isdecimal() or len(text) > 12:
            raise InputError(f"{name}: {quoted(text)!r} is no whole number")
        return int(text)

    def _line(self):
        end = self._data.find(b"\n", self._at)
        end = len(self._data) if end < 0 else end
        line = self._data[self._at : end]
        self._at = end + 1
        return line.decode("utf-8", "replace")

"""VTK's XML files of points, .vtp and .vtu: what ParaView, and `sphlab simulate`, write."""

import base64
import lzma
import re
import xml.etree.ElementTree as ElementTree
import zlib

import numpy as np

from analysis.errors import InputError, quoted
from analysis.particles.meaning import fields_of
from analysis.particles.snapshot import Snapshot, require_count

TYPES = {
    **{f"Int{bits}": f"i{bits // 8}" for bits in (8, 16, 32, 64)},
    **{f"UInt{bits}": f"u{bits // 8}" for bits in (8, 16, 32, 64)},
    "Float32": "f4",
    "Float64": "f8",
}
APPENDED = re.compile(rb"<AppendedData([^>]*)>\s*_")
DECOMPRESSORS = {
    "vtkZLibDataCompressor": zlib.decompressobj,
    "vtkLZMADataCompressor": lzma.LZMADecompressor,
}


def read(file, _options):
    """The Snapshot of all pieces of a file."""
    markup, appended = _split(file.read_bytes())
    root = ElementTree.fromstring(markup)
    if root.tag != "VTKFile":
        raise InputError(f"{quoted(root.tag)}: is no VTKFile")
    decode = Decoder(root, *appended)
    pieces = [_piece(piece, decode) for piece in root.iter("Piece")]
    pieces = [piece for piece in pieces if piece]
    if not pieces:
        raise InputError("Points: there are none")
    names = [name for name in pieces[0] if all(name in piece for piece in pieces)]
    arrays = {name: np.concatenate([piece[name] for piece in pieces]) for name in names}
    notes = []
    return Snapshot(fields_of(arrays, notes), notes=notes)


def _split(data):
    """(the XML, (appended bytes, their encoding)): raw bytes among tags are no XML."""
    if b"<!DOCTYPE" in data[:4096] or b"<!ENTITY" in data:
        raise InputError("DOCTYPE: a VTK file has none")
    found = APPENDED.search(data)
    if found is None:
        return data, (b"", "")
    encoding = "base64" if b"base64" in found[1] else "raw"
    return data[: found.start()] + b"</VTKFile>", (memoryview(data)[found.end() :], encoding)


def _piece(piece, decode):
    """The arrays of a piece's points, "position" first."""
    count = _whole(piece, "NumberOfPoints")
    if count == 0:
        return {}
    require_count(count, "NumberOfPoints")
    points = piece.find("Points/DataArray")
    if points is None:
        raise InputError("Points: are missing")
    given = points.get("Name", "Points")
    arrays = {given if given.startswith("position") else "position": decode(points, count)}
    for element in piece.findall("PointData/DataArray"):
        name = element.get("Name", "")
        if name not in arrays and element.get("type") in TYPES:
            arrays[name] = decode(element, count)
    return arrays


def _whole(element, key):
    text = element.get(key, "")
    if not re.fullmatch(r"[0-9]{1,19}", text):
        raise InputError(f"{key}: {quoted(text)!r} is no whole number")
    return int(text)


class Decoder:
    """Makes arrays of the DataArray elements of a file."""

    def __init__(self, root, appended, encoding):
        self._order = ">" if root.get("byte_order") == "BigEndian" else "<"
        self._head = np.dtype(self._order + ("u8" if root.get("header_type") == "UInt64" else "u4"))
        self._compressor = root.get("compressor")
        if self._compressor not in (None, *DECOMPRESSORS):
            raise InputError(
                f"compressor: is {quoted(self._compressor)}: save it with zlib, or uncompressed"
            )
        self._appended = appended
        self._encoding = encoding

    def __call__(self, element, count):
        """An array of `count` rows. Raises InputError."""
        name = element.get("Name", "Points")
        if element.get("type") not in TYPES:
            raise InputError(f"{name}: type {quoted(str(element.get('type')))!r} is not known")
        dtype = np.dtype(self._order + TYPES[element.get("type")])
        columns = (
            _whole(element, "NumberOfComponents") if "NumberOfComponents" in element.attrib else 1
        )
        try:
            values = self._values(element, dtype, count * columns * dtype.itemsize)
        except (ValueError, zlib.error, lzma.LZMAError, IndexError) as error:
            raise InputError(f"{name}: is damaged: {error}") from error
        if values.size != count * columns or columns < 1:
            raise InputError(f"{name}: has {values.size} numbers, and {count} x {columns} are due")
        return values if columns == 1 else values.reshape(count, columns)

    def _values(self, element, dtype, due):
        match element.get("format"):
            case "ascii":
                return np.array((element.text or "").split(), dtype.newbyteorder("="))
            case "binary":
                text = "".join((element.text or "").split()).encode()
                return np.frombuffer(self._unpacked(text, "base64", due), dtype)
            case "appended":
                begin = _whole(element, "offset")
                return np.frombuffer(
                    self._unpacked(self._appended[begin:], self._encoding, due), dtype
                )
        raise ValueError(f"format {quoted(str(element.get('format')))!r} is not known")

    def _unpacked(self, data, encoding, due):
        """The bytes of an array, as many as are due; `data` may go on behind them."""
        size = self._head.itemsize
        if self._compressor is None:
            length = int(np.frombuffer(_part(data, 0, size, encoding), self._head)[0])
            found = _part(data, 0, size + length, encoding)[size:]
            if len(found) < length:
                raise ValueError(f"{len(found)} of {length} bytes are there")
            return found
        blocks, *_ = np.frombuffer(_part(data, 0, size, encoding), self._head)
        if int(blocks) * size > len(data):
            raise ValueError(f"{blocks} blocks do not fit")
        count = 3 + int(blocks)
        head = np.frombuffer(_part(data, 0, count * size, encoding), self._head).tolist()
        unpacked = (count - 3) * head[1] - (head[1] - head[2] if head[2] else 0)
        if unpacked != due:  # before it takes memory
            raise ValueError(f"{unpacked} bytes are packed, and {due} are due")
        begin = _encoded(count * size) if encoding == "base64" else count * size
        return self._decompressed(_part(data, begin, sum(head[3:]), encoding), head)

    def _decompressed(self, data, head):
        _, block, last, *lengths = head
        blocks, at = [], 0
        for k, length in enumerate(lengths):
            wanted = last if k == len(lengths) - 1 and last else block
            blocks.append(
                DECOMPRESSORS[self._compressor]().decompress(data[at : at + length], wanted)
            )
            if len(blocks[-1]) != wanted:
                raise ValueError(f"block {k} holds {len(blocks[-1])} of {wanted} bytes")
            at += length
        return b"".join(blocks)


def _encoded(size):
    """The number of base64 characters that encode `size` bytes."""
    return 4 * -(-size // 3)


def _part(data, begin, size, encoding):
    """Decodes `size` bytes from `begin` on."""
    if encoding == "raw":
        return data[begin : begin + size]
    return base64.b64decode(data[begin : begin + _encoded(size)])[:size]

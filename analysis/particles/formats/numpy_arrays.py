"""NumPy's .npy, of positions alone or of named columns, and .npz."""

import zipfile

from numpy.lib import format as npy

from analysis.errors import InputError
from analysis.particles.meaning import fields_of, meanings
from analysis.particles.snapshot import Snapshot, require_count

MOST_COLUMNS = 64
HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def read(file, _options):
    """The Snapshot of an array, or of the arrays of an archive that mean something."""
    arrays = _of_archive(file) if file.suffix.lower() == ".npz" else _of_file(file)
    notes = []
    return Snapshot(fields_of(arrays, notes), notes=notes)


def _of_file(file):
    with file.open("rb") as stream:
        array = _read(stream, "array")
    if array.dtype.names:
        return {name: array[name] for name in array.dtype.names}
    return {"position": array}


def _of_archive(file):
    with zipfile.ZipFile(file) as archive:
        names = {name.removesuffix(".npy"): name for name in archive.namelist()}
        wanted = {name for found in meanings(names).values() for name in found} or set(names)
        arrays = {}
        for name in names:
            if name not in wanted:
                continue
            with archive.open(names[name]) as stream:
                arrays[name] = _read(stream, name)
    return arrays


def _read(stream, name):
    """Reads an array, after checking its header, which may claim any size."""
    read_header = HEADERS.get(npy.read_magic(stream))
    if read_header is None:
        raise InputError(f"{name}: is of a version of .npy that is not known here")
    shape, _, dtype = read_header(stream)
    if dtype.hasobject:
        raise InputError(f"{name}: holds objects of Python, which are not loaded")
    if not 1 <= len(shape) <= 2:
        raise InputError(f"{name}: has the shape {shape}, and must have a row each")
    if len(shape) == 2 and shape[1] > MOST_COLUMNS:
        raise InputError(f"{name}: has {shape[1]} columns, and three are enough")
    require_count(shape[0], name)
    stream.seek(0)
    return npy.read_array(stream, allow_pickle=False)

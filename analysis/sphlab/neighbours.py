"""The neighbours of particles, by the laboratory's kernels, on the device where positions lie."""

import importlib
import sys
import threading
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from os import environ
from pathlib import Path
from typing import Any

import numpy as np

from analysis.errors import NotAvailableError
from analysis.program import find_program

from .arrays import conversion, type_name
from .process import ERRORS

NAME = "sphlab_arrays"
# Of DLPack: the runtime of each kind of device whose memory it reads.
RUNTIMES = {1: "host", 3: "host", 11: "host", 2: "cuda", 13: "cuda", 10: "hip"}
# Libraries whose function from_dlpack() is not in their arrays' own package.
IN_PACKAGE = {"jaxlib": "jax.numpy"}
KEPT = 4  # searches, each with memory for the last particles
_turn = threading.Lock()  # a search has one stream, and one memory to work in


@dataclass(frozen=True, repr=False)
class NeighbourList:
    """The neighbours of each particle: those of particle i are
    indices[offsets[i]:offsets[i + 1]], in no order, without i itself.

    Arrays of int32 on the device of the positions, of their library where that takes DLPack.
    """

    counts: Any  # [particles]
    offsets: Any  # [particles + 1]
    indices: Any  # [pairs], each pair of particles twice
    zero_copy: bool  # whether kernels have read the positions where they are
    read_on: tuple  # the runtime and number of the device
    toolchain: str  # what has built it, here and below
    builder: str
    format: str

    def on_host(self):
        """counts, offsets and indices as arrays of NumPy, wherever they lie."""
        arrays = self.counts, self.offsets, self.indices
        if self.read_on[0] == "host":
            return tuple(map(np.asarray, arrays))
        with _turn:
            search = _search(*self.read_on, "", "", "")
            return tuple(_extension().on_host(search, _shared(a, search.stream)) for a in arrays)

    def __repr__(self):
        numbers = ""
        if hasattr(self.counts, "__len__"):  # which arrays of no library lack on a device
            numbers = f"{len(self.counts)} particles, {len(self.indices)} neighbours, "
        return f"NeighbourList({numbers}by {self.builder} of {self.toolchain})"


def neighbour_list(
    positions,
    radius,
    *,
    box=None,
    capacity=None,
    format=None,  # noqa: A002 - the word of suites
    builder=None,
    toolchain=None,
):
    """The particles nearer than `radius` to each particle, as a NeighbourList.

    positions: float32, contiguous rows of x, y, z, or of four numbers, of which the fourth is
    passed over, of NumPy, CuPy, PyTorch or any library that speaks DLPack, on the host or a GPU.
    Rows of four at a multiple of 16 bytes are read where they are; others are copied on the device.
    box: both corners, around all particles; None: measured. capacity: the most neighbours of a
    particle; None: as many as there are. format, builder, toolchain: strategies of the laboratory,
    by name (`sphlab list`); None: fast ones. The box is open: no pair reaches through its faces.
    Memory for the last particles is kept, until neighbour_list.release().
    Raises TypeError, ValueError and sphlab.Error, NotAvailableError without the extension.
    """
    extension = _extension()
    array, kind, device = _located(positions)
    if kind not in RUNTIMES:
        raise NotAvailableError(
            f"positions: lie on a device of DLPack's type {kind}, and there are runtimes of "
            f"{', '.join(sorted(set(RUNTIMES.values())))} alone: copy them to the host"
        )
    try:
        with _turn:
            search = _search(RUNTIMES[kind], device, toolchain or "", builder or "", format or "")
            shared = _shared(array, search.stream)
            *arrays, _, is_in_place = extension.find(
                search, shared, radius, _corners(box), capacity
            )
    except extension.Failure as failure:
        code, message = failure.args
        raise ERRORS[code](message) from None
    except (TypeError, ValueError, BufferError) as error:
        raise _explained(error, positions) from error
    return NeighbourList(
        *(_of_library(one, positions) for one in arrays),
        is_in_place,
        (RUNTIMES[kind], device),
        *search.build,
    )


def on_device(positions, runtime, device=0):
    """A copy of positions of NumPy, as neighbour_list() takes them, on a device of "cuda" or "hip":
    an array that speaks DLPack, where no library of arrays for that device is at hand."""
    return _extension().on_device(_search(runtime, device, "", "", ""), positions, device)


def _located(positions):
    """Positions without what keeps them from being shared, and the kind and number of device."""
    if isinstance(positions, np.ma.MaskedArray):
        raise TypeError("positions: are masked; leave out what is, and give the data of the others")
    if hasattr(positions, "detach"):  # PyTorch shares no tensor of which it keeps gradients
        positions = positions.detach()
    if not hasattr(positions, "__dlpack_device__"):
        raise TypeError(
            f"positions: {type_name(positions)} shares no array by DLPack; give "
            "numpy.asarray(positions, 'float32')"
        )
    kind, device = map(int, positions.__dlpack_device__())
    return positions, kind, device


def _shared(array, stream):
    """What the extension takes: an array of the host, or a capsule that is ready on the stream."""
    return array if stream == 0 else array.__dlpack__(stream=stream)


def _explained(error, positions):
    message = str(error)
    if "float32" in message:
        message = f"are not of float32; give {conversion(positions)}"
    elif "contiguous" in message:
        message += "; give numpy.ascontiguousarray(positions), or what their library has for it"
    kind = TypeError if isinstance(error, BufferError) else type(error)
    return kind(f"positions: {message}")


def _corners(box):
    if box is None:
        return None
    corners = np.asarray(box, dtype=float)
    if corners.shape != (2, 3):
        raise ValueError(f"box: has the shape {corners.shape}; give both corners, of x, y, z each")
    return tuple(tuple(corner) for corner in corners.tolist())


def _of_library(array, positions):
    """An array as the library of the positions has it, or as it is, which speaks DLPack."""
    name = type(positions).__module__.split(".")[0]
    if isinstance(array, np.ndarray) and name == "numpy":
        return array
    library = sys.modules.get(name)
    if name in IN_PACKAGE:
        library = importlib.import_module(IN_PACKAGE[name])
    take = getattr(library, "from_dlpack", None)
    return array if take is None else take(array)


@lru_cache(maxsize=KEPT)
def _search(runtime, device, toolchain, builder, list_format):
    return _extension().search(runtime, device, _folders(), toolchain, builder, list_format)


def _folders():
    """Folders of packs and runtimes, those of SPHLAB_PACK_PATH first."""
    told = environ.get("SPHLAB_PACK_PATH", "").split(":")
    return [folder for folder in told if folder] + [str(_library_folder())]


def _library_folder():
    return Path(find_program()).parents[1] / "lib"


@lru_cache(maxsize=1)
def _extension():
    """The module that lies beside the packs."""
    remedy = (
        "build sphlab with python3-dev and nanobind (cmake -DSPHLAB_PYTHON=ON), `cmake --install` "
        "it, and install this package with SPHLAB_PREFIX (docs/python.md)"
    )
    try:
        folder = _library_folder()
    except NotAvailableError as error:
        raise NotAvailableError(f"neighbour_list: {error}; {remedy}") from None
    for suffix in EXTENSION_SUFFIXES:
        file = folder / f"libsphlab-arrays{suffix}"
        if file.is_file():
            loader = ExtensionFileLoader(NAME, str(file))
            try:
                module = module_from_spec(spec_from_loader(NAME, loader))
                loader.exec_module(module)
            except ImportError as error:
                raise NotAvailableError(
                    f"neighbour_list: {file} cannot be loaded: {error}; {remedy}"
                ) from error
            return module
    others = ", ".join(sorted(file.name for file in folder.glob("libsphlab-arrays*")))
    raise NotAvailableError(
        f"neighbour_list: {folder} holds no extension for this Python"
        f"{f', but {others}' if others else ''}; {remedy}"
    )


neighbour_list.release = _search.cache_clear

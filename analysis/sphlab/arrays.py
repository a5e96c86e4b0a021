"""Positions as their owner holds them: a NumPy array, or one of a library that shares its own.

No such library is imported: an array is asked where it lies, by DLPack or by CUDA's array
interface, and is brought to the host by its own method.
"""

import numpy as np

# Of DLPack: memory that the host can read, and names of what it cannot.
OF_HOST = {1, 3, 11}
DEVICES = {2: "cuda", 8: "metal", 10: "rocm", 13: "cuda-managed", 14: "oneapi"}
# Of CuPy, PyTorch, Numba and cuDF: what copies an array to the host.
TO_HOST = ("get", "cpu", "copy_to_host", "to_numpy")
REMEDY = "give them as float32 or float64"


def positions_of(array):
    """Positions as a NumPy array of float32 or float64, a row a particle: the memory of `array`
    itself where the host can read that, contiguous or not, else a copy on the host.

    Raises TypeError for numbers of another kind and for what is no array, ValueError for another
    shape.
    """
    found = _on_host(array)
    if found.dtype.kind != "f" or found.dtype.itemsize not in (4, 8):
        raise TypeError(f"positions: are of {found.dtype}; {REMEDY}: {conversion(array)}")
    if found.ndim != 2 or found.shape[1] != 3:
        hint = "; transpose them" if found.ndim == 2 and found.shape[0] == 3 else ""
        raise ValueError(
            f"positions: have the shape {found.shape}, and must have a row for each particle, of "
            f"x, y and z{hint}"
        )
    return found


def _on_host(array):
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("positions: are masked; leave out what is, and give the data of the others")
    if isinstance(array, np.ndarray):
        return array
    if hasattr(array, "detach"):  # PyTorch shares no tensor of which it keeps gradients
        array = array.detach()
    device = _device_of(array)
    return _shared(array) if device is None else _on_host(_brought(array, device))


def _device_of(array):
    """The name of the device that an array lies on, None where that is the host."""
    if hasattr(array, "__dlpack_device__"):
        kind, index = map(int, array.__dlpack_device__())
        if kind in OF_HOST:
            return None
        return f"{DEVICES.get(kind, f'device type {kind}')}:{index}"
    return "cuda" if hasattr(array, "__cuda_array_interface__") else None


def _brought(array, device):
    for name in TO_HOST:
        if hasattr(array, name):
            return getattr(array, name)()
    if hasattr(array, "__array__"):
        return np.asarray(array)
    raise TypeError(
        f"positions: lie on {device}, and {type_name(array)} has no method that brings them to the "
        f"host ({', '.join(TO_HOST)}): copy them into a NumPy array first"
    )


def _shared(array):
    """An array that lies on the host, as NumPy sees it."""
    try:
        return np.from_dlpack(array) if hasattr(array, "__dlpack__") else np.asarray(array)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise TypeError(f"positions: {type_name(array)}: {error}; {REMEDY}") from error


def conversion(array):
    """How an array of this library is converted."""
    if hasattr(array, "astype"):
        return "positions.astype('float32')"
    return "positions.float()" if hasattr(array, "float") else "np.asarray(positions, 'float32')"


def type_name(array):
    kind = type(array)
    return f"{kind.__module__}.{kind.__qualname__}"

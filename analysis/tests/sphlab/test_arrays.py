"""Arrays of NumPy, and of libraries that share theirs: what is taken as it is, and what refused."""

import numpy as np
import pytest

from analysis.sphlab.arrays import positions_of

ROWS = np.arange(12, dtype=np.float32).reshape(4, 3)
CPU, CUDA = 1, 2


class Shared:
    """An array as DLPack shares it, of a library that is not here."""

    def __init__(self, values, device=(CPU, 0)):
        self._values, self._device = values, device

    def __dlpack_device__(self):
        return self._device

    def __dlpack__(self, **options):
        if self._device[0] != CPU:
            raise BufferError("not of the host")
        return self._values.__dlpack__(**options)


class OfCupy(Shared):
    """One on a GPU, which its own method brings to the host."""

    def get(self):
        return self._values


class OfTorch(Shared):
    """One of which gradients are kept: it is shared only when it is detached."""

    def __dlpack__(self, **options):
        raise BufferError("requires gradient")

    def detach(self):
        return Shared(self._values, self._device)


class OnTorchDevice(OfTorch):
    def detach(self):
        return self

    def cpu(self):
        return Shared(self._values)


class OfNumba:
    """One that has CUDA's array interface alone."""

    __cuda_array_interface__ = {"version": 3}  # noqa: RUF012

    def copy_to_host(self):
        return ROWS


class Stuck:
    __cuda_array_interface__ = {"version": 3}  # noqa: RUF012


def test_what_the_host_can_read_is_not_copied():
    for array in (ROWS, Shared(ROWS), OfTorch(ROWS)):
        assert np.shares_memory(positions_of(array), ROWS)


@pytest.mark.parametrize(
    "rows",
    [ROWS[::2], np.asfortranarray(ROWS), ROWS.astype(float)[:, ::-1], ROWS.astype(">f8")],
    ids=["strided", "column by column", "backwards", "of another byte order"],
)
def test_what_is_not_contiguous_is_taken(rows):
    np.testing.assert_array_equal(positions_of(Shared(rows) if rows.dtype.isnative else rows), rows)


@pytest.mark.parametrize(
    "array",
    [OfCupy(ROWS, (CUDA, 1)), OnTorchDevice(ROWS, (CUDA, 0)), OfNumba()],
    ids=["CuPy", "PyTorch", "Numba"],
)
def test_what_lies_on_a_device_is_brought_by_its_own_method(array):
    np.testing.assert_array_equal(positions_of(array), ROWS)


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (Shared(ROWS, (CUDA, 1)), r"on cuda:1, and .*Shared has no method .*NumPy array first"),
        (Shared(ROWS, (15, 0)), "on device type 15:0"),
        (Stuck(), "on cuda, and"),
    ],
)
def test_what_nothing_brings_from_a_device_is_refused(array, reason):
    with pytest.raises(TypeError, match=reason):
        positions_of(array)


@pytest.mark.parametrize("kind", ["float16", "int64", "bool", "complex128", "longdouble", "U3"])
def test_other_numbers_are_refused_with_the_remedy(kind):
    name = str(np.dtype(kind))
    with pytest.raises(TypeError, match=rf"are of {name}; give .*: positions.astype\('float32'\)"):
        positions_of(ROWS.astype(kind))


def test_half_precision_of_another_library_is_refused_in_its_words():
    half = OfCupy(ROWS.astype(np.float16), (CUDA, 0))
    half.float = None
    with pytest.raises(TypeError, match=r"of float16; .*: positions.float\(\)"):
        positions_of(half)


def test_a_kind_that_numpy_lacks_is_refused():
    class Brain(Shared):
        def __dlpack__(self, **options):
            raise BufferError("bfloat16 is not supported")

    with pytest.raises(TypeError, match=r"Brain: bfloat16 is not supported; give them as float32"):
        positions_of(Brain(ROWS))


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (ROWS.T, r"shape \(3, 4\), and .*; transpose them"),
        (ROWS[:, :2], r"shape \(4, 2\)"),
        (ROWS[0], r"shape \(3,\)"),
        ([[[0.0, 1.0, 2.0]]], r"shape \(1, 1, 3\)"),
    ],
)
def test_another_shape_is_refused(array, reason):
    with pytest.raises(ValueError, match=reason):
        positions_of(array)


def test_a_mask_is_not_lost():
    with pytest.raises(TypeError, match="masked"):
        positions_of(np.ma.masked_less(ROWS, 3))


def test_lists_are_arrays_and_ragged_ones_are_none():
    assert positions_of([[0.0, 1.0, 2.0]]).shape == (1, 3)
    with pytest.raises(TypeError, match="list"):
        positions_of([[0.0], [1.0, 2.0]])
    with pytest.raises(TypeError, match="are of object"):
        positions_of(object())

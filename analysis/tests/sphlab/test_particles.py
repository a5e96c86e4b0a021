"""Positions become a particle file, or the first that is wrong is named."""

import numpy as np
import pytest

from analysis.errors import InputError, UsageError
from analysis.particles import native
from analysis.sphlab import write_particles

ROWS = np.random.default_rng(3).uniform(1, 2, (20, 3))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "my.particles"


def test_the_file_holds_the_positions_as_precise_as_they_are(file):
    for rows in (ROWS, ROWS.astype(np.float32), ROWS[::-2], ROWS.astype(">f8")):
        write_particles(file, rows, length_unit="mm")
        found = native.read(file, None)
        np.testing.assert_array_equal(found.position.values, rows)
        assert found.position.values.dtype.itemsize == rows.dtype.itemsize
        assert found.position.unit == "mm"
        np.testing.assert_array_equal(found.box.lower, rows.min(axis=0))


def test_the_box_is_the_one_that_is_named(file):
    write_particles(file, ROWS, box=[(0, 0, 0), (3, 4, 5)], periodic="yx")
    box = native.read(file, None).box
    assert (box.upper.tolist(), box.periodic) == ([3, 4, 5], "xy")
    write_particles(file, ROWS - 3, box=[(0, 0, 0), (3, 3, 3)], periodic="xyz", wrap=True)
    assert native.read(file, None).position.values.min() >= 0


def test_what_is_left_out_is_told(file):
    twice = np.concatenate([ROWS, ROWS[:2]])
    with pytest.warns(UserWarning, match="2 particles at the place of an earlier one"):
        write_particles(file, twice, drop_duplicates=True)
    assert len(native.read(file, None)) == 20


@pytest.mark.parametrize(
    ("change", "options", "error", "reason"),
    [
        ((4, 1, np.nan), {}, InputError, r"array: positions\[4\], y: nan is no number; 1 are not"),
        ((4, 1, 9), {"box": [1, 1, 1, 2, 2, 2]}, InputError, r"positions\[4\]: .*out of the box"),
        ((4, slice(3), ROWS[2]), {}, InputError, r"positions\[4\]: is at the place of \[2\]"),
        ((0, 0, 1), {"box": [1, 2]}, UsageError, "six numbers"),
        ((0, 0, 1), {"periodic": "w"}, UsageError, "periodic: 'w' is not of x, y and z"),
        ((0, 0, 1), {"length_unit": "µm"}, UsageError, "length_unit: 'µm'"),
    ],
)
def test_the_first_that_is_wrong_is_named(change, options, error, reason, file):
    row, column, value = change
    rows = ROWS.copy()
    rows[row, column] = value
    with pytest.raises(error, match=reason):
        write_particles(file, rows, **options)
    assert not file.exists()


def test_no_particle_and_another_name_are_refused(file):
    with pytest.raises(InputError, match="positions: holds no particle"):
        write_particles(file, ROWS[:0])
    with pytest.raises(UsageError, match=r"must end in \.particles"):
        write_particles(file.with_suffix(".npy"), ROWS)

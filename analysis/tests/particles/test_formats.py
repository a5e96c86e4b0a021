"""Every format is read as it was written, and the particle file holds what was read."""

import argparse
import shutil
from pathlib import Path

import numpy as np
import pytest

from analysis.cli import main
from analysis.particles import native
from analysis.particles.formats import FORMATS, read
from analysis.tests.particles.made import BOX, WRITERS, Particles

DATA = Path(__file__).parents[1] / "data" / "particles"
OPTIONS = argparse.Namespace(format=None, frame=-1)
WITH_BOX = {"made.extxyz", "gadget.hdf5", "swift.hdf5", "sph-exa.h5", "made.lmp", "made.dump"}
PERIODIC = {
    "made.extxyz": "xz",
    "swift.hdf5": "xyz",
    "sph-exa.h5": "x",
    "made.dump": "xz",
    "made.gsd": "xyz",
}
UNITS = {
    "made.csv": "m",
    "dualsphysics.csv": "m",
    "made.vtp": "m",
    "swift.hdf5": "kpc",
    "made.dump": "angstrom",
}
LACKS = {
    "made.npy": {"velocity", "mass", "type"},
    "made.xyz": {"mass", "velocity"},
    "sph-exa.h5": {"type"},
}


@pytest.fixture(params=WRITERS)
def imported(request, tmp_path, capfd):
    """(name, what was written, the Snapshot of the particle file, standard error)."""
    made, file = Particles(), tmp_path / request.param
    WRITERS[request.param](file, made)
    out = tmp_path / "my.particles"
    code = main(["import", str(file), "--output", str(out)])
    told = capfd.readouterr().err
    assert code == 0, told
    return request.param, made, native.read(out, OPTIONS), told


def in_order_of(name, made):
    """Rows as the file has them: GADGET's stand by their type."""
    return (
        np.argsort(made.type, kind="stable")
        if name in {"gadget.hdf5", "swift.hdf5"}
        else slice(None)
    )


def test_a_file_is_read_as_it_was_written(imported):
    name, made, snapshot, told = imported
    order = in_order_of(name, made)
    shift = BOX[1] / 2 if name == "made.gsd" else 0
    near = {"rtol": 1e-6, "atol": 1e-6} if name == "made.gsd" else {"rtol": 1e-14}
    np.testing.assert_allclose(snapshot.position.values + shift, made.position[order], **near)
    assert snapshot.position.unit == UNITS.get(name, "unknown")
    assert ("no unit of length" in told) == (name not in UNITS)
    for meaning in {"velocity", "mass", "type"}:
        if meaning in LACKS.get(name, set()):
            assert meaning not in snapshot.fields
            assert meaning in told
            continue
        expected = getattr(made, meaning)[order]
        if meaning == "mass" and name == "made.lmp":
            expected = made.type + 0.5
        if meaning == "type" and name in {"made.xyz", "made.extxyz"}:
            words = list(dict.fromkeys(made.type.tolist()))  # numbered as they come
            expected = [words.index(kind) for kind in made.type]
            assert "words became types" in told
        np.testing.assert_allclose(snapshot.fields[meaning].values, expected, **near)
    assert "density" in told


def test_a_box_is_the_files_or_the_least(imported):
    name, made, snapshot, told = imported
    box = snapshot.box
    assert box.periodic == PERIODIC.get(name, "")
    if name in WITH_BOX:
        np.testing.assert_array_equal([box.lower, box.upper], BOX)
    elif name == "made.gsd":
        np.testing.assert_allclose([box.lower, box.upper], [-BOX[1] / 2, BOX[1] / 2])
    else:
        assert "says no box" in told
        np.testing.assert_array_equal(box.lower, made.position.min(axis=0))
        np.testing.assert_array_equal(box.upper, made.position.max(axis=0))


def test_the_radius_of_sph_exa_is_two_smoothing_lengths(tmp_path):
    WRITERS["sph-exa.h5"](tmp_path / "a.h5", Particles())
    fields = read(tmp_path / "a.h5", OPTIONS).fields
    np.testing.assert_array_equal(fields["radius"].values, 0.5)


@pytest.mark.parametrize(
    "name", ["raw-zlib.vtp", "base64-big-endian.vtu", "binary-5.1.vtk", "ascii-4.2.vtk", "lzma.vtp"]
)
def test_files_of_vtk_itself(name):
    """Written by VTK 9.7 of k/4, k/2 and 1 - k/8, k from 0 to 5, with density 1000 + k."""
    k = np.arange(6)
    fields = read(DATA / name, OPTIONS).fields
    np.testing.assert_array_equal(
        fields["position"].values, np.column_stack([k / 4, k / 2, 1 - k / 8])
    )
    np.testing.assert_array_equal(fields["density"].values, 1000 + k)
    np.testing.assert_array_equal(fields["type"].values, k % 2)
    assert fields["velocity"].unit == "m/s"
    np.testing.assert_array_equal(fields["velocity"].values, np.column_stack([k, -k, 0 * k]))


def test_the_particle_file_that_cpp_reads_is_written_to_the_byte(tmp_path):
    """tests/harness/scenarios/particle_file_test.cpp reads the committed one."""
    k = np.arange(4)
    lines = [f"{i / 4},{i / 2},{1 - i / 8},{i % 2},{i + 0.5}" for i in k]
    (tmp_path / "four.csv").write_text(
        "\n".join(["x,y,z,type,mass [kg]", *lines]), encoding="utf-8"
    )
    out = tmp_path / "four.particles"
    words = ["--length-unit", "mm", "--box", "0", "0", "0", "1", "2", "3", "--periodic", "xz"]
    assert main(["import", str(tmp_path / "four.csv"), "--output", str(out), *words]) == 0
    assert out.read_bytes() == (DATA / "four.particles").read_bytes()


def test_a_particle_file_is_imported_again(tmp_path, capfd):
    out = tmp_path / "other.particles"
    words = ["--box", "0", "0", "0", "2", "2", "2", "--type", "0", "--periodic", "none"]
    assert main(["import", str(DATA / "four.particles"), "--output", str(out), *words]) == 0
    snapshot = native.read(out, OPTIONS)
    np.testing.assert_array_equal(snapshot.position.values, [[0, 0, 1], [0.5, 1, 0.75]])
    assert snapshot.position.unit == "mm"
    assert snapshot.box.periodic == ""
    assert "2 particles with position, mass, type" in capfd.readouterr().out


def test_frames_are_chosen(tmp_path):
    made = Particles()
    nowhere = np.zeros((12, 3))
    firsts = {"made.dump": made.position[::-1], "made.gsd": nowhere, "sph-exa.h5": nowhere}
    for name, first in firsts.items():
        WRITERS[name](tmp_path / name, made)
        snapshot = read(tmp_path / name, argparse.Namespace(format=None, frame=0))
        np.testing.assert_allclose(snapshot.position.values, first)
        assert any("the last of 2" in note for note in read(tmp_path / name, OPTIONS).notes)


def test_a_format_may_be_named(tmp_path):
    shutil.copy(DATA / "four.particles", tmp_path / "data.bin")
    options = argparse.Namespace(format="particles", frame=-1)
    assert len(read(tmp_path / "data.bin", options)) == 4


def test_flat_particles_are_in_a_box_of_some_width(tmp_path):
    (tmp_path / "flat.csv").write_text("x,y\n0,0\n1,0\n0,1\n", encoding="utf-8")
    out = tmp_path / "flat.particles"
    assert main(["import", str(tmp_path / "flat.csv"), "--output", str(out)]) == 0
    box = native.read(out, OPTIONS).box
    assert box.lower[2] < 0 < box.upper[2]


def test_every_format_has_a_file_that_is_read():
    suffixes = {Path(name).suffix for name in [*WRITERS, "four.particles"]}
    assert all(suffixes & set(one.suffixes) for one in FORMATS)

"""A snapshot is refused by file, field and index, and nothing is written."""

import os
import signal
import sys

import h5py
import numpy as np
import pytest

from analysis.cli import main
from analysis.particles import native
from analysis.particles.formats import FORMATS
from analysis.tests.particles.made import BOX, WRITERS, Particles

# What a format calls the field.
FIELDS = {
    "made.csv": "x [m],y [m],z [m]",
    "dualsphysics.csv": "Pos.x [m],Pos.y [m],Pos.z [m]",
    "made.npy": "position",
    "made.npz": "pos",
    "made.extxyz": "pos:0,pos:1,pos:2",
    "made.vtp": "position [m]",
    "made.vtu": "position",
    "made.vtk": "position",
    "gadget.hdf5": "Coordinates",
    "swift.hdf5": "Coordinates",
    "sph-exa.h5": "Step#1/x,Step#1/y,Step#1/z",
    "made.gsd": "particles/position",
}
BEYOND = 2**31


@pytest.fixture
def refused(tmp_path, capfd):
    """Imports a file that is to be refused, and returns the message."""

    def refused(file, *words, code=3):
        out = tmp_path / "my.particles"
        assert main(["import", str(file), "--output", str(out), *words]) == code
        told = capfd.readouterr().err
        assert "Traceback" not in told
        assert not out.exists()
        assert list(tmp_path.glob(".*")) == []
        assert f"analysis: {file}: " in told or code == 2
        return told

    return refused


@pytest.fixture
def written(tmp_path):
    """Writes particles, altered, in a format."""

    def written(name, alter=lambda made: None):
        made = Particles()
        made.type[:] = 1  # GADGET's file keeps their order
        alter(made)
        WRITERS[name](tmp_path / name, made)
        return tmp_path / name

    return written


@pytest.mark.parametrize("name", WRITERS)
def test_a_position_that_is_no_number(name, refused, written):
    def alter(made):
        made.position[7, 1] = np.nan

    told = refused(written(name, alter))
    assert f"{FIELDS.get(name, 'x,y,z')}[7], y: nan is no number" in told


@pytest.mark.parametrize("name", [name for name in WRITERS if name not in {"made.npy", "made.xyz"}])
def test_a_velocity_that_is_infinite(name, refused, written):
    def alter(made):
        made.velocity[3, 2] = np.inf

    assert "[3], z: inf is no number" in refused(written(name, alter))


@pytest.mark.parametrize("name", WRITERS)
def test_two_particles_at_one_place(name, refused, written):
    def alter(made):
        made.position[9] = made.position[2]
        made.position[11] = made.position[2]

    told = refused(written(name, alter))
    assert f"{FIELDS.get(name, 'x,y,z')}[9]: is at the place of [2]" in told
    assert "2 are at another's" in told


@pytest.mark.parametrize("name", ["gadget.hdf5", "sph-exa.h5", "made.extxyz", "made.lmp"])
def test_a_particle_out_of_the_box(name, refused, written):
    def alter(made):
        made.position[4, 0] = -0.25

    told = refused(written(name, alter))
    assert f"{FIELDS.get(name, 'x,y,z')}[4]: (-0.25, " in told
    assert "out of the box" in told
    assert "--wrap" in told


def test_particles_are_wrapped_clipped_or_dropped_where_that_is_asked(tmp_path, written, capfd):
    def alter(made):
        made.position[4, 0] = -0.25
        made.position[5, 2] = 2.5
        made.position[9] = made.position[2]

    out = tmp_path / "my.particles"
    file = str(written("gadget.hdf5", alter))
    words = ["--wrap", "--periodic", "x", "--clip", "--drop-duplicates"]
    assert main(["import", file, "--output", str(out), *words]) == 0
    snapshot = native.read(out, None)
    assert len(snapshot) == 10
    assert snapshot.position.values[4, 0] == BOX[1][0] - 0.25
    told = capfd.readouterr().err
    assert "1 particles out of the box are left out" in told
    assert "1 particles at the place of an earlier one are left out" in told


def test_more_particles_than_can_be_numbered_are_refused_before_they_are_read(tmp_path, refused):
    claims = {
        "a.xyz": f"{BEYOND}\nmade\nH 0 0 0\n",
        "a.dump": f"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n{BEYOND}\n",
        "a.lmp": f"made\n\n{BEYOND} atoms\n",
        "a.vtk": "# vtk DataFile Version 3.0\nmade\nBINARY\nDATASET POLYDATA\n"
        f"POINTS {BEYOND} float\n",
        "a.vtp": f'<VTKFile><PolyData><Piece NumberOfPoints="{BEYOND}"/></PolyData></VTKFile>',
    }
    for name, text in claims.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with (tmp_path / "a.npy").open("wb") as stream:
        head = {"descr": "<f4", "fortran_order": False, "shape": (BEYOND, 3)}
        np.lib.format.write_array_header_1_0(stream, head)
    with h5py.File(tmp_path / "a.h5", "w") as out:  # nothing is stored of it
        out.create_dataset("PartType0/Coordinates", (BEYOND, 3), "f4", chunks=(1024, 3))
    for file in [*(tmp_path / name for name in claims), tmp_path / "a.npy", tmp_path / "a.h5"]:
        assert f"{BEYOND} particles are more than the {2**30}" in refused(file)


def test_what_would_unpack_to_more_than_is_due_is_not_unpacked(written, tmp_path, refused):
    file = written("made.vtp")
    text = file.read_bytes().replace(b'NumberOfPoints="12"', b'NumberOfPoints="11"')
    file.write_bytes(text)
    assert "position [m]: is damaged: 288 bytes are packed, and 264 are due" in refused(file)
    with (tmp_path / "a.npy").open("wb") as stream:
        head = {"descr": "<f4", "fortran_order": False, "shape": (2, BEYOND)}
        np.lib.format.write_array_header_1_0(stream, head)
    assert f"array: has {BEYOND} columns" in refused(tmp_path / "a.npy")


def test_no_particle_at_all(tmp_path, refused):
    np.save(tmp_path / "a.npy", np.zeros((0, 3)))
    (tmp_path / "a.csv").write_text("x,y,z\n", encoding="utf-8")
    for name in ("a.npy", "a.csv"):
        assert "holds no particle" in refused(tmp_path / name)


def test_no_positions(tmp_path, refused):
    (tmp_path / "a.csv").write_text("a,b,c\n1,2,3\n", encoding="utf-8")
    told = refused(tmp_path / "a.csv")
    assert "no positions: there must be x, y and z, and there is a, b, c" in told
    with h5py.File(tmp_path / "a.h5", "w") as out:
        out["points"] = np.zeros((3, 3))
    assert "PartType0, Step#0: there is neither, but points" in refused(tmp_path / "a.h5")


def test_what_is_no_number(tmp_path, refused):
    (tmp_path / "a.csv").write_text("x,y,z\n1,2,3\n4,five,6\n", encoding="utf-8")
    assert "y[1]: 'five' is no number" in refused(tmp_path / "a.csv")
    (tmp_path / "b.csv").write_text("x,y,z,type\n1,2,3,0\n4,5,6,-1\n", encoding="utf-8")
    assert "type[1]: -1 is no type" in refused(tmp_path / "b.csv")


def test_lines_that_are_missing_or_short(tmp_path, refused):
    (tmp_path / "a.xyz").write_text("3\nmade\nH 0 0 0\n\nH 1 1 1\n", encoding="utf-8")
    assert "lines: 2 rows of 4 words, where there should be 3" in refused(tmp_path / "a.xyz")
    (tmp_path / "a.xyz").write_text("2\nmade\nH 0 0 0\nH 1 1\n", encoding="utf-8")
    assert "x,y,z[1], z: nan is no number" in refused(tmp_path / "a.xyz")
    (tmp_path / "a.xyz").write_text("2\nmade\nH 0 0 0\n", encoding="utf-8")
    assert "frame 0: is truncated: 1 of 2 lines" in refused(tmp_path / "a.xyz")


def test_arrays_of_other_lengths(tmp_path, refused):
    np.savez(tmp_path / "a.npz", pos=np.eye(3), mass=np.ones(4))
    assert "mass: has 4 rows, and pos 3" in refused(tmp_path / "a.npz")


def test_a_unit_that_contradicts_the_files(written, refused):
    told = refused(written("swift.hdf5"), "--length-unit", "m")
    assert "is in kpc, and --length-unit says m" in told


def test_a_box_that_is_not_along_the_axes(tmp_path, refused):
    text = '1\nLattice="1 0 0 0.5 1 0 0 0 1" Properties=pos:R:3\n0 0 0\n'
    (tmp_path / "a.xyz").write_text(text, encoding="utf-8")
    assert "box: is not along the axes" in refused(tmp_path / "a.xyz")


def test_one_file_of_a_snapshot_of_several(written, refused):
    file = written("gadget.hdf5")
    with h5py.File(file, "a") as out:
        out["Header"].attrs["NumFilesPerSnapshot"] = 4
    assert "one of 4 files" in refused(file)


def test_an_atom_style_that_is_not_told(tmp_path, refused):
    text = "made\n\n1 atoms\n\nAtoms\n\n1 1 0.5 0 0 0\n"
    (tmp_path / "a.lmp").write_text(text, encoding="utf-8")
    assert "Atoms: style 'None' is not known: write 'Atoms # STYLE'" in refused(tmp_path / "a.lmp")


def test_a_frame_that_is_not_there(written, refused):
    for name in ("made.dump", "made.gsd", "sph-exa.h5", "made.xyz"):
        assert "frame 7: there are" in refused(written(name), "--frame", "7")


def test_dualsphysics_own_format(tmp_path, refused):
    (tmp_path / "Part_0001.bi4").write_bytes(b"#File BI4")
    assert "PartVTK" in refused(tmp_path / "Part_0001.bi4")


def test_what_is_no_format(tmp_path, refused):
    (tmp_path / "a.dat").write_bytes(b"1 2 3")
    told = refused(tmp_path / "a.dat", code=2)
    assert all(one.name in told for one in FORMATS)


def test_a_file_that_is_not_there(tmp_path, refused):
    for one in FORMATS:
        told = refused(tmp_path / f"no{one.suffixes[0]}")
        assert "cannot be read: No such file" in told


def test_what_is_no_regular_file(tmp_path, refused):
    for one in FORMATS:
        (tmp_path / f"folder{one.suffixes[0]}").mkdir()
        os.mkfifo(tmp_path / f"pipe{one.suffixes[0]}")
        for what in ("folder", "pipe"):
            assert "is no regular file" in refused(tmp_path / f"{what}{one.suffixes[0]}")


def test_a_library_that_is_not_there(written, refused, monkeypatch):
    file = written("gadget.hdf5")
    monkeypatch.setitem(sys.modules, "h5py", None)
    monkeypatch.delitem(sys.modules, "analysis.particles.formats.hdf5", raising=False)
    told = refused(file, code=5)
    assert "is read by 'h5py', which is not here: pip install h5py" in told


def test_a_library_that_crashes(written, refused, monkeypatch):
    def crash(*_):
        os.kill(os.getpid(), signal.SIGSEGV)

    monkeypatch.setattr("analysis.particles.commands.read", crash)
    assert "was ended by SIGSEGV" in refused(written("gadget.hdf5"))


@pytest.mark.parametrize(
    "words",
    [
        ["--box", "0", "0", "0"],
        ["--box", "a", "0", "0", "1", "1", "1"],
        ["--box", "0", "0", "0", "1", "1", "nan"],
        ["--box", "0", "0", "0", "0", "1", "1"],
    ],
)
def test_a_box_that_is_none(words, written, tmp_path):
    out = str(tmp_path / "my.particles")
    assert main(["import", str(written("made.npy")), "--output", out, *words]) in {2, 3}


@pytest.mark.parametrize(
    "words",
    [["--periodic", "xw"], ["--frame", "x"], ["--length-unit", "a\n"], ["--format", "no"]],
)
def test_options_that_are_none(words, tmp_path):
    with pytest.raises(SystemExit, match="2"):
        main(["import", "a.npy", "--output", str(tmp_path / "my.particles"), *words])


def test_an_output_that_cannot_be_written(written, tmp_path, capfd):
    file = written("made.npy")
    assert main(["import", str(file), "--output", str(tmp_path / "no" / "my.particles")]) == 8
    assert main(["import", str(file), "--output", str(tmp_path / "my.txt")]) == 2
    assert "must end in .particles" in capfd.readouterr().err

"""docs/own-particles.md: its imports are run as they stand, and it names every format."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from analysis.cli import main
from analysis.particles import native
from analysis.particles.formats import FORMATS
from analysis.tests.particles.made import COUNT, WRITERS, Particles

PAGE = (Path(__file__).parents[3] / "docs" / "own-particles.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^sphlab-analysis (.*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_import_makes_a_particle_file(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = Particles()
    WRITERS["gadget.hdf5"](tmp_path / "snapshot.hdf5", made)
    WRITERS["made.dump"](tmp_path / "dump.lammpstrj", made)
    rows = "\n".join(",".join(map(repr, row)) for row in made.position.tolist())
    (tmp_path / "points.csv").write_text(f"x,y,z\n{rows}\n", encoding="utf-8")
    assert main(shlex.split(command)) == 0
    count = sum(made.type < 3) if "--type 1 2" in command else COUNT
    assert len(native.read(tmp_path / "my.particles", None)) == count


def test_the_page_has_imports():
    assert len(COMMANDS) == 3
    assert len(PAGE.splitlines()) <= 60


def test_the_page_names_every_format():
    named = set(re.findall(r"`([\w.-]+)`", PAGE))
    assert {one.name for one in FORMATS} - {"particles"} <= named
    assert {
        suffix for one in FORMATS if one.name != "particles" for suffix in one.suffixes
    } <= named


def test_columns_of_the_page_are_read(tmp_path):
    out = tmp_path / "my.particles"
    for names in ("x,y,z", '"Points:0","Points:1","Points:2"', "Pos.x,Pos.y,Pos.z"):
        (tmp_path / "a.csv").write_text(f"{names}\n1,2,3\n4,5,6\n", encoding="utf-8")
        assert main(["import", str(tmp_path / "a.csv"), "--output", str(out)]) == 0
        np.testing.assert_array_equal(
            native.read(out, None).position.values, [[1, 2, 3], [4, 5, 6]]
        )

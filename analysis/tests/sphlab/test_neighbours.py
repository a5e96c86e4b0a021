"""sphlab.neighbour_list() where its extension was not built; with it, tests/harness/python."""

from importlib.machinery import EXTENSION_SUFFIXES

import numpy as np
import pytest

import analysis.sphlab as sphlab
from analysis.sphlab import neighbours


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """A prefix with a program, and the folder of its packs."""
    program = tmp_path / "prefix" / "bin" / "sphlab"
    program.parent.mkdir(parents=True)
    program.touch()
    monkeypatch.setenv("SPHLAB", str(program))
    neighbours._extension.cache_clear()
    yield program.parents[1] / "lib"
    neighbours._extension.cache_clear()


def ask():
    return sphlab.neighbour_list(np.zeros((1, 3), np.float32), 1.0)


def test_a_build_without_the_extension_is_told_with_the_remedy():
    with pytest.raises(sphlab.NotAvailableError, match="no extension for this Python; .*nanobind"):
        ask()


def test_an_extension_for_another_python_is_named(installed):
    installed.mkdir()
    (installed / "libsphlab-arrays.cpython-399-x86_64-linux-gnu.so").touch()
    with pytest.raises(sphlab.NotAvailableError, match="but libsphlab-arrays.cpython-399"):
        ask()


def test_an_extension_that_cannot_be_loaded_is_told(installed):
    installed.mkdir()
    (installed / f"libsphlab-arrays{EXTENSION_SUFFIXES[0]}").write_text("none")
    with pytest.raises(sphlab.NotAvailableError, match="libsphlab-arrays.* cannot be loaded: "):
        ask()


def test_without_a_program_the_remedy_is_the_same(tmp_path, monkeypatch):
    monkeypatch.delenv("SPHLAB")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(sphlab.NotAvailableError, match="there is no sphlab .*nanobind"):
        ask()

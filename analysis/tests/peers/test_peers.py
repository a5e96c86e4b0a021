"""The command peers: a library that gives other pairs, or fails, has no number."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial import cKDTree

from analysis.cli import main
from analysis.peers import libraries, measuring, table
from analysis.peers.libraries import scipy as of_scipy


@pytest.fixture
def library(monkeypatch):
    """Adds a library of which prepare() is given."""

    def library(name, prepare, devices=("host",)):
        module = SimpleNamespace(DISTRIBUTION="numpy", DEVICES=devices, prepare=prepare)
        monkeypatch.setitem(sys.modules, f"{libraries.__name__}.{name}", module)

    return library


def changed(change):
    """SciPy's right list, changed."""

    def prepare(positions, radius, device):
        find, pairs = of_scipy.prepare(positions, radius, device)
        return find, lambda found: change(*map(np.copy, pairs(found)))

    return prepare


def swapped(i, j):
    j[0], j[1] = j[1], j[0]
    return i, j


WRONG = {
    "one too few": lambda i, j: (i[1:], j[1:]),
    "each once": lambda i, j: (i[i < j], j[i < j]),
    "one twice": lambda i, j: (np.append(i[1:], i[-1]), np.append(j[1:], j[-1])),
    "two swapped": swapped,
}


def results(*names, device="host"):
    """Measures libraries by name, and returns what is recorded of them by name."""
    record = measuring.measure(names, [200], 2, device, lambda text: None, lambda record: None)
    json.dumps(record)
    (case,) = record["cases"]
    return {one["peer"]: one for one in case["results"]}


def test_the_same_pairs_in_any_order_have_a_number(library):
    library("turned", changed(lambda i, j: (i[::-1], j[::-1])))
    found = results("scipy", "turned")
    for one in found.values():
        assert len(one["seconds"]) == 2
        low, high = one["quartiles_s"]
        assert low <= one["median_s"] <= high
    assert found["turned"]["version"] == np.__version__


@pytest.mark.parametrize("wrong", WRONG)
def test_other_pairs_have_none(library, wrong):
    library("wrong", changed(WRONG[wrong]))
    told = results("scipy", "wrong")
    assert "it has other pairs" in told["wrong"]["failure"]
    assert "median_s" not in told["wrong"]
    assert "median_s" in told["scipy"]


def test_what_fails_or_is_absent_or_of_another_device_says_so(library, monkeypatch):
    def fails(positions, radius, device):
        raise RuntimeError("no room\nat all")

    library("failing", fails)
    monkeypatch.setitem(sys.modules, "vesin", None)
    monkeypatch.delitem(sys.modules, f"{libraries.__name__}.vesin", raising=False)
    library("elsewhere", fails, devices=("cuda",))
    told = {name: one["failure"] for name, one in results("failing", "vesin", "elsewhere").items()}
    assert told["failing"] == "RuntimeError: no room"
    assert told["vesin"].startswith("ModuleNotFoundError: import of vesin")
    assert told["elsewhere"] == "it runs on cuda alone"


def test_a_library_that_fails_later_has_no_number(library):
    calls = []

    def prepare(positions, radius, device):
        find, pairs = of_scipy.prepare(positions, radius, device)

        def fails_at_last():
            calls.append(1)
            if len(calls) == 3:
                raise MemoryError("gone")
            return find()

        return fails_at_last, pairs

    library("tired", prepare)
    assert results("tired")["tired"]["failure"] == "MemoryError: gone"


def test_no_pair_of_the_particles_is_at_the_radius():
    positions, radius = measuring.particles_of(3000)
    tree = cKDTree(positions.astype(float))
    inner, outer = (len(tree.query_pairs(radius * x)) for x in (1 - 1e-6, 1 + 1e-6))
    assert inner == outer
    assert 20 < 2 * inner / len(positions) < measuring.NEIGHBOURS


def test_each_file_is_a_library_that_says_what_it_needs():
    assert "scipy" in libraries.names()
    assert "sphlab" in libraries.names()


def test_the_command_writes_a_record_that_its_table_reads(tmp_path, capsys):
    file = tmp_path / "peers.json"
    words = ["peers", "--only", "scipy", "--particles", "150", "--repeats", "2"]
    assert main([*words, "--out", str(file)]) == 0
    assert "scipy" in capsys.readouterr().out
    (row,) = table.rows_of(table.load(file))
    assert row[0] == "scipy"
    assert row[5] == ""  # there is no sphlab to be compared with


def test_an_interrupt_loses_no_number_of_particles_that_is_done(library, tmp_path):
    def prepare(positions, radius, device):
        if len(positions) > 200:
            raise KeyboardInterrupt
        return of_scipy.prepare(positions, radius, device)

    library("scipy", prepare)
    file = tmp_path / "peers.json"
    words = ["--particles", "150", "300", "--repeats", "2", "--out", str(file)]
    assert main(["peers", "--only", "scipy", *words]) == 130
    assert [case["particles"] for case in table.load(file)["cases"]] == [150]


def test_the_command_ends_with_5_where_no_library_has_a_list(library, capsys):
    assert main(["peers", "--only", "scipy", "--device", "cuda", "--particles", "150"]) == 5
    assert "no library gave a right list" in capsys.readouterr().err


def test_a_file_that_is_no_record_is_refused(tmp_path):
    file = tmp_path / "peers.json"
    for text in ("{}", "[", "[]"):
        file.write_text(text)
        with pytest.raises(table.InputError, match="peers.json: "):
            table.load(file)

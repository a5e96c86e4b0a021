"""Documents of other tools, free to be changed."""

import gzip
import json
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.tests.foreign import made

DATA = Path(__file__).resolve().parents[1] / "data" / "foreign"


@pytest.fixture
def wrote():
    """The path of a file that a tool wrote: wrote("google-benchmark-1.7.1/base.json")."""
    return lambda name: DATA / name


@pytest.fixture
def save(tmp_path):
    """Writes a document as tools do, and returns its path."""

    def save(document, name="base.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(json.dumps(document, indent=2), encoding="utf-8")
        return path

    return save


@pytest.fixture
def save_runs(save, tmp_path):
    """Writes documents as the runs of a folder, and returns its path."""

    def save_runs(documents, folder="base"):
        for number, document in enumerate(documents):
            save(document, f"{folder}/{number:02}.json")
        return tmp_path / folder

    return save_runs


@pytest.fixture
def gate_runs(save_runs):
    """Runs the gate on two lists of documents, each a folder of runs: the exit code."""
    return lambda base, candidate, *options: main(
        ["gate", str(save_runs(base)), str(save_runs(candidate, "candidate")), *options]
    )


@pytest.fixture
def pack():
    """Packs a file by gzip in its place, and returns its new path."""

    def pack(path):
        packed = path.with_name(f"{path.name}.gz")
        packed.write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
        return packed

    return pack


@pytest.fixture
def google():
    """A document of Google Benchmark with 12 interleaved repetitions."""
    return made.google_benchmark()


@pytest.fixture
def nvbench():
    """A document of nvbench in which each of two benchmarks was named 12 times, in turn."""
    return made.nvbench()

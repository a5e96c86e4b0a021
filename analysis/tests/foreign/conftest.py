"""Documents of other tools, free to be changed."""

import json
from pathlib import Path

import pytest

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
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(document, indent=2), encoding="utf-8")
        return path

    return save


@pytest.fixture
def google():
    """A document of Google Benchmark with 12 interleaved repetitions."""
    return made.google_benchmark()


@pytest.fixture
def nvbench():
    """A document of nvbench in which each of two benchmarks was named 12 times, in turn."""
    return made.nvbench()

"""Records to test with: those of data/small.jsonl, and files made of changed ones."""

import copy

import pytest

from analysis.load import load_records
from analysis.tests.change import find
from analysis.tests.make_small import FILE
from analysis.tests.version_1 import text_of


@pytest.fixture(scope="session")
def small():
    """The path of the committed record file."""
    return FILE


@pytest.fixture
def records(small):
    """Its records, free to be changed."""
    return copy.deepcopy(load_records(small))


@pytest.fixture
def alone(records):
    """The one of the forces alone with a warm cache; their kernel is forces_kernel."""
    return find(
        records,
        toolchain="nvcc-13.0",
        variant="par-part-noloop",
        stage="forces",
        scope="kernel",
        cache="warm",
    )


@pytest.fixture
def write(tmp_path):
    """Writes records to a file of version 1, a line each, and returns its path."""

    def write(records, name="run.jsonl"):
        path = tmp_path / name
        path.write_text(text_of(records), encoding="utf-8")
        return path

    return write

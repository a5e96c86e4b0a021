"""Records to test with: those of data/small.jsonl, and files made of changed ones."""

import copy
import json

import pytest

from analysis.load import load_records
from analysis.tests.make_small import FILE


@pytest.fixture(scope="session")
def small():
    """The path of the committed record file."""
    return FILE


@pytest.fixture
def records(small):
    """Its records, free to be changed."""
    return copy.deepcopy(load_records(small))


@pytest.fixture
def write(tmp_path):
    """Writes records to a file as the harness does, and returns its path."""

    def write(records, name="run.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return path

    return write

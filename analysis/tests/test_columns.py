"""docs/read-a-record.md tells the unit of every column of numbers."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from analysis.load import frame, load_records

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "results").glob("*/*.jsonl"))
NO_RUN = ("audit", "profile", "loop", "verification", "validation")
RUNS = [path for path in FILES if not path.stem.endswith(NO_RUN)]


def patterns():
    """The patterns of the table of units, in its order."""
    page = (ROOT / "docs" / "read-a-record.md").read_text(encoding="utf-8")
    table = page.split("| column | unit |\n|---|---|\n")[1].split("\n\n")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines()]
    return [pattern for cell in first_cells for pattern in re.findall(r"`([^`]+)`", cell)]


def numeric(table):
    return [
        column
        for column in table.columns
        if is_numeric_dtype(table[column]) and not is_bool_dtype(table[column])
    ]


@pytest.fixture(scope="module")
def columns():
    """Every column of numbers of the committed results."""
    return {column for path in RUNS for column in numeric(frame(load_records(path)))}


def test_every_column_of_numbers_has_a_unit(columns):
    known = patterns()
    without = {one for one in columns if not any(fnmatchcase(one, each) for each in known)}
    assert not without


def test_every_row_is_of_a_column(columns):
    arrays = {"samples.time_s", "samples.clock_mhz"}
    first = {
        next(each for each in patterns() if fnmatchcase(one, each)) for one in columns | arrays
    }
    # Of scenarios, formulations and energies that the committed results lack.
    rare = {
        "*_j",
        "energy.joules_*",
        "energy.samples.*",
        "scenario.body",
        "scenario.second_fluid",
        "repetitions.*",
        "repetitions.not_converged",
        "runtime.openmp.threads",
        "seconds_spent.*",
    }
    assert set(patterns()) - first <= rare

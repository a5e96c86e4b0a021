"""A repository with one recorded run, and pages to hold against it."""

import copy

import pytest

from analysis.published.expression import Scope
from analysis.published.library import Library
from analysis.tests.version_1 import text_of

RUN = "results/run.jsonl"


@pytest.fixture
def root(tmp_path, records):
    """Its folder. The run has two sizes, two variants and two toolchains."""
    (tmp_path / "results").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / RUN).write_text(text_of(records), encoding="utf-8")
    return tmp_path


@pytest.fixture
def record_again(root):
    """Writes other records into the run."""

    def record_again(records, name=RUN):
        (root / name).write_text(text_of(copy.deepcopy(records)), encoding="utf-8")

    return record_again


@pytest.fixture
def library(root):
    return Library(root)


@pytest.fixture
def scope(library):
    return Scope(library)

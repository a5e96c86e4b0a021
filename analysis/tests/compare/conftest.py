"""Two sides to compare, free to be changed."""

import copy

import pytest

from analysis.tests.compare import sides


@pytest.fixture(scope="session")
def unchanged_sides():
    return sides.two_sides()


@pytest.fixture
def base(unchanged_sides):
    return copy.deepcopy(unchanged_sides[0])


@pytest.fixture
def candidate(unchanged_sides):
    return copy.deepcopy(unchanged_sides[1])


@pytest.fixture
def files(base, candidate, write):
    """Writes both sides, as they are when it is called, and returns their paths."""
    return lambda: [str(write(base, "base.jsonl")), str(write(candidate, "candidate.jsonl"))]

"""Rows of one H200, extracts of results/nvidia-h200: the dam break in the loop by three traversals,
and random boxes that were profiled."""

import copy
from functools import cache
from pathlib import Path

import pytest

from analysis.limits import load_limits, rates_of
from analysis.why.counts import load_counts
from analysis.why.diagnosis import diagnose
from analysis.why.facts import Sources, facts_of
from analysis.why.profiled import load_profiled
from analysis.why.recorded import load_variants

H200 = Path(__file__).parent / "h200"
LIMITS = Path(__file__).resolve().parents[3] / "results" / "nvidia-h200" / "limits.json"


@cache
def _rows(file):
    return load_variants(H200 / file, lambda variant: True)


@pytest.fixture
def recorded():
    """The row of a variant with so many particles, free to be changed."""

    def recorded(file, variant, particles):
        (row,) = (
            row
            for row in _rows(file)
            if (row.head["variant"], row.head["scenario"]["particles"]) == (variant, particles)
        )
        return copy.deepcopy(row)

    return recorded


@pytest.fixture
def sources():
    """All that is known beside the rows."""
    return Sources(
        "NVIDIA H200",
        rates_of(load_limits(LIMITS)),
        load_profiled(H200 / "cutoff.profile.jsonl"),
        load_counts(H200 / "counts.jsonl"),
    )


@pytest.fixture
def diagnosed(recorded, sources):
    def diagnosed(file, variant, particles):
        return diagnose(facts_of(recorded(file, variant, particles), sources))

    return diagnosed

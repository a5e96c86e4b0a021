"""Stages stand in the order in which the records say that they run."""

import math

import pytest

from analysis.compare.comparison import Policy, compare
from analysis.errors import UsageError
from analysis.load import frame
from analysis.stages import is_over_pairs, is_pass, order_of, recorded_stages, runs_at_rebuild
from analysis.tests.compare.sides import two_sides


def test_orders_are_merged():
    assert order_of([["hash", "sort", "forces"], ["hash", "cells", "list", "forces"]]) == [
        "hash",
        "cells",
        "list",
        "sort",
        "forces",
    ]
    assert order_of([]) == []


def test_what_is_no_pass_and_of_no_step_runs_with_the_list():
    accepted = {"list": 30, "a-strangers-pass": 30.0, "forces": 30}
    stages = ("upload", "census", "list", "a-strangers-pass", "forces", "euler", "download")
    assert [stage for stage in stages if runs_at_rebuild(stage, accepted.get(stage))] == [
        "census",
        "list",
    ]
    for nothing in (None, math.nan):
        assert [is_pass(stage, nothing) for stage in ("list", "census")] == [False, False]
        assert is_over_pairs("list", nothing)


def test_the_order_is_that_of_the_records_and_not_a_schemas(records):
    for record in records:
        record["stages"] = [
            "forces",
            "density",
            "euler",
            "hash",
            "sort",
            "reorder",
            "cells",
            "list",
        ]
    rows = frame([record for record in records if record["scope"] == "stage"])
    assert recorded_stages(rows)[:3] == ["forces", "euler", "hash"]


def test_a_threshold_of_a_stage_that_no_record_knows_is_refused():
    with pytest.raises(UsageError, match="--stage: 'force' is no stage of the records"):
        compare(*two_sides(), Policy(of_stage=(("force", 0.01),)))

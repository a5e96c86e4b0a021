"""Diagnoses of rows that an H200 recorded, and of rows that lack something."""

import pytest

from analysis.errors import InputError
from analysis.why.absent import absent_facts
from analysis.why.bottlenecks import UNKNOWN
from analysis.why.comparison import compare, incomparable
from analysis.why.diagnosis import diagnose
from analysis.why.document import document_of, document_of_two
from analysis.why.facts import Sources, facts_of
from analysis.why.paragraph import paragraph_of

ROWS = ("traversals.jsonl", "rows", 1037232)
ALL_IN_SM = ("traversals.jsonl", "all-in-sm", 1037232)
LIST = ("traversals.jsonl", "list-gather+per-particle", 1037232)
FULL = 3276800  # 100 particles in each of 32³ cells
SPARSE = 327680  # 10
FEW = 5120  # 10 in each of 8³ cells


def mentions(text, *parts):
    return [part for part in parts if part not in text] == []


def test_stages_are_in_the_order_of_execution(recorded):
    row = recorded(*LIST)
    names = [stage["stage"] for stage in row.stages]
    order = ["hash", "sort", "cells", "reorder", "list", "forces", "time-step", "euler"]
    assert names == order
    assert row.step is not None
    assert not row.alone_and_warm


def test_the_series_in_the_loop_counts_where_there_is_one(recorded):
    row = recorded("cutoff.jsonl", "x-pencil-bulk", FULL)
    assert row.stages[0]["scope"] == "stage"
    assert "forces" in row.alone_and_warm


def test_shares_and_reaches_are_of_the_record(diagnosed, sources):
    diagnosis = diagnosed(*LIST)
    forces = diagnosis.stage("forces")
    assert forces.share == pytest.approx(2 * forces.call_s / diagnosis.facts.step_s)
    assert sum(stage.facts.share for stage in diagnosis.stages) == pytest.approx(1, abs=0.05)
    of_l1 = forces.work["bytes"] / (sources.rates["l1"] * forces.call_s)
    assert forces.reaches["l1"] == pytest.approx(of_l1)
    assert "copy" not in forces.reaches
    assert "copy" in diagnosis.stage("euler").reaches


def test_facts_of_the_whole_are_of_the_record(diagnosed):
    facts = diagnosed(*LIST).facts
    assert facts.fills == pytest.approx(1037232 / (132 * 2048))
    assert facts.relative_clock == pytest.approx(1, abs=0.01)
    rebuilds = [stage.share for stage in facts.stages if stage.calls_per_step < 1]
    assert facts.rebuild_share == pytest.approx(sum(rebuilds))
    assert facts.neighbour_list.format == "split-interleaved"
    assert 0.3 < facts.neighbour_list.used < 1


def test_a_pass_that_the_laboratory_does_not_know_is_none_of_the_rebuild(recorded, sources):
    row = recorded(*LIST)
    for stage in row.stages:
        if stage["stage"] == "forces":
            stage["stage"] = "a-strangers-pass"
    facts = facts_of(row, sources)
    assert facts.rebuild_share < 0.5
    (strange,) = (stage for stage in facts.stages if stage.stage == "a-strangers-pass")
    assert strange.is_over_pairs
    assert "copy" not in strange.reaches


def test_a_stage_that_was_not_called_has_no_share(recorded, diagnosed, sources):
    row = recorded(*LIST)
    for stage in row.stages:
        if stage["stage"] == "list":
            stage["calls_per_step"] = 0
    diagnosis = diagnose(facts_of(row, sources))
    assert diagnosis.stage("list").share is None
    assert "A has no time of it" in compare(diagnosis, diagnosed(*LIST)).paragraph


@pytest.mark.parametrize(
    ("variant", "particles", "bound"),
    [
        ("x-pencil-bulk", FULL, "issue"),
        ("par-part-noloop", FULL, "issue"),
        ("all-in-sm", FULL, "issue"),
        ("all-in-sm", SPARSE, "divergence"),
        ("par-part-noloop", FEW, "latency"),
    ],
)
def test_what_the_profiles_of_the_boxes_say_is_said(variant, particles, bound, diagnosed):
    assert diagnosed("cutoff.jsonl", variant, particles).main_stage.bound == bound


def test_what_no_fact_decides_is_left_open(diagnosed):
    diagnosis = diagnosed(*ROWS)
    assert diagnosis.main_stage.bound == UNKNOWN
    assert mentions(
        paragraph_of(diagnosis),
        "What bounds forces is not known",
        "6.1 candidates",
        "of 32 lanes",
        "a list would test candidates once a rebuild",
    )
    (absent,) = absent_facts(diagnosis)
    assert mentions(absent, "no profile of forces", "ci/profile")


def test_absent_limits_counts_and_profiles_are_told(recorded):
    diagnosis = diagnose(facts_of(recorded(*ROWS), Sources()))
    assert not diagnosis.main_stage.facts.reaches
    assert "no limits to hold its work against" in paragraph_of(diagnosis)
    assert mentions(
        "\n".join(absent_facts(diagnosis)),
        "no limits of NVIDIA H200",
        "sphlab limits",
        "no profile",
        "--count particles_per_height=SMALL",
    )


def test_no_profile_is_asked_for_of_a_cpu(recorded, sources):
    row = recorded(*ROWS)
    row.step["runtime"]["name"] = "host"
    assert absent_facts(diagnose(facts_of(row, sources))) == []


def test_without_resources_no_occupancy_is_told(recorded, sources):
    row = recorded(*ROWS)
    for stage in row.stages:
        stage["kernels"] = []
    assert "no registers of forces" in absent_facts(diagnose(facts_of(row, sources)))[0]


@pytest.mark.parametrize("none", [0, None])
def test_of_times_that_are_none_nothing_is_concluded(none, recorded, sources):
    row = recorded(*ROWS)
    for record in (row.step, *row.stages):
        record["summary"]["median_s"] = none
    diagnosis = diagnose(facts_of(row, sources))
    assert diagnosis.main_stage is None
    assert {(stage.bound, stage.facts.share) for stage in diagnosis.stages} == {(UNKNOWN, None)}
    assert document_of(diagnosis)["step_s"] is None


def test_a_profile_of_another_kernel_is_left_out(recorded, sources):
    row = recorded("cutoff.jsonl", "all-in-sm", FULL)
    for stage in row.stages:
        stage["kernels"][-1]["registers"] = 99
    diagnosis = diagnose(facts_of(row, sources))
    assert diagnosis.main_stage.facts.profiled is None
    assert mentions(absent_facts(diagnosis)[0], "cutoff.profile.jsonl", "another build")


def test_limits_of_another_device_are_refused(recorded, sources):
    sources.limits_of = "NVIDIA A100"
    with pytest.raises(InputError, match="NVIDIA A100.*NVIDIA H200"):
        facts_of(recorded(*ROWS), sources)


def test_work_is_told_from_rate(diagnosed):
    rows, of_list = diagnosed(*ROWS), diagnosed(*LIST)
    comparison = compare(rows, of_list)
    assert comparison.ratio == pytest.approx(of_list.facts.step_s / rows.facts.step_s)
    assert mentions(
        comparison.paragraph, "times as fast", "A looks at 6.1 times as many pairs in a step"
    )
    assert comparison.caveats == []


def test_facts_that_differ_are_told_where_the_work_is_the_same(diagnosed):
    comparison = compare(diagnosed(*ROWS), diagnosed(*ALL_IN_SM))
    assert mentions(
        comparison.paragraph, "the work is the same", "16 of 64 (limited by shared memory)"
    )


def test_fewer_instructions_are_told_where_profiles_count_them(diagnosed):
    names = ("x-pencil-bulk", "par-part-noloop")
    comparison = compare(*(diagnosed("cutoff.jsonl", name, FULL) for name in names))
    assert "warp instructions 4.77 G against 4.17 G" in comparison.paragraph


def test_a_variant_is_no_different_from_itself(diagnosed):
    comparison = compare(diagnosed(*ROWS), diagnosed(*ROWS))
    assert comparison.is_within_spread
    assert "no difference" in comparison.paragraph


def test_what_makes_two_rows_incomparable_is_named(recorded):
    boxes = recorded("cutoff.jsonl", "all-in-sm", FULL)
    reason = incomparable(boxes, recorded(*ROWS))
    assert reason == "scenario random-box-uncut and dam-break-lj"
    assert incomparable(boxes, boxes) == ""
    others = recorded("cutoff.jsonl", "all-in-sm", FULL)
    others.step["scenario"]["parameters"]["cells_per_side"] = 16.0
    assert mentions(incomparable(boxes, others), "cells_per_side=32", "cells_per_side=16")


def test_the_document_says_what_the_report_says(diagnosed):
    rows, of_list = diagnosed(*ROWS), diagnosed(*LIST)
    document = document_of_two(rows, of_list, compare(rows, of_list))
    assert document["schema"] == "sphlab-why/1"
    assert document["variant"] == "rows"
    assert document["against"]["variant"] == "list-gather+per-particle"
    assert document["paragraph"] == paragraph_of(rows)
    forces = document["stages"][4]
    assert (forces["stage"], forces["bound"]) == ("forces", "not known")
    assert forces["rule"] is None
    assert forces["profile"] is None
    assert forces["kernels"][0]["residency"]["warps"] == 40
    assert len(document["comparison"]["stages"]) > 7

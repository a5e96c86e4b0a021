"""Each rule that remarks on a stage or a variant fires on the fact that it is for, and not beside
it."""

import pytest

from analysis.tests.why.made import plain_stage, plain_variant, with_work
from analysis.why import stage_remarks, variant_remarks
from analysis.why.bottlenecks import UNKNOWN
from analysis.why.counts import AccessCounts, StageCounts
from analysis.why.facts import Kernel, ListFacts
from analysis.why.residency import residency_of


def candidates_of(candidates):
    return with_work(accepted_pairs=1e6, candidate_pairs=candidates * 1e6)


def with_lanes(lanes):
    return plain_stage(counted=StageCounts(runs=100, run_lanes=100 * lanes))


def with_use(of_loads, of_stores):
    """Of its sectors half are of loads and half of stores, each used to a share."""
    loads, stores = (AccessCounts(10, 3200 * use, 100) for use in (of_loads, of_stores))
    return plain_stage(counted=StageCounts(loads=loads, stores=stores))


def writing(entries):
    """A list, with so many entries in each sector that its build writes."""
    stores = AccessCounts(10, 3200, 100)
    return plain_stage("list", counted=StageCounts(stores=stores, accepted_pairs=100 * entries))


def with_kernel(registers, spills):
    kernel = {"registers": registers, "spill_bytes": spills, "shared_bytes": 0, "block_size": 128}
    kernel |= {"occupancy": None}
    return plain_stage(kernels=[Kernel(kernel, residency_of("sm_90", kernel))])


# (facts on which the rule fires, a part of what is told, of the remedy, facts beside it)
OF_STAGES = {
    "many-tests": (candidates_of(6.1), "6.1 candidates", "once a rebuild", candidates_of(1.9)),
    "idle-lanes": (with_lanes(14.6), "14.6 of 32", None, with_lanes(24)),
    "scattered-loads": (with_use(0.3, 1), "use 30 %", None, with_use(0.6, 0.2)),
    "scattered-stores": (with_use(1, 0.15), "use 15 %", None, with_use(0.1, 0.6)),
    "sparse-entries": (writing(1.1), "for every 1.1 entries", "chunks", writing(2)),
    "spills": (with_kernel(32, 24), "spills 24 bytes", "end the spills", with_kernel(32, 0)),
    "few-warps": (
        with_kernel(72, 0),
        "28 of 64 warps of forces, limited by registers",
        "64 registers",
        with_kernel(64, 0),
    ),
}


def with_gaps(share):
    variant = plain_variant()
    variant.recorded.step["summary"]["unexplained_fraction"] = share
    return variant


def with_list(used):
    return plain_variant(neighbour_list=ListFacts("split-interleaved", 498_000_000, used))


OF_VARIANTS = {
    "costly-rebuilds": (
        plain_variant(rebuild_share=0.4),
        "takes 40 % of the step, at one rebuild in 10",
        plain_variant(rebuild_share=0.2),
    ),
    "roomy-list": (with_list(0.48), "48 % of the list's 498 MB", with_list(0.5)),
    "gaps": (with_gaps(0.08), "8 % of the step are gaps", with_gaps(0.04)),
    "small-problem": (plain_variant(fills=0.31), "31 % of the threads", plain_variant(fills=1)),
    "slow-clock": (
        plain_variant(relative_clock=0.8),
        "80 % of the device's highest",
        plain_variant(relative_clock=0.96),
    ),
}


def said(name, stage, variant=None, bound=UNKNOWN):
    return stage_remarks.RULES[name](stage, variant or plain_variant(), bound)


def test_every_rule_has_a_case():
    assert OF_STAGES.keys() == stage_remarks.RULES.keys()
    assert OF_VARIANTS.keys() == variant_remarks.RULES.keys()


@pytest.mark.parametrize("name", OF_STAGES)
def test_a_rule_of_stages_fires_on_its_fact_and_not_beside_it(name):
    fires, text, remedy, is_silent = OF_STAGES[name]
    remark = said(name, fires)
    assert text in remark.text
    assert remark.remedy is None if remedy is None else remedy in remark.remedy
    assert said(name, is_silent) is None
    assert said(name, plain_stage()) is None


@pytest.mark.parametrize("name", OF_VARIANTS)
def test_a_rule_of_variants_fires_on_its_fact_and_not_beside_it(name):
    fires, text, is_silent = OF_VARIANTS[name]
    rule = variant_remarks.RULES[name]
    assert text in rule(fires).text
    assert rule(is_silent) is None
    assert rule(plain_variant()) is None


def test_more_warps_are_offered_where_nothing_is_busy_alone():
    stage = with_kernel(72, 0)
    assert said("few-warps", stage, bound="latency").remedy
    assert said("few-warps", stage, bound="issue").remedy is None


def test_no_list_is_offered_where_each_step_rebuilds():
    variant = plain_variant()
    variant.recorded.step["list_life"]["rebuilds_per_step"] = 1
    assert said("many-tests", candidates_of(6), variant).remedy is None


def test_no_strategy_is_offered_to_itself():
    stage = with_lanes(14)
    stage.work = candidates_of(6).work
    stage.strategy = "rows"
    assert "rows-compacted" in said("idle-lanes", stage).remedy
    stage.strategy = "rows-compacted"
    assert said("idle-lanes", stage).remedy is None


def test_idle_lanes_of_a_divergent_stage_are_told_once():
    assert said("idle-lanes", with_lanes(10), bound="divergence") is None


def test_overlap_is_told_from_gaps():
    assert "6 % more than the step" in variant_remarks.RULES["gaps"](with_gaps(-0.06)).text

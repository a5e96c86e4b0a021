"""Each rule that tells what a stage is bound by fires on the fact that it is for, and not beside
it."""

import pytest

from analysis.tests.why.made import plain_stage, plain_variant, with_profile
from analysis.why.bottlenecks import RULES, UNKNOWN, decide
from analysis.why.diagnosis import diagnose

CALM = {"compute_throughput": 40, "memory_throughput": 30, "issue_slots_busy": 59, "waves": 4}


def reaching(limit, share, **facts):
    return plain_stage(reaches={limit: share}, **facts)


def copying(share, fits_l2):
    return reaching("copy", share, name="euler", fits_l2=fits_l2)


# (what it is bound by, facts on which the rule fires, a part of what is told, facts beside it)
CASES = {
    "profiled-not-full": (
        "latency",
        with_profile(waves=0.3, issue_slots_busy=70),
        "fill 30 %",
        with_profile(waves=0.95, issue_slots_busy=70),
    ),
    "profiled-memory": (
        "memory",
        with_profile(dram_throughput=80),
        "80 % busy",
        with_profile(dram_throughput=59),
    ),
    "profiled-l1": (
        "L1",
        with_profile(lsu_wavefronts_busy=75, issue_slots_busy=70),
        "75 % busy",
        with_profile(lsu_wavefronts_busy=75, issue_slots_busy=80),
    ),
    "profiled-divergence": (
        "divergence",
        with_profile(issue_slots_busy=85, active_lanes=13),
        "13.0 of 32 lanes",
        with_profile(issue_slots_busy=85, active_lanes=16),
    ),
    "profiled-issue": (
        "issue",
        with_profile(issue_slots_busy=60),
        "60 %",
        with_profile(issue_slots_busy=59),
    ),
    "profiled-arithmetic": (
        "arithmetic",
        with_profile(compute_throughput=66),
        "66 % busy",
        with_profile(compute_throughput=50),
    ),
    "profiled-l2": (
        "L2",
        with_profile(memory_throughput=70, lsu_wavefronts_busy=40),
        "70 % busy",
        with_profile(memory_throughput=59, lsu_wavefronts_busy=40),
    ),
    "profiled-latency": (
        "latency",
        with_profile(**CALM),
        "the issue slots, 59 %",
        with_profile(**CALM | {"issue_slots_busy": 61}),
    ),
    "declared-launch": (
        "launch",
        reaching("launch", 0.7),
        "70 % of the time",
        reaching("launch", 0.5),
    ),
    "declared-memory": ("memory", copying(0.8, False), "80 %", copying(1.1, False)),
    "declared-beyond-l1": ("L2/memory", copying(0.8, True), "fit into L2", copying(0.5, True)),
    "declared-arithmetic": ("arithmetic", reaching("fma", 0.6), "60 %", reaching("fma", 0.59)),
    "counted-l1": ("L1", plain_stage(counted_pipe=0.65), "65 %", plain_stage(counted_pipe=1.2)),
}


def test_every_rule_has_a_case():
    assert CASES.keys() == RULES.keys()


@pytest.mark.parametrize("name", CASES)
def test_a_rule_fires_on_its_fact_and_not_beside_it(name):
    bound, fires, told, is_silent = CASES[name]
    rule = RULES[name]
    assert rule.bound == bound
    assert told in rule.evidence(fires)
    assert rule.evidence(is_silent) is None
    assert rule.evidence(plain_stage()) is None  # of which nothing is known


@pytest.mark.parametrize("name", CASES)
def test_the_first_that_fires_decides(name):
    _, fires, _, _ = CASES[name]
    (stage,) = diagnose(plain_variant(stages=[fires])).stages
    assert stage.rule == name


def test_a_profile_comes_before_declared_work():
    stage = with_profile(issue_slots_busy=80)
    stage.reaches = {"fma": 0.9}
    assert decide(stage)[0] == "issue"


def test_without_a_time_nothing_is_decided():
    stage = with_profile(issue_slots_busy=80)
    stage.call_s = None
    assert decide(stage) == (UNKNOWN, None, None)

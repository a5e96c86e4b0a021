"""A verdict that the load of the machine can explain is none."""

import json

import pytest

from analysis.cli import main
from analysis.compare.comparison import Policy, compare
from analysis.compare.verdict import Verdict
from analysis.tests.change import find
from analysis.tests.compare.sides import BLOCKS, slow_down
from analysis.tests.loaded import put_load, put_on_host

FORCES = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle", "stage": "forces"}


@pytest.fixture
def sides(base, candidate):
    """(base, candidate) of the host, on a machine that has nothing else to do."""
    for side in (base, candidate):
        put_on_host(side)
        for record in side:
            put_load(record, 0.001)
    return base, candidate


def judged(sides, together=False):
    """The judgement of FORCES."""
    comparison = compare(*sides, Policy(), together)
    return next(
        one
        for one in comparison.judgements
        if (one.row.stage, one.row.toolchain, one.row.variant)
        == (FORCES["stage"], FORCES["toolchain"], FORCES["variant"])
    )


def of_both(sides):
    return [find(side, **FORCES) for side in sides]


def test_a_quiet_machine_changes_no_verdict(sides):
    assert judged(sides).verdict == Verdict.SAME
    slow_down(find(sides[1], **FORCES), 1.1)
    assert judged(sides).verdict == Verdict.SLOWER
    assert judged(sides[::-1]).verdict == Verdict.FASTER


@pytest.mark.parametrize("together", [False, True])
def test_a_slowdown_that_waiting_can_explain_is_unclear(sides, together):
    slowed = find(sides[1], **FORCES)
    slow_down(slowed, 1.3)
    put_load(slowed, 0.1)
    assert judged(sides, together).verdict == Verdict.SLOWER, "0.9 of 1.3 is slower yet"
    put_load(slowed, 0.22)
    found = judged(sides, together)
    assert found.verdict == Verdict.UNCLEAR
    assert found.reason.startswith("the load: +3")
    assert "with it, anything from +1." in found.reason


def test_a_gain_that_the_load_of_the_base_can_explain_is_unclear(sides):
    slowed = find(sides[0], **FORCES)
    slow_down(slowed, 1.3)
    assert judged(sides).verdict == Verdict.FASTER
    put_load(slowed, 0.22)
    assert judged(sides).verdict == Verdict.UNCLEAR


def test_a_load_on_both_sides_can_hit_one_harder(sides):
    """As where one OpenMP runtime spins and the other sleeps, beside the same other programs."""
    for record in of_both(sides):
        put_load(record, 0.8)
    slow_down(find(sides[1], **FORCES), 4.3)
    assert judged(sides, together=True).verdict == Verdict.UNCLEAR


def test_equal_times_under_load_are_not_the_same(sides):
    put_load(find(sides[1], **FORCES), 0.3)
    found = judged(sides)
    assert found.verdict == Verdict.UNCLEAR
    assert found.reason.startswith("the load: ")


def test_stolen_time_is_lost_too(sides):
    slowed = find(sides[1], **FORCES)
    slow_down(slowed, 1.3)
    put_load(slowed, 0.11, stolen=0.11)
    assert judged(sides).verdict == Verdict.UNCLEAR


def test_more_cannot_be_lost_than_there_is(sides, tmp_path):
    put_load(find(sides[1], **FORCES), 0.9, stolen=0.9)
    found = judged(sides)
    assert found.verdict == Verdict.UNCLEAR
    assert found.measured.unloaded[0] > 0


def test_few_loaded_blocks_do_not_decide(sides):
    slowed = find(sides[1], **FORCES)
    slow_down(slowed, 1.2)
    put_load(slowed, [0.9, 0.9] + [0.001] * (BLOCKS - 2))
    assert judged(sides).verdict == Verdict.SLOWER


def test_what_is_not_known_of_the_load_explains_nothing(sides):
    slowed = find(sides[1], **FORCES)
    slow_down(slowed, 1.3)
    put_load(slowed, [None] * BLOCKS, [None] * BLOCKS)
    assert judged(sides).verdict == Verdict.SLOWER
    for record in of_both(sides):
        del record["load"]
    assert judged(sides).verdict == Verdict.SLOWER
    assert judged(sides).measured.unloaded is None


def test_the_gate_tells_that_it_was_the_load(sides, write, tmp_path, capsys):
    slowed = find(sides[1], **FORCES)
    slow_down(slowed, 1.3)
    put_load(slowed, 0.5)
    files = [str(write(side, f"{name}.jsonl")) for name, side in zip("ab", sides, strict=True)]
    report = tmp_path / "gate.json"
    assert main(["gate", *files, "--json", str(report)]) == 11
    assert "the load: +3" in capsys.readouterr().out
    rows = json.loads(report.read_text(encoding="utf-8"))["rows"]
    assert rows[0]["measured"]["unloaded"][0] < 1

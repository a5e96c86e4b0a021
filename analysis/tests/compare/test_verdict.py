"""Each verdict, and what must not lead to it."""

from dataclasses import replace

import pytest

from analysis.compare.verdict import Measured, Rule, Verdict, verdict

RULE = Rule(alpha=0.01, rows=10, smallest_change=0.02)
SLOWER = Measured(1.0, 1.05, 1.05, 1.04, 1.06, 1e-5, 12, 12, cycles_ratio=1.05)
SAME = Measured(1.0, 1.0, 1.0, 0.99, 1.01, 0.9, 12, 12, cycles_ratio=1.0)


def judged(measured, adjusted_p=1e-4):
    return verdict(measured, adjusted_p, RULE)


def test_slower_faster_and_same():
    faster = replace(SLOWER, ratio=1 / 1.05, low=1 / 1.06, high=1 / 1.04, cycles_ratio=1 / 1.05)
    assert judged(SLOWER) == (Verdict.SLOWER, "")
    assert judged(faster) == (Verdict.FASTER, "")
    assert judged(SAME, 0.9) == (Verdict.SAME, "")


def test_no_clock_is_no_contradiction():
    assert judged(replace(SLOWER, cycles_ratio=None))[0] == Verdict.SLOWER
    assert judged(replace(SAME, cycles_ratio=None))[0] == Verdict.SAME


def test_what_is_significant_but_small_is_the_same():
    small = replace(SLOWER, ratio=1.01, low=1.005, high=1.015, cycles_ratio=1.01)
    assert judged(small, 1e-9)[0] == Verdict.SAME


@pytest.mark.parametrize(
    ("changed", "adjusted_p", "reason"),
    [
        ({}, 0.02, "not significant: p = 0.02 among 10 rows"),
        ({"low": 0.99}, 1e-4, "the interval holds 1"),
        ({"ratio": 1.015, "low": 1.001, "high": 1.03}, 1e-4, "reaches beyond what matters"),
        ({"base_blocks": 7}, 1e-4, "only 7 blocks, of at least 8"),
        ({"candidate_blocks": 2}, 1e-4, "only 2 blocks, of at least 8"),
        ({"cycles_ratio": 1.0}, 1e-4, "the clock: +5.0 % in time, +0.0 % in cycles"),
        ({"cycles_ratio": 1.024}, 1e-4, "the clock: +5.0 % in time, +2.4 % in cycles"),
        ({"cycles_ratio": 0.9}, 1e-4, "the clock: +5.0 % in time, -10.0 % in cycles"),
    ],
)
def test_what_keeps_a_slower_row_unclear(changed, adjusted_p, reason):
    found, why = judged(replace(SLOWER, **changed), adjusted_p)
    assert found == Verdict.UNCLEAR
    assert reason in why


def test_a_higher_clock_must_not_hide_a_slowdown():
    found, why = judged(replace(SAME, cycles_ratio=1.05), 0.9)
    assert found == Verdict.UNCLEAR
    assert why == "the clock: no difference in time, +5.0 % in cycles"


def test_too_few_blocks_for_so_many_rows_are_named():
    many = replace(RULE, rows=1000)
    found, why = verdict(replace(SLOWER, base_blocks=8), 0.15, many)
    assert found == Verdict.UNCLEAR
    assert why == "8 blocks, but 1000 rows together need 11"

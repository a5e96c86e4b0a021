"""How often verdicts are wrong, by trying: noise as benchmarks have it, and a known truth."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from analysis.compare.noise import NOISY_CPU, QUIET_GPU, two_sides
from analysis.compare.power import as_blocks, drawn_from, power, trial
from analysis.compare.verdict import Rule, Verdict

BLOCKS = 12
SAMPLES = 5
ROWS = 20
GPU = Rule(alpha=0.01, rows=ROWS, smallest_change=0.02)
HOST = Rule(alpha=0.01, rows=ROWS, smallest_change=0.05)
WRONG = (Verdict.SLOWER, Verdict.FASTER)


def tried(noise, rule, count, seed, together=False, blocks=BLOCKS):
    generator = np.random.default_rng(seed)
    return [
        trial(
            *map(as_blocks, two_sides(generator, noise, blocks, SAMPLES, together)), rule, together
        )
        for _ in range(count)
    ]


@pytest.fixture(scope="module")
def quiet():
    """Two sessions on a device that keeps its pace."""
    return tried(QUIET_GPU, GPU, 150, seed=11)


@pytest.fixture(scope="module")
def noisy():
    """Interleaved on a machine that does not."""
    return tried(NOISY_CPU, HOST, 150, seed=12, together=True)


@pytest.mark.parametrize(("sides", "rule"), [("quiet", GPU), ("noisy", HOST)])
def test_equal_code_is_blamed_in_less_than_1_percent(request, sides, rule):
    trials = request.getfixturevalue(sides)
    alarms = sum(one.judged(rule) in WRONG for one in trials)
    assert alarms < 0.01 * len(trials)


def test_it_is_not_the_size_alone_that_keeps_alarms_away(noisy):
    """With next to no smallest change, significance has to do it."""
    rule = replace(HOST, smallest_change=1e-6)
    alarms = sum(one.judged(rule) in WRONG for one in noisy)
    assert alarms < 0.01 * len(noisy)


def test_a_test_of_single_samples_would_blame_equal_code():
    """The noise is hard enough: what is usually done fails on it."""
    generator = np.random.default_rng(13)
    alarms = 0
    for _ in range(60):
        sides = two_sides(generator, NOISY_CPU, BLOCKS, SAMPLES, together=False)
        base, candidate = (side.ravel() for side in sides)
        alarms += stats.mannwhitneyu(base, candidate).pvalue < 0.01
    assert alarms > 6


def test_equal_code_is_mostly_called_the_same(quiet):
    found = Counter(one.judged(GPU) for one in quiet)
    assert found[Verdict.SAME] > 0.9 * len(quiet)


def test_a_slowdown_of_3_percent_is_found(quiet):
    found = sum(one.judged(GPU, slowdown=0.03) == Verdict.SLOWER for one in quiet)
    assert found >= 0.95 * len(quiet)


def test_a_speedup_is_found_as_well(quiet):
    found = sum(one.judged(GPU, slowdown=1 / 1.03 - 1) == Verdict.FASTER for one in quiet)
    assert found >= 0.95 * len(quiet)


def test_a_slowdown_below_what_matters_is_let_through(quiet):
    found = sum(one.judged(GPU, slowdown=0.005) == Verdict.SLOWER for one in quiet)
    assert found < 0.01 * len(quiet)


def test_separate_sessions_on_a_drifting_machine_blame_equal_code():
    """Why such a machine is measured interleaved: its blocks are not independent."""
    trials = tried(NOISY_CPU, HOST, 60, seed=14, blocks=30)
    assert sum(one.judged(HOST) in WRONG for one in trials) > 0.05 * len(trials)


def test_a_slowed_trial_is_one_of_slowed_samples():
    generator = np.random.default_rng(15)
    base, candidate = map(as_blocks, two_sides(generator, QUIET_GPU, 12, 5, together=False))
    for slowdown in (0.0, 0.015, 0.02, 0.03):
        direct = trial(base, candidate.scaled(1 + slowdown), GPU, together=False)
        assert trial(base, candidate, GPU, False).judged(GPU, slowdown) == direct.judged(GPU)


def test_the_smallest_slowdown_found(quiet):
    one = quiet[0]
    smallest = one.smallest_found(GPU)
    assert 0.01 < smallest < 0.04
    assert one.judged(GPU, smallest) == Verdict.SLOWER
    assert one.judged(GPU, smallest - 2e-3) != Verdict.SLOWER
    few = tried(QUIET_GPU, GPU, 1, seed=16, blocks=4)[0]
    assert few.smallest_found(GPU) == 1.0


def test_power_counts(quiet):
    found = power(quiet[:20], GPU, 0.03)
    assert (found.trials, found.false_alarms) == (20, 0)
    assert found.found >= 0.9
    assert 0.02 < found.smallest < 0.03
    assert power(quiet[:10], GPU, 0.0).found == 0


def test_where_buffers_lie_deceives_one_pair_but_seldom_two():
    """Placement is of a session: no number of its blocks shows it, a second session does."""
    deceiving = replace(QUIET_GPU, placement=0.02)
    trials = tried(deceiving, GPU, 100, seed=17)
    verdicts = [one.judged(GPU) for one in trials]
    once = sum(verdict in WRONG for verdict in verdicts)
    first, second = verdicts[::2], verdicts[1::2]
    twice = sum(a in WRONG and a == b for a, b in zip(first, second, strict=True))
    assert once > 0.2 * len(verdicts)
    assert twice / len(first) < 0.5 * once / len(verdicts)


def test_a_redrawn_run_has_the_blocks_of_the_recorded_one():
    generator = np.random.default_rng(18)
    recorded = as_blocks(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 9.0]]))
    drawn = drawn_from(generator, recorded, 50)
    assert drawn.count == 50
    assert set(drawn.medians()) == {1.5, 3.5, 7.0}

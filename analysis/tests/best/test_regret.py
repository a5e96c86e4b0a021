"""The ratio of two winners' steps, from the records of one run."""

import pytest

from analysis.best.regret import regret_of, suite_of
from analysis.errors import InputError
from analysis.tests.best.made import ranked


def record(name, block, seconds, status="ok"):
    blocks = [number for number in range(8) for _ in range(3)]
    times = [seconds * (1 + 0.001 * (number % 3)) for number in range(len(blocks))]
    return {
        "scope": "step",
        "variant": name,
        "toolchain": {"name": "nvcc-13.0"},
        "tuning": {"forces": {"block": block, "other": 1}},
        "validity": {"status": status},
        "samples": {"time_s": times, "block": blocks},
    }


def test_the_ratio_is_of_the_records_with_the_winners_tuning():
    winners = [ranked("a", 64), ranked("a", 128)]
    records = [record("a", 128, 1.1), record("a", 64, 1.0), record("a", 32, 9.0)]
    low, high = regret_of(records, winners)
    assert low <= 1.1 <= high
    assert high - low < 0.01


def test_the_defaults_are_not_taken_for_what_the_other_winner_names():
    tuned, default = ranked("a", 128), ranked("a", 64)
    default["variant"]["forces"]["tuning"] = {}
    records = [record("a", 128, 1.0), record("a", 64, 1.1)]
    for order in (records, records[::-1]):
        low, high = regret_of(order, [tuned, default])
        assert low <= 1.1 <= high
        low, high = regret_of(order, [default, tuned])
        assert low <= 1 / 1.1 <= high


def test_a_missing_and_an_invalid_record_are_told():
    winners = [ranked("a", 64), ranked("b", 64)]
    with pytest.raises(InputError, match="no record of b"):
        regret_of([record("a", 64, 1)], winners)
    with pytest.raises(InputError, match="it overflowed"):
        regret_of([record("a", 64, 1), record("b", 64, 1, "it overflowed")], winners)


def test_the_suite_has_both_winners_and_the_parameters():
    variants = [ranked("a")["variant"], ranked("b")["variant"]]
    suite = suite_of("tank-side-4", "tank", {"side": 4.0}, variants)
    assert suite["scenarios"] == [{"scenario": "tank", "parameters": {"side": 4.0}}]
    assert suite["variants"] == variants

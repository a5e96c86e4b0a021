"""The search of `sphlab best` against its sweep, without a sphlab to run."""

import json

import pytest

from analysis.best import against_sweep
from analysis.errors import InputError, UsageError


def ranked(name, block):
    forces = {"name": name, "tuning": {"block": block}}
    return {"name": name, "variant": {"forces": forces, "toolchains": ["nvcc"]}}


def answer(winner, seconds):
    return {
        "scenario": {"name": "tank", "particles": 9},
        "device": {"name": "board"},
        "recorded_at": "today",
        "code": {},
        "ranking": [winner],
        "search": {"tried": [1, 2], "seconds": seconds, "seconds_before_ranking": seconds},
    }


def record(name, block, seconds, status="ok"):
    blocks = [number for number in range(8) for _ in range(3)]
    times = [seconds * (1 + 0.001 * (number % 3)) for number in range(len(blocks))]
    return {
        "scope": "step",
        "variant": name,
        "toolchain": {"name": "nvcc"},
        "tuning": {"forces": {"block": block, "other": 1}},
        "validity": {"status": status},
        "samples": {"time_s": times, "block": blocks},
    }


def test_the_ratio_is_of_the_records_with_the_winners_tuning():
    winners = [ranked("a", 64), ranked("a", 128)]
    records = [record("a", 128, 1.1), record("a", 64, 1.0), record("a", 32, 9.0)]
    low, high = against_sweep.regret_of(records, winners)
    assert low <= 1.1 <= high
    assert high - low < 0.01


def test_the_defaults_are_not_taken_for_what_the_other_winner_names():
    tuned, default = ranked("a", 128), ranked("a", 64)
    default["variant"]["forces"]["tuning"] = {}
    records = [record("a", 128, 1.0), record("a", 64, 1.1)]
    for order in (records, records[::-1]):
        low, high = against_sweep.regret_of(order, [tuned, default])
        assert low <= 1.1 <= high
        low, high = against_sweep.regret_of(order, [default, tuned])
        assert low <= 1 / 1.1 <= high


def test_a_missing_and_an_invalid_record_are_told():
    winners = [ranked("a", 64), ranked("b", 64)]
    with pytest.raises(InputError, match="no record of b"):
        against_sweep.regret_of([record("a", 64, 1)], winners)
    with pytest.raises(InputError, match="it overflowed"):
        against_sweep.regret_of([record("a", 64, 1), record("b", 64, 1, "it overflowed")], winners)


def test_the_search_has_a_tenth_of_the_sweeps_time(tmp_path):
    commands = []

    def run(_, *words):
        commands.append(words)
        file = words[words.index("--json") + 1]
        with open(file, "w", encoding="utf-8") as stream:
            json.dump(answer(ranked("a", 64), 50.0), stream)

    options = against_sweep.parse(["tank:side=4", "--vary", "tuning", "--out", str(tmp_path)])
    line = against_sweep.compare("tank:side=4", options, run)
    assert "--exhaustive" in commands[0]
    assert commands[1][commands[1].index("--budget") + 1] == "5.000s"
    assert all("side=4" in words for words in commands)
    assert line["ratio"] == {"low": 1.0, "high": 1.0}, "both have found one variant"
    assert against_sweep.is_within(line)


def test_a_slower_winner_is_not_within():
    assert not against_sweep.is_within({"ratio": {"low": 1.04, "high": 1.1}})
    assert against_sweep.is_within({"ratio": {"low": 1.02, "high": 1.1}})


@pytest.mark.parametrize("text", ["", ":a=1", "tank:4"])
def test_what_is_no_scenario_is_told(text):
    with pytest.raises(UsageError, match="is no scenario with parameters"):
        against_sweep.scenario_words(text)

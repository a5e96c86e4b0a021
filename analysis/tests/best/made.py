"""Answers of `sphlab best` and comparisons with a sweep, to test with."""

import copy

from analysis.best.summary import Outcome, outcome_of

MIB = 2**20
SESSION = ("recorded_at", "code", "device", "host", "runtime")


def interval(median, spread=0.01):
    return {
        "median": median,
        "low": (1 - spread) * median,
        "high": (1 + spread) * median,
        "confidence": 0.95,
    }


def ranked(name, block=64, rank=1, step=2e-3, of_first=None, toolchain="nvcc-13.0"):
    """A ranked variant, behind the first by `of_first`, with which it ties up to one per cent."""
    forces = {"name": name, "tuning": {"block": block}}
    return {
        "rank": rank,
        "name": name,
        "traversal": name,
        "variant": {"forces": forces, "toolchains": [toolchain]},
        "step_s": interval(step),
        "ratio_to_first": of_first and interval(of_first),
        "ties_with_first": rank > 1 and of_first is not None and 0.99 * of_first <= 1,
        "blocks": 8,
        "mipps": 1e-6 * 1000 / step,
        "bytes": 3 * MIB,
        "share_of_limits": None,
    }


def ranking():
    """Three: a tie, and one of another traversal by another compiler."""
    return [
        ranked("list-gather+warp-per-cell", of_first=1.0),
        ranked("list-gather+per-particle", rank=2, step=2.01e-3, of_first=1.005),
        ranked("rows", rank=3, step=3e-3, of_first=1.5, toolchain="clang-19"),
    ]


def answer(record, ranked_ones, seconds=50.0):
    """Of a session like that of a record; three variants were tried, and one was refused."""
    tried = [
        {
            "name": one["name"],
            "variant": one["variant"],
            "last_rung": 2,
            "blocks": 4,
            "step_s": 2e-3,
            "verified": True,
            "fate": "ranked",
            "reason": None,
        }
        for one in [*ranked_ones, *ranked_ones[:1]]
    ]
    tried[-1] |= {"blocks": 0, "step_s": None, "fate": "refused", "reason": "no shared memory"}
    second = ranked_ones[-1] if len(ranked_ones) > 1 else None
    return {
        "schema_version": 1,
        **{key: copy.deepcopy(record[key]) for key in SESSION},
        "scenario": {
            "name": "tank",
            "particles": 1000,
            "parameters": {"side": 4},
            "configuration_hash": "0123456789abcdef",
            "state": "initial",
        },
        "physics": "wcsph-lj",
        "ranking": ranked_ones,
        "second_traversal": second
        and {"name": second["name"], "ratio_to_first": second["ratio_to_first"]},
        "search": {
            "budget_s": 60.0,
            "exhaustive": False,
            "seconds": seconds,
            "seconds_before_ranking": seconds,
            "seconds_spent": {"preparing": 2.0, "timing": 39.0, "verifying": 7.0, "ordering": 2.0},
            "seed": 1,
            "traversals": 5,
            "traversals_not_reached": 1,
            "rungs": 3,
            "rounds_ranked": 8,
            "interrupted": False,
            "tried": tried,
        },
    }


def compared(record, asked, low, high):
    """A scenario of against-sweep.json, searched in a tenth of the time of its sweep."""
    found = {"tried": 40, "winner": "rows", "variant": {"toolchains": ["nvcc"]}}
    return {
        "asked": asked,
        "outcome": str(outcome_of(low, high)),
        "scenario": {"name": "tank", "particles": 12345},
        **{key: copy.deepcopy(record[key]) for key in SESSION},
        "sweep": {"seconds": 80.0, "code": copy.deepcopy(record["code"]), **found, "tried": 400},
        "search": {"budget_s": 8.0, "seconds": 8.4, **found},
        "ratio": {"low": low, "high": high},
    }


def failed(asked):
    return {
        "asked": asked,
        "outcome": str(Outcome.FAILED),
        "reason": "sphlab best has ended with exit code 4",
        "exit_code": 4,
    }

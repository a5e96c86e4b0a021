"""compare and gate on a duel: both sides in one file, block against block."""

import json
from pathlib import Path

import numpy as np
import pytest

from analysis.cli import main
from analysis.tests.change import fail, find, put
from analysis.tests.compare.sides import (
    BLOCKS,
    SAMPLES,
    as_duel,
    put_everywhere,
    set_times,
    slow_down,
)

FORCES = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle", "stage": "forces"}
STEP = FORCES | {"stage": "step"}


@pytest.fixture
def base(base):
    return _of_one_variant(base)


@pytest.fixture
def candidate(candidate):
    return _of_one_variant(candidate)


@pytest.fixture
def duel(base, candidate, write):
    """Writes the duel, as its sides are when it is called, and returns its path."""
    return lambda name="duel.jsonl": str(write(as_duel(base, candidate), name))


def test_equal_builds_pass(duel, capsys):
    assert main(["gate", "--duel", duel()]) == 0
    assert capsys.readouterr().out.endswith("passed: nothing is slower\n")


def test_a_slower_candidate_is_stopped_and_a_slower_base_is_not(duel, base, candidate):
    slow_down(find(candidate, **FORCES), 1.05)
    assert main(["gate", "--duel", duel()]) == 10
    slow_down(find(base, **FORCES), 1.2)
    assert main(["gate", "--duel", duel()]) == 0


def test_blocks_are_compared_in_pairs(base, candidate, write, capsys):
    # a pace that wanders by 5 % from block to block, for both sides alike, hides 4 % from those who
    # do not pair the blocks
    blocks = np.repeat(np.arange(BLOCKS), SAMPLES)
    pace = 1e-3 * np.exp(np.random.default_rng(5).normal(0, 0.05, BLOCKS))[blocks]
    sides = [[find(base, **FORCES)], [find(candidate, **FORCES)]]
    set_times(sides[0][0], pace, blocks)
    set_times(sides[1][0], 1.04 * pace, blocks)
    apart = [str(write(side, f"{k}.jsonl")) for k, side in enumerate(sides)]
    assert main(["compare", *apart, "--format", "json"]) == 0
    assert _verdicts(capsys.readouterr().out) == ["unclear"]
    together = str(write(as_duel(*sides), "duel.jsonl"))
    assert main(["compare", "--duel", together, "--format", "json"]) == 0
    assert _verdicts(capsys.readouterr().out) == ["slower"]


def test_other_flags_and_compilers_may_duel_but_not_other_devices(duel, candidate, capsys):
    put_everywhere(candidate, "toolchain.flags", "-O1")
    put_everywhere(candidate, "toolchain.compiler", "another")
    assert main(["gate", "--duel", duel()]) == 0
    put_everywhere(candidate, "device.driver", "999")
    assert main(["gate", "--duel", duel()]) == 12
    assert "device.driver" in capsys.readouterr().err


def test_toolchains_of_two_names_may_duel(duel, candidate, capsys):
    put_everywhere(candidate, "toolchain.name", "nvcc-13.5")
    assert main(["gate", "--duel", duel()]) == 3
    assert "--pair BASE=CANDIDATE" in capsys.readouterr().err
    pair = ["--pair", "nvcc-13.0=nvcc-13.5"]
    assert main(["gate", "--duel", duel(), *pair]) == 0
    slow_down(find(candidate, **FORCES | {"toolchain": "nvcc-13.5"}), 1.05)
    assert main(["gate", "--duel", duel(), *pair]) == 10


def test_an_invalid_candidate_fails_whatever_its_speed(duel, candidate, capsys):
    slow_down(find(candidate, **FORCES), 0.5)
    fail(find(candidate, **STEP))
    assert main(["gate", "--duel", duel()]) == 6


def test_a_second_duel_must_agree(duel, candidate):
    slow_down(find(candidate, **FORCES), 1.05)
    first = duel()
    assert main(["gate", "--duel", first, "--again", duel("again.jsonl")]) == 10
    slow_down(find(candidate, **FORCES), 1 / 1.05)
    assert main(["gate", "--duel", first, "--again", duel("again.jsonl")]) == 11


def test_a_duel_and_a_recorded_run_are_not_mistaken(duel, base, write, capsys):
    run = str(write(base, "run.jsonl"))
    assert main(["compare", "--duel", run]) == 3
    assert "run.jsonl: side: " in capsys.readouterr().err
    assert main(["compare", run, duel()]) == 3
    assert "give the file as --duel" in capsys.readouterr().err


def test_a_duel_that_is_cut_short_is_refused(duel, capsys):
    file = Path(duel())
    file.write_text(file.read_text(encoding="utf-8")[:-300], encoding="utf-8")
    assert main(["gate", "--duel", str(file)]) == 3
    assert "cut short" in capsys.readouterr().err


def test_a_duel_of_one_side_is_refused(base, write, capsys):
    file = str(write(as_duel(base, []), "half.jsonl"))
    assert main(["compare", "--duel", file]) == 3
    assert "holds no record of the candidate" in capsys.readouterr().err


def test_a_side_that_is_none_is_no_record(base, candidate, write, capsys):
    records = as_duel(base, candidate)
    put(records[0], "side", "other")
    assert main(["compare", "--duel", str(write(records, "duel.jsonl"))]) == 3
    assert "duel.jsonl:1: side" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["a", "b", "--duel", "c"],
        ["a"],
        [],
        ["a", "b", "--again", "c"],
        ["--again", "a2", "b2", "a", "b"],
        ["--duel", "a", "--again", "b", "c"],
    ],
)
def test_arguments_that_do_not_go_together(arguments, capsys):
    assert main(["gate", *arguments]) == 2
    assert "--" in capsys.readouterr().err


def _of_one_variant(records):
    """A few rows suffice."""
    return [find(records, **FORCES), find(records, **STEP)]


def _verdicts(text):
    return [row["verdict"] for row in json.loads(text)["rows"]]

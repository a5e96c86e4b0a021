"""A time counts only where the gate finds the same checks passed, by the base's tolerances, and the
same work."""

import copy

import pytest

from analysis.cli import main
from analysis.compare import evidence
from analysis.load import is_valid, load_records
from analysis.tests.change import fail, put
from analysis.tests.compare.sides import as_duel, put_everywhere

LIFE = {
    "trigger": "interval",
    "interval": 10,
    "expansion": 1.0,
    "rebuilds_per_step": 0.1,
    "missed_pairs": 1e-4,
}
REPETITIONS = {
    "limit": 0.01,
    "times_per_evaluation": 3.0,
    "last_error": 0.001,
    "not_converged": 0.1,
}


@pytest.fixture(autouse=True)
def evident(base, candidate):
    """Gives both sides all that is held against each other."""
    for record in (*base, *candidate):
        record["validity"]["checks"] = [
            {"name": name, "value": value, "tolerance": tolerance, "passed": True}
            for name, value, tolerance in (
                ("cells (disordered)", 0.0, 0.0),
                ("accelerations (disordered)", 1e-6, 2e-5),
                ("curl (moving)", 1e-3, 2e-3),
            )
        ]
        record["list_life"], record["repetitions"] = dict(LIFE), dict(REPETITIONS)
        if record["work"]["accepted_pairs"] is None:
            record["work"]["accepted_pairs"] = 1e6
        record["work"] |= {"candidate_pairs": 8e6, "flops": 3e7, "bytes": 2e8}
        _agree(record)


def _agree(record):
    """Brings the rate of a record in line with its pairs."""
    summary = record["summary"]
    if summary["pairs_per_s"] is not None:
        summary["pairs_per_s"] = record["work"]["accepted_pairs"] / summary["median_s"]


def scale(key, factor):
    def change(record):
        part, name = key.split(".")
        record[part][name] *= factor
        _agree(record)

    return change


def check(number, **values):
    return lambda record: record["validity"]["checks"][number].update(values)


def work_of_one(record):
    record["work"] = dict.fromkeys(record["work"], 1.0)
    _agree(record)


def refused_though_it_passed(record):
    record["validity"]["status"] = "the tide"


CHANGES = {
    "a tolerance raised": (check(2, tolerance=1e6), evidence.TOLERANCES),
    "a tolerance lowered": (check(2, tolerance=1.5e-3), evidence.TOLERANCES),
    "a tolerance raised above the schema's": (check(1, tolerance=1e6), evidence.TOLERANCES),
    "a check of another state": (check(2, name="curl (still)"), evidence.CHECKS),
    "half the pairs": (scale("work.accepted_pairs", 0.5), evidence.PAIRS),
    "one pair in 100,000 dropped": (scale("work.accepted_pairs", 1 - 1e-5), evidence.PAIRS),
    "half the candidates": (scale("work.candidate_pairs", 0.5), "work.candidate_pairs"),
    "all work 1": (work_of_one, evidence.PAIRS),
    "fewer bytes": (scale("work.bytes", 0.99), "work.bytes"),
    "fewer operations": (scale("work.flops", 0.99), "work.flops"),
    "more pairs missed": (scale("list_life.missed_pairs", 2), evidence.MISSED),
    "another limit": (scale("repetitions.limit", 10), "repetitions.limit"),
    "fewer repetitions": (
        scale("repetitions.times_per_evaluation", 0.5),
        "repetitions.times_per_evaluation",
    ),
    "less converged": (scale("repetitions.not_converged", 7), evidence.NOT_CONVERGED),
}


@pytest.mark.parametrize("side", ["base", "candidate"])
@pytest.mark.parametrize(("change", "key"), CHANGES.values(), ids=CHANGES)
def test_other_evidence_is_not_comparable(files, base, candidate, change, key, side, capsys):
    for record in base if side == "base" else candidate:
        change(record)
    assert main(["gate", *files()]) == 12
    assert f"\n  {key}: " in capsys.readouterr().err
    assert main(["gate", *files(), "--across", *evidence.KEYS]) == 0


def test_a_check_removed_is_not_comparable(files, candidate, capsys):
    for record in candidate:
        record["validity"]["checks"].pop()
    assert main(["gate", *files()]) == 12
    assert f"\n  {evidence.CHECKS}: curl (moving) (" in capsys.readouterr().err


def test_equal_evidence_passes(files):
    assert main(["gate", *files()]) == 0


def test_in_a_duel_too(base, candidate, write):
    for record in candidate:
        CHANGES["half the pairs"][0](record)
    duel = str(write(as_duel(base, candidate), "duel.jsonl"))
    assert main(["gate", "--duel", duel]) == 12


@pytest.mark.parametrize(
    "values", [{"value": 3e-3, "tolerance": 1e6}, {"value": 2.1e-3, "tolerance": 2.2e-3}]
)
def test_a_value_beyond_the_tolerance_of_the_base_is_invalid(files, candidate, values, capsys):
    for record in candidate:
        check(2, **values)(record)
    assert main(["gate", *files()]) == 6
    expected = f"curl (moving): {values['value']:.3g}, the base's tolerance is 0.002"
    assert expected in capsys.readouterr().out
    assert main(["gate", *files(), "--across", evidence.TOLERANCES]) == 0


def test_a_tolerance_that_both_have_raised_is_judged_by_the_schema(files, base, candidate, capsys):
    for record in (*base, *candidate):
        check(1, value=1e-2, tolerance=1e6)(record)
    both = files()
    assert main(["gate", *both]) == 6
    assert main(["validate", both[0]]) == 6
    assert "accelerations (disordered): 0.01, the schema allows 2e-05" in capsys.readouterr().err
    assert not any(map(is_valid, load_records(both[0])))


@pytest.mark.parametrize(
    "values",
    [
        {"value": 3e-3},
        {"value": None},
        {"tolerance": None},
        {"value": float("nan")},
        {"tolerance": float("inf")},
        {"value": float("-inf")},
        {"passed": False},
    ],
)
def test_numbers_that_contradict_the_verdict_are_no_record(files, candidate, values):
    for record in candidate:
        check(2, **values)(record)
    base, doctored = files()
    assert main(["gate", base, doctored]) == 3
    assert main(["validate", doctored]) == 3


def test_checks_of_other_states_alone_are_no_verification(files, candidate, capsys):
    for record in candidate:
        for one in record["validity"]["checks"]:
            one["name"] = one["name"].replace("(disordered)", "(initial)")
    assert main(["gate", *files()]) == 3
    expected = "validity.checks: of initial, moving, but none of the state 'disordered'"
    assert expected in capsys.readouterr().err


def test_a_base_that_failed_no_check_does_not_make_rows_new(files, base, capsys):
    for record in base[:3]:
        refused_though_it_passed(record)
    assert main(["gate", *files()]) == 12
    assert "  validity.status: the tide " in capsys.readouterr().err


def test_a_base_that_failed_one_does(files, base):
    fail(base[0])
    assert main(["gate", *files()]) == 0


def test_more_checks_than_the_base_has_pass(files, candidate):
    for record in candidate:
        one = {"name": "pairs counted (disordered)", "value": 0.0, "tolerance": 0.0}
        record["validity"]["checks"].append(one | {"passed": True})
    assert main(["gate", *files()]) == 0


def test_the_larger_of_two_values_of_one_name_counts(files, candidate):
    for record in candidate:
        twice = copy.deepcopy(record["validity"]["checks"][2])
        record["validity"]["checks"].insert(0, twice | {"value": 0.5, "tolerance": 1.0})
    assert main(["gate", *files()]) == 6


def test_rounding_and_the_order_in_cells_are_no_difference(files, candidate):
    for record in candidate:
        check(1, value=1.9e-5)(record)
        check(2, tolerance=2e-3 * (1 + 1e-9))(record)
        scale("work.candidate_pairs", 1 + 5e-4)(record)
        scale("list_life.missed_pairs", 1.02)(record)
    assert main(["gate", *files()]) == 0


def test_particles_of_a_later_session_have_a_few_pairs_more(files, candidate):
    put_everywhere(candidate, "scenario.state.hash", "0123456789abcdef")
    for record in candidate:
        scale("work.accepted_pairs", 1 + 1e-4)(record)
        check(2, tolerance=2.1e-3)(record)
    assert main(["gate", *files()]) == 0


def test_other_particles_at_the_start_are_another_run(files, base, candidate, capsys):
    for side in (base, candidate):
        put_everywhere(side, "scenario.state.step", 0)
    put_everywhere(candidate, "scenario.state.hash", "0123456789abcdef")
    assert main(["gate", *files()]) == 12
    assert f"  {evidence.PARTICLES}: " in capsys.readouterr().err


def test_declared_work_may_follow_the_tuning(files, candidate):
    for record in candidate:
        put(record, "tuning", {record["stage"]: {"block": 64}})
        scale("work.bytes", 0.8)(record)
    assert main(["gate", *files()]) == 0

"""Two runs matched and judged row by row."""

import copy

import pytest

from analysis.compare import evidence
from analysis.compare.comparison import Policy, compare
from analysis.compare.confirm import confirm
from analysis.compare.fingerprint import KEYS, STRATEGIES
from analysis.compare.verdict import Verdict
from analysis.errors import EnvironmentMismatch, InputError
from analysis.load import lookup
from analysis.tests.change import fail, find, put
from analysis.tests.compare.sides import keep_blocks, put_everywhere, set_times, slow_down
from analysis.tests.loaded import put_on_host

FORCES = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle", "stage": "forces"}
STEP = FORCES | {"stage": "step"}


def judgement(comparison, **wanted):
    found = [
        one
        for one in comparison.judgements
        if all(getattr(one.row, key) == value for key, value in wanted.items())
    ]
    assert len(found) == 1, f"{len(found)} judgements match {wanted}"
    return found[0]


def test_equal_sides_are_the_same(base, candidate):
    comparison = compare(base, candidate, Policy())
    assert {one.verdict for one in comparison.judgements} == {Verdict.SAME}
    long_enough = [
        record
        for record in base
        if record["scope"] == "step" or record["summary"]["median_s"] >= 50e-6
    ]
    assert len(comparison.judgements) == len(long_enough)
    assert comparison.too_short == len(base) - len(long_enough) > 0


def test_only_the_slowed_row_is_slower_and_it_stands_first(base, candidate):
    slow_down(find(candidate, **FORCES), 1.03)
    comparison = compare(base, candidate, Policy())
    assert comparison.count(Verdict.SLOWER) == 1
    first = comparison.judgements[0]
    assert (first.verdict, first.row.stage, first.row.toolchain) == (
        Verdict.SLOWER,
        "forces",
        "nvcc-13.0",
    )
    assert first.measured.ratio == pytest.approx(1.03, abs=0.003)
    assert first.measured.low < 1.03 < first.measured.high


def test_what_matters_can_be_said_for_a_stage(base, candidate):
    slow_down(find(candidate, **FORCES), 1.03)
    of_stage = Policy(of_stage=(("forces", 0.05),))
    assert judgement(compare(base, candidate, of_stage), **FORCES).verdict == Verdict.SAME
    tight = Policy(smallest_change=0.01, of_stage=(("list", 0.05),))
    assert judgement(compare(base, candidate, tight), **FORCES).verdict == Verdict.SLOWER


def test_the_host_may_differ_by_more(base, candidate):
    for side in (base, candidate):
        put_everywhere(side, "runtime.name", "host")
    slow_down(find(candidate, **FORCES), 1.03)
    assert judgement(compare(base, candidate, Policy()), **FORCES).verdict == Verdict.SAME
    slow_down(find(candidate, **FORCES), 1.04)
    assert judgement(compare(base, candidate, Policy()), **FORCES).verdict == Verdict.SLOWER


def test_a_lower_clock_is_no_slowdown(base, candidate):
    record = find(candidate, **FORCES)
    slow_down(record, 1.05)
    clocks = record["samples"]["clock_mhz"]
    record["samples"]["clock_mhz"] = [clock / 1.05 for clock in clocks]
    one = judgement(compare(base, candidate, Policy()), **FORCES)
    assert one.verdict == Verdict.UNCLEAR
    assert one.reason.startswith("the clock: +5.")


def test_the_resources_that_changed_are_noted(base, candidate):
    put(find(candidate, **FORCES), "resources.registers", 96)
    put(find(candidate, **FORCES), "resources.spill_bytes", 16)
    one = judgement(compare(base, candidate, Policy()), **FORCES)
    assert one.notes == ("registers 72 to 96", "spilled bytes 0 to 16")


def test_few_blocks_give_no_verdict(base, candidate):
    slow_down(find(candidate, **FORCES), 2.0)
    keep_blocks(find(candidate, **FORCES), 7)
    one = judgement(compare(base, candidate, Policy()), **FORCES)
    assert (one.verdict, one.reason) == (Verdict.UNCLEAR, "only 7 blocks, of at least 8")


def test_a_variant_that_fails_is_invalid_whatever_its_speed(base, candidate):
    failed = find(candidate, **STEP)
    slow_down(failed, 0.5)
    fail(failed, "forces: 0.3 is more than 2e-05")
    rest = [
        record
        for record in candidate
        if record is failed
        or (record["variant"], record["toolchain"]["name"]) != (STEP["variant"], STEP["toolchain"])
    ]
    comparison = compare(base, rest, Policy())
    first = comparison.judgements[0]
    assert (first.verdict, first.reason) == (Verdict.INVALID, "forces: 0.3 is more than 2e-05")
    assert first.row.stage == "step"
    # The stages that a failed variant has no records of are not missing besides.
    assert comparison.count(Verdict.MISSING) == 0


def test_a_new_variant_that_fails_is_invalid_too(base, candidate):
    fail(find(candidate, **STEP))
    without = [record for record in base if record["variant"] != STEP["variant"]]
    comparison = compare(without, candidate, Policy())
    assert comparison.count(Verdict.INVALID) == 1


def test_a_variant_that_failed_in_the_base_is_new(base, candidate):
    fail(find(base, **STEP), "list: too short")
    one = judgement(compare(base, candidate, Policy()), **STEP)
    assert (one.verdict, one.reason) == (Verdict.NEW, "the base is invalid: list: too short")


def test_missing_rows_and_variants_are_named(base, candidate):
    candidate.remove(find(candidate, **FORCES))
    rest = [record for record in candidate if record["variant"] != "par-part-noloop"]
    comparison = compare(base, rest, Policy())
    assert judgement(comparison, **FORCES).reason == "not in the candidate's file"
    missing = [one for one in comparison.judgements if one.verdict == Verdict.MISSING]
    # One stage, and a variant of two toolchains as a whole.
    assert len(missing) == 3
    reasons = {one.reason for one in missing if one.row.variant == "par-part-noloop"}
    assert reasons == {"the candidate's file has none of this variant's 8 rows"}
    assert compare(rest, base, Policy()).count(Verdict.NEW) == 3


def test_toolchains_of_other_names_are_paired(base):
    comparison = compare(base, base, Policy(renamed=(("nvcc-13.0", "clang-19"),)), together=True)
    assert {one.row.toolchain for one in comparison.judgements} == {"clang-19"}
    # The records of clang are made 8 % slower in the stages.
    assert judgement(comparison, **FORCES | {"toolchain": "clang-19"}).verdict == Verdict.SLOWER


def test_nothing_in_common_is_refused(base, candidate):
    put_everywhere(candidate, "scenario.name", "still-water")
    with pytest.raises(InputError, match="no row in common") as caught:
        compare(base, candidate, Policy())
    assert "base: dam-break-lj (83648 particles)" in str(caught.value)
    assert "candidate: still-water (83648 particles)" in str(caught.value)


def test_no_record_of_the_scope_is_refused(base, candidate):
    with pytest.raises(InputError, match="the base holds no record of scope kernel"):
        compare(base, candidate, Policy(scopes=("kernel",)))


def test_rows_that_are_all_too_short_are_refused(base, candidate):
    stages = [[r for r in side if r["scope"] == "stage"] for side in (base, candidate)]
    with pytest.raises(InputError, match="lower --floor"):
        compare(*stages, Policy(shortest_s=1.0))


def test_variants_of_several_tunings_are_rows_of_their_own(base, candidate):
    for side in (base, candidate):
        other = copy.deepcopy(find(side, **FORCES))
        put(other, "tuning.forces.block", 256)
        side.append(other)
    slow_down(candidate[-1], 1.1)
    comparison = compare(base, candidate, Policy())
    slower = [one for one in comparison.judgements if one.verdict == Verdict.SLOWER]
    assert [one.row.tuning for one in slower] == ['{"forces": {"block": 256}}']


def test_two_records_of_one_row_are_refused(base, candidate):
    candidate.append(copy.deepcopy(find(candidate, **FORCES)))
    with pytest.raises(InputError, match="would be one row"):
        compare(base, candidate, Policy())


@pytest.mark.parametrize("key", [key for key in KEYS if key not in (STRATEGIES, *evidence.KEYS)])
def test_every_key_of_the_fingerprint_is_compared(base, candidate, key):
    for side in (base, candidate):
        put_on_host(side)
        for record in side:
            put(record, "list_life", {"trigger": "interval", "interval": 10, "expansion": 1.0})
    value = lookup(candidate[0], key)
    for record in candidate:
        now = lookup(record, key)
        put(record, key, f"{now}x" if isinstance(now, str) else (now or 0) + 1)
    with pytest.raises(EnvironmentMismatch) as caught:
        compare(base, candidate, Policy())
    assert f"  {key}: {value if value is not None else 'not known'} against " in str(caught.value)
    assert f"--across {key}" in str(caught.value)
    allowed = compare(base, candidate, Policy(across=(key,)))
    assert {one.key for one in allowed.differences} == {key}


def test_other_strategies_under_one_name_are_refused_and_named(base, candidate):
    for record in candidate:
        record["strategies"] = record["strategies"] | {"hash": "morton", "cell-sort": "type-id"}
    with pytest.raises(EnvironmentMismatch) as caught:
        compare(base, candidate, Policy())
    assert (
        "  strategies: cell-sort by none, hash linear against cell-sort type-id, hash morton\n"
    ) in str(caught.value)
    allowed = compare(base, candidate, Policy(across=(STRATEGIES,)))
    assert {one.key for one in allowed.differences} == {STRATEGIES}


def test_a_copy_is_the_same_however_noisy_it_is(base):
    for record in base:
        keep_blocks(record, 5)
    put(base[1], "samples.time_s", [0.0] * len(base[1]["samples"]["time_s"]))
    comparison = compare(base, copy.deepcopy(base), Policy())
    assert {one.verdict for one in comparison.judgements} == {Verdict.SAME}
    assert {one.reason for one in comparison.judgements} == {"the same samples on both sides"}


def test_records_from_before_openmp_was_recorded_differ_from_those_with_it(base, candidate):
    for side in (base, candidate):
        put_on_host(side)
    for record in base:
        del record["runtime"]["openmp"]
    with pytest.raises(EnvironmentMismatch, match="runtime.openmp.threads: not known against 2"):
        compare(base, candidate, Policy())
    for record in candidate:
        del record["runtime"]["openmp"]
    assert compare(base, candidate, Policy()).differences == []


def test_the_host_of_a_gpu_may_differ(base, candidate):
    put_everywhere(candidate, "host.cpu", "Another CPU")
    assert compare(base, candidate, Policy()).differences == []


def test_what_both_pairs_show_is_confirmed(base, candidate):
    slow_down(find(candidate, **FORCES), 1.05)
    first = compare(base, candidate, Policy())
    assert confirm(first, first).judgements == first.judgements


def test_what_the_second_pair_does_not_show_is_unclear(base, candidate):
    second = compare(base, copy.deepcopy(candidate), Policy())
    slow_down(find(candidate, **FORCES), 1.05)
    found = confirm(compare(base, candidate, Policy()), second)
    one = judgement(found, **FORCES)
    assert one.verdict == Verdict.UNCLEAR
    assert one.reason.startswith("not confirmed: slower (+")
    assert ", then same (" in one.reason
    assert found.count(Verdict.SAME) == len(found.judgements) - 1


def test_a_second_pair_of_the_rows_in_doubt_suffices(base, candidate):
    slow_down(find(candidate, **FORCES), 1.05)
    first = compare(base, candidate, Policy())
    doubt = [[find(side, **FORCES)] for side in (base, candidate)]
    assert confirm(first, compare(*doubt, Policy())).judgements == first.judgements
    other = [[find(side, **STEP)] for side in (base, candidate)]
    one = judgement(confirm(first, compare(*other, Policy())), **FORCES)
    assert one.verdict == Verdict.UNCLEAR
    assert "the second pair of files does not hold it" in one.reason


def test_what_fails_in_the_second_pair_is_invalid(base, candidate):
    first = compare(base, copy.deepcopy(candidate), Policy())
    fail(find(candidate, **STEP))
    found = confirm(first, compare(base, candidate, Policy()))
    assert judgement(found, **STEP).verdict == Verdict.INVALID
    assert found.judgements[0].verdict == Verdict.INVALID


def test_samples_that_are_not_above_zero_are_below_the_timers_resolution(base, candidate):
    record = find(candidate, stage="hash", toolchain="nvcc-13.0", variant="par-part-noloop")
    times = [*record["samples"]["time_s"][:-1], -1e-8]
    set_times(record, times, record["samples"]["block"])
    judgements = compare(base, candidate, Policy(shortest_s=0)).judgements
    (found,) = [one for one in judgements if one.measured is None]
    assert found.row.stage == "hash"
    assert found.verdict == Verdict.UNCLEAR
    assert found.reason == (
        "below the timer's resolution: 0 samples of the base and 1 of the candidate are not above "
        "zero"
    )

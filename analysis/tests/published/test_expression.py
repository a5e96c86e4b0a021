"""Expressions give numbers of records, and nothing else of Python."""

import math
from pathlib import Path

import pytest

from analysis.published import expression
from analysis.published.errors import NoRecord, PublishedError
from analysis.published.library import Library
from analysis.tests.change import fail, find, put
from analysis.tests.made_energy import counted
from analysis.tests.published.conftest import RUN

ROOT = Path(__file__).resolve().parents[3]
SPENT = {"verifying": 2.0, "ordering": 1.0, "sampling": 6.0, "verifying_again": 0.5}
STEP = f'"{RUN}", particles=83648, toolchain="nvcc-13.0", variant="par-part-noloop"'


def number(text, scope):
    return expression.number(text, scope)


def refusal(text, scope, of=PublishedError):
    with pytest.raises(of) as caught:
        expression.number(text, scope)
    return str(caught.value)


def median(records, **wanted):
    return find(records, **wanted)["summary"]["median_s"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 - 4 / 8", 6.5),
        ("-(2 - 5)", 3),
        ("2500 * us / ms", 2.5),
        ("0.25 / percent", 25),
        ("max(1, 3, [2, 5])", 5),
        ("min(1, [2, 5])", 1),
        ("median([1, 2, 9])", 2),
        ("sum(1, [2, 3])", 6),
        ("abs(1 - 3)", 2),
        ("percent_more(3, 2)", 50),
        ("percent_less(3, 4)", 25),
    ],
)
def test_arithmetic(text, value, scope):
    assert number(text, scope) == pytest.approx(value)


def test_numbers_of_a_record(records, scope):
    step = find(
        records, particles=83648, toolchain="nvcc-13.0", variant="par-part-noloop", stage="step"
    )
    assert number(f"time({STEP}, stage='step')", scope) == step["summary"]["median_s"]
    assert number(f"mipps({STEP})", scope) == step["summary"]["mipps"]
    assert number(f"rate({STEP}, stage='step')", scope) == step["summary"]["pairs_per_s"]
    assert number(f"spread({STEP}, stage='step')", scope) == step["summary"]["relative_spread"]
    assert number(f"pairs({STEP}, stage='step')", scope) == step["work"]["accepted_pairs"]
    assert number(f"fluid({STEP})", scope) == 53248
    assert number(f"simulated({STEP})", scope) == 0.25


def test_what_a_kernel_takes(records, record_again, scope):
    wanted = {"particles": 83648, "toolchain": "nvcc-13.0", "variant": "par-part-noloop"}
    forces = find(records, **wanted, stage="forces", scope="stage")
    put(forces, "resources.stack_bytes", 104)
    put(forces, "resources.registers", 32)
    record_again(records)
    assert number(f"stack({STEP}, stage='forces')", scope) == 104
    assert number(f"registers({STEP}, stage='forces')", scope) == 32
    assert "not known" in refusal(f"stack({STEP}, stage='step')", scope)


def test_the_energy_of_a_step(records, record_again, scope):
    step = find(
        records, particles=83648, toolchain="nvcc-13.0", variant="par-part-noloop", stage="step"
    )
    counted(step)
    record_again(records)
    assert number(f"watts({STEP})", scope) == 100
    assert number(f"joules({STEP})", scope) == pytest.approx(0.2 * 1e6 / 83648)


def test_what_variants_took_of_a_run(records, record_again, scope):
    for record in records:
        record["seconds_spent"] = SPENT
    record_again(records)
    assert number(f"spent('verifying', {STEP})", scope) == 2
    assert number(f"spent('all', {STEP})", scope) == 9.5
    variants = number(f"count('{RUN}', stage='step')", scope)
    assert number(f"spent('all', '{RUN}')", scope) == 9.5 * variants > 9.5
    assert "there is no phase 'waiting'" in refusal(f"spent('waiting', {STEP})", scope)


def test_a_variant_of_which_whole_runs_are_measured_too_counts_once():
    scope, file = expression.Scope(Library(ROOT)), "results/nvidia-h200/dam-break-lj.jsonl"
    by_runs = number(f"spent('all', '{file}', scope='run')", scope)
    assert number(f"spent('all', '{file}')", scope) == pytest.approx(by_runs)


def test_older_records_do_not_say_what_variants_took(scope):
    assert "does not say" in refusal(f"spent('verifying', {STEP})", scope)


def test_how_full_cells_are_and_what_was_prepared(records, record_again, scope):
    for record in records:
        if (record["variant"], record["toolchain"]["name"]) == ("par-part-noloop", "nvcc-13.0"):
            put(record, "scenario.state.cells", {"filled": 1600, "mean": 52.28, "fullest": 71})
            record["prepared"] = {"single_tasks": 3200.0}
            put(record, "strategies.hash", "perpendicular")
            record["tuning"]["hash"] = {"tile": 4}
    record_again(records)
    assert number(f"mean_of_cells({STEP})", scope) == 52.28
    assert number(f"fullest_cell({STEP}) + filled_cells({STEP})", scope) == 1671
    assert number(f"prepared('single_tasks', {STEP}, tile=4)", scope) == 3200
    assert "counts 'blocks'" in refusal(f"prepared('blocks', {STEP})", scope)
    assert refusal(f"prepared('single_tasks', {STEP}, tile=3)", scope, NoRecord)
    of_another = STEP.replace("nvcc-13.0", "clang-19")
    assert "not known" in refusal(f"mean_of_cells({of_another})", scope)


def test_a_stage_is_that_of_the_loop_unless_a_scope_is_asked_for(records, scope):
    wanted = {"particles": 83648, "toolchain": "nvcc-13.0", "variant": "par-part-noloop"}
    loop = median(records, **wanted, stage="forces", scope="stage")
    warm = median(records, **wanted, stage="forces", scope="kernel", cache="warm")
    assert number(f"time({STEP}, stage='forces')", scope) == loop
    assert number(f"time({STEP}, stage='forces', scope='kernel', cache='warm')", scope) == warm


def test_definitions_and_what_is_chosen_of_them(records, scope):
    scope.definitions["steps"] = expression.evaluate(f"records('{RUN}', stage='step')", scope)
    assert number("count(steps)", scope) == 8
    assert number("count(steps, variant=['par-part-noloop', 'absent'])", scope) == 4
    assert number("count(steps, variant='list-*', toolchain='clang-19')", scope) == 2
    assert number("count(steps, particles_per_height=80)", scope) == 4
    assert number("count(steps, variant='absent')", scope) == 0
    assert number("max(values('mipps', steps))", scope) == max(
        one["summary"]["mipps"] for one in records if one["stage"] == "step"
    )


def test_ratios_are_of_pairs_that_agree_in_all_else(records, scope):
    text = f"""ratios("time", records("{RUN}", stage="step", variant="par-part-noloop"),
                             records("{RUN}", stage="step", variant="list-gather+per-particle"))"""
    found = expression.evaluate(text, scope)
    expected = [
        median(records, stage="step", variant="par-part-noloop", particles=size, toolchain=name)
        / median(
            records,
            stage="step",
            variant="list-gather+per-particle",
            particles=size,
            toolchain=name,
        )
        for size in (83648, 1016000)
        for name in ("nvcc-13.0", "clang-19")
    ]
    assert sorted(found) == pytest.approx(sorted(expected))


def test_one_against_many(scope):
    text = f"""ratios("time",
        records("{RUN}", particles=83648, stage="step", variant="par-part-noloop"),
        records("{RUN}", particles=83648, stage="step", variant="*"))"""
    assert len(expression.evaluate(text, scope)) == 4


def test_checks_and_tolerances(records, scope):
    assert number(f"max(checks('forc*', '{RUN}'))", scope) == 3e-7
    assert number(f"min(tolerances('forces', '{RUN}'))", scope) == 2e-5
    assert "no check is called 'x'; there are ['forces']" in refusal(
        f"max(checks('x', '{RUN}'))", scope
    )


def test_tunings_that_were_tried(records, record_again, scope):
    for one in records:
        put(
            one,
            "tuning_sweep",
            [
                {"stage": "forces", "tuning": {"block": 64, "in-flight": 1}, "median_s": 3e-4},
                {"stage": "forces", "tuning": {"block": 128, "in-flight": 1}, "median_s": 2e-4},
                {"stage": "forces", "tuning": {"block": 128, "in-flight": 2}, "median_s": 1e-4},
                {"stage": "forces", "tuning": {"block": 256, "in-flight": 2}, "median_s": None},
            ],
        )
    record_again(records)
    assert number(f"min(sweep('forces', {STEP}, in_flight=1)) / us", scope) == pytest.approx(200)
    assert "no tuning of the stage forces was tried with {'block': 256}" in refusal(
        f"min(sweep('forces', {STEP}, block=256))", scope
    )


def test_claims(scope):
    assert expression.holds("1 < 2 <= 2 and 3 > 2", scope) is True
    assert expression.holds("1 < 2 and 3 == 2", scope) is False
    for text in ("1", "'a'", "1 and 2"):
        with pytest.raises(PublishedError, match="comparison"):
            expression.holds(text, scope)
    assert "gives a truth and no number" in refusal("1 < 2", scope)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "(1).real",
        "[1][0]",
        "2 ** 3",
        "7 // 2",
        "1 or 2",
        "not 1",
        "lambda: 1",
        "[one for one in [1]]",
        "f'{1}'",
        "1 if 1 else 2",
        "{'a': 1}",
        "1j",
        "None",
        "b'1'",
        "1e400",
        "max(*[1, 2])",
        "count('a', **{'b': 1})",
        "(a := 1)",
        "9" * 400,
        "max.real(1)",
    ],
)
def test_what_is_no_part_of_the_language(text, scope):
    assert refusal(text, scope)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 +", "is no expression: invalid syntax"),
        ("", "is no expression"),
        ("(" * 1000 + "1" + ")" * 1000, "is no expression"),
        ("1 + " * 1500 + "1", "is longer than 4000 characters"),
        ("speed", "there is no 'speed'; there are ns, us, ms"),
        ("speed(1)", "there is no function 'speed'; there are abs, "),
        ("'a' + 1", "''a'' is a text and no number"),
        ("time()", "time: missing a required argument: 'source'; time(RECORDS, KEYS)"),
        ("time(3)", "records are those of a file, or what records() gives"),
        ("max('a')", "max: takes numbers"),
        ("max()", "max: takes numbers"),
        ("1 / 0", "cannot be calculated: division by zero"),
        ("1e200 * 1e200", "gives inf, which is no number to publish"),
        (f"values('speed', '{RUN}')", "'speed' is no number of a record; there are time"),
        (f"records('{RUN}')", "gives records and no number"),
        ("count('/etc/passwd')", "'/etc/passwd': name a file of this repository"),
        ("count('docs/../../other.jsonl')", "name a file of this repository"),
        (f"count('{RUN}', colour='red')", f"{RUN}: 'colour' is no key of a selection; keys are"),
    ],
)
def test_what_is_wrong_is_told(text, reason, scope):
    assert reason in refusal(text, scope)


def test_a_file_that_is_missing(scope):
    with pytest.raises(Exception, match=r"absent.jsonl: cannot be read: No such file"):
        expression.number("count('results/absent.jsonl')", scope)


def test_no_record_names_what_there_is(scope):
    reason = refusal(f"time({STEP}, stage='lists')", scope, NoRecord)
    assert "no record has particles = 83648, toolchain = 'nvcc-13.0'" in reason
    assert "stage = 'lists'; stage is 'cells' or 'euler' or 'forces' or 'hash'" in reason


def test_no_record_names_the_nearest(scope):
    text = f"time('{RUN}', particles=84000, toolchain='nvcc-12', variant='par-part-noloop')"
    reason = refusal(text, scope, NoRecord)
    assert "; the nearest has particles = 83648, toolchain = 'nvcc-13.0'" in reason


def test_several_records_tell_in_what_they_differ(scope):
    reason = refusal(f"mipps('{RUN}', particles=83648, variant='par-part-noloop')", scope)
    assert "2 records have stage = 'step', particles = 83648, variant = 'par-part-noloop'" in reason
    assert reason.endswith("they differ in toolchain ('clang-19', 'nvcc-13.0')")


def test_numbers_of_a_run_that_are_not_the_same(scope):
    reason = refusal(f"particles('{RUN}', stage='step')", scope)
    assert "scenario.particles of the 8 records with stage = 'step' is 83648, 1016000" in reason


def test_pairs_that_are_ambiguous_or_absent(scope):
    sides = 'ratios("time", records("{0}", {1}), records("{0}", {2}))'
    many = sides.format(RUN, "variant='*'", "variant=['par-*', 'list-*']")
    assert "they differ in variant ('list-" in refusal(f"max({many})", scope)
    none = sides.format(RUN, "particles=83648, stage='hash'", "particles=1016000, stage='step'")
    assert "has a counterpart in" in refusal(f"max({none})", scope, NoRecord)


def test_a_record_that_is_not_to_be_believed_has_no_number(records, record_again, scope):
    for one in records:
        if one["variant"] == "par-part-noloop" and one["stage"] == "step":
            fail(one, "forces: off by 7")
    record_again(records)
    reason = refusal(f"time({STEP}, stage='step')", scope, NoRecord)
    assert reason.endswith("is invalid: forces: off by 7")


def test_a_number_that_the_record_does_not_know(scope):
    reason = refusal(f"rate({STEP}, stage='hash')", scope)
    assert "summary.pairs_per_s of record" in reason
    assert reason.endswith("is not known")


def test_keys_that_contradict_a_choice(scope):
    scope.definitions["steps"] = expression.evaluate(f"records('{RUN}', stage='step')", scope)
    assert "stage = 'list' is asked of records that were chosen by stage = 'step'" in refusal(
        "count(steps, stage='list')", scope
    )


def test_a_row_s_keys_are_asked_of_every_choice(scope):
    row = scope.among({"variant": "par-part-noloop", "toolchain": "nvcc-13.0"})
    assert number(f"mipps('{RUN}', particles=83648)", row) == number(f"mipps({STEP})", scope)
    other = f"mipps('{RUN}', particles=83648, toolchain='clang-19')"
    assert not math.isclose(number(other, row), number(f"mipps({STEP})", scope))

"""What is read of Google Benchmark's files."""

import json

import pytest

from analysis.foreign.reading import is_foreign, load_side
from analysis.tests.foreign.refusal import refusal

BASE = "google-benchmark-1.7.1/base.json"


def test_repetitions_of_a_file_that_the_tool_wrote(wrote):
    path = wrote(BASE)
    assert is_foreign(path)
    side = load_side(path)
    assert side.tool.name == "Google Benchmark"
    assert side.device == "example, 2 CPUs"
    assert side.interleaved
    names = {"steady/1000", "steady/4000", "changed", "by_hand/iterations:100/manual_time"}
    assert side.benchmarks.keys() == names | {"no_device"}
    assert side.benchmarks["no_device"].error == "no such device"
    for name in names:
        assert len(side.benchmarks[name].repetitions) == 10
    written = json.loads(path.read_text(encoding="utf-8"))["benchmarks"]
    for name, unit in (("steady/4000", 1e-9), ("changed", 1e-6)):
        told = [
            one["real_time"] * unit
            for one in written
            if one["run_name"] == name and one["run_type"] == "iteration"
        ]
        assert [one.time_s for one in side.benchmarks[name].repetitions] == told


def test_manual_time_is_the_time(wrote):
    side = load_side(wrote(BASE))
    times = side.benchmarks["by_hand/iterations:100/manual_time"].repetitions
    assert [one.time_s for one in times] == pytest.approx([2e-6] * 10)


def test_repetitions_in_turn_are_not_taken_for_interleaved(wrote):
    assert not load_side(wrote("google-benchmark-1.7.1/in-turn.json")).interleaved


def test_a_file_of_a_later_version(wrote):
    side = load_side(wrote("google-benchmark-1.9.5/base.json"))
    assert side.benchmarks["short"].environment["context.library_version"] == "1.9.5"
    assert side.benchmarks["left_out"].error == "no such device"
    assert len(side.benchmarks["longer"].repetitions) == 10
    assert side.interleaved


def test_aggregates_alone_are_refused(wrote):
    assert refusal(wrote("google-benchmark-1.7.1/aggregates.json")) == (
        "benchmarks: by_hand/iterations:100/manual_time: holds aggregates of repetitions and none "
        "of these; run it again without --benchmark_report_aggregates_only, and without "
        "ReportAggregatesOnly() in its code"
    )


def test_an_unknown_version_is_refused(google, save):
    google["context"]["json_schema_version"] = 2
    assert refusal(save(google)).startswith("context.json_schema_version: 2, but 1 is the version")


def test_a_version_before_run_types_is_refused(google, save):
    for one in google["benchmarks"]:
        del one["run_type"], one["run_name"]
    assert "a Google Benchmark before 1.5" in refusal(save(google))


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("real_time", -1.0, "-1.0 is less than the minimum of 0"),
        ("real_time", "5", "'5' is not of type 'number', 'null'"),
        ("time_unit", "min", "'min' is not one of ['ns', 'us', 'ms', 's']"),
        ("run_type", "warm", "'warm' is not one of ['iteration', 'aggregate']"),
        ("repetition_index", -1, "-1 is less than the minimum of 0"),
    ],
)
def test_what_is_no_measurement_is_named(google, save, key, value, reason):
    google["benchmarks"][3][key] = value
    assert refusal(save(google)) == f"benchmarks[3].{key}: {reason}"


def test_a_counter_that_is_no_number_concerns_nobody(google, save):
    google["benchmarks"][3]["my_counter"] = float("nan")
    assert len(load_side(save(google)).benchmarks) == 2


def test_two_benchmarks_of_one_name_are_refused(google, save):
    google["benchmarks"][12:] = [one | {"run_name": "scan"} for one in google["benchmarks"][12:]]
    assert "scan: repetition_index 0 stands where 12 is next" in refusal(save(google))


def test_a_skipped_benchmark_is_not_an_error(google, save):
    for one in google["benchmarks"][:12]:
        one |= {"skipped": True, "skip_message": "needs a GPU", "real_time": 0.0}
    found = load_side(save(google)).benchmarks["scan"]
    assert (found.reason, found.error, found.repetitions) == ("needs a GPU", "", [])


def test_a_clock_that_may_change_is_told(google, save):
    google["context"]["cpu_scaling_enabled"] = True
    (caveat,) = load_side(save(google)).caveats
    assert caveat.endswith("the CPU's clock was free to change (context.cpu_scaling_enabled)")


@pytest.mark.parametrize("key", ["date", "num_cpus"])
def test_a_context_that_lacks_a_key_is_refused(google, save, key):
    del google["context"][key]
    assert refusal(save(google)) == f"context: '{key}' is a required property"


@pytest.mark.parametrize("key", ["threads", "iterations", "real_time", "skipped", "error_occurred"])
def test_a_counter_called_as_a_key_changes_nothing(google, save, key):
    plain = load_side(save(google)).benchmarks
    text = json.dumps(google).replace('"time_unit": "us"', f'"time_unit": "us", "{key}": 7.5')
    path = save({})
    path.write_text(text, encoding="utf-8")
    assert load_side(path).benchmarks == plain


def test_what_benchmark_context_sets_takes_the_place_of_what_is_written(google, save):
    text = json.dumps(google).replace(
        '"library_build_type"', '"host_name": "ci", "num_cpus": "many", "library_build_type"'
    )
    path = save({})
    path.write_text(text, encoding="utf-8")
    assert load_side(path).device == "ci, 8 CPUs"


def test_a_list_of_benchmarks_that_stands_twice_is_refused(google, save):
    path = save({})
    text = json.dumps(google)
    path.write_text(f'{text[:-1]}, "benchmarks": []}}', encoding="utf-8")
    assert refusal(path) == "benchmarks: stands twice in an object"


def complexity(name):
    return {"run_name": "scan", "run_type": "aggregate", "aggregate_name": name, "time_unit": "us"}


def test_fits_over_arguments_are_no_benchmarks(google, save):
    for number, one in enumerate(google["benchmarks"]):
        one["run_name"] += "/64" if number < 12 else ""
    google["benchmarks"] += [complexity("BigO") | {"real_coefficient": 6.5}, complexity("RMS")]
    assert list(load_side(save(google)).benchmarks) == ["scan/64", "copy"]


def test_aggregates_alone_of_one_benchmark_leave_the_others(google, save):
    google["benchmarks"][:12] = [complexity("mean") | {"real_time": 500.0}]
    side = load_side(save(google))
    assert side.benchmarks["copy"].is_measured
    assert "without ReportAggregatesOnly() in its code" in side.benchmarks["scan"].reason


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_time_that_is_no_number_is_none(google, save, value):
    google["benchmarks"][3]["real_time"] = value
    found = load_side(save(google)).benchmarks["scan"]
    assert len(found.repetitions) == 11
    assert found.without == ["its real_time is no number; run it again"]


def test_an_executable_without_a_name_is_read(google, save):
    del google["context"]["executable"]
    assert load_side(save(google)).made == "unknown executable at 2026-11-25T00:00:00+00:00"


def test_units_of_the_two_sides_may_differ(google, save):
    plain = load_side(save(google)).benchmarks
    for one in google["benchmarks"][:12]:
        one |= {"real_time": one["real_time"] * 1e3, "time_unit": "ns"}
    times = [one.time_s for one in load_side(save(google)).benchmarks["scan"].repetitions]
    assert times == pytest.approx([one.time_s for one in plain["scan"].repetitions])

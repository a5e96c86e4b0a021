"""A record file is read whole or refused, with file, line and key."""

import json
import math
import re
import time

import numpy as np
import pytest

from analysis.errors import InputError, InvalidRecordsError
from analysis.load import frame, load_records, require_valid, split_by_validity
from analysis.tests import make_small
from analysis.tests.change import fail, find, put, remove
from analysis.tests.loaded import put_load, put_on_host


def refusal(path):
    with pytest.raises(InputError) as caught:
        load_records(path)
    return str(caught.value)


def test_the_committed_files_are_what_the_script_makes(small):
    assert small.read_text(encoding="utf-8") == make_small.text()
    assert make_small.LATER_FILE.read_text(encoding="utf-8") == make_small.later_text()


def test_the_small_file_is_accepted(small):
    assert load_records(small) == make_small.records()


def test_the_small_file_covers_every_stage_scope_and_cache(records):
    assert {(record["scope"], record["cache"]) for record in records} == {
        ("step", "loop"),
        ("stage", "loop"),
        ("kernel", "flushed"),
        ("kernel", "warm"),
    }
    assert {record["stage"] for record in records} == {*make_small.STAGES, "step"}


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("samples.time_s", [1e-3, math.nan], r"samples.time_s\[1\]: nan is not of type 'number'"),
        ("samples.time_s", [1e-3, math.inf], r"samples.time_s\[1\]: inf is not of type 'number'"),
        ("samples.time_s", [1e-3, -math.inf], r"samples.time_s\[1\]: -inf is not of type"),
        ("samples.time_s", [1e-3, None], r"samples.time_s\[1\]: None is not of type 'number'"),
        ("samples.time_s", [True], r"samples.time_s\[0\]: True is not of type 'number'"),
        ("samples.time_s", ["0.1"], r"samples.time_s\[0\]: '0.1' is not of type 'number'"),
        ("samples.time_s", [], r"samples.time_s: \[\] (is too short|should be non-empty)"),
        ("samples.time_s", 0.1, r"samples.time_s: 0.1 is not of type 'array'"),
        ("samples.clock_mhz", [1.0, -5.0, None], r"samples.clock_mhz\[1\]: -5.0 is less than"),
        ("samples.order", [0, 1.5, 2], r"samples.order\[1\]: 1.5 is not of type 'integer'"),
        ("samples.order", [0, False], r"samples.order\[1\]: False is not of type 'integer'"),
        ("summary.mean_s", math.nan, r"summary.mean_s: nan is not of type"),
        ("summary.mean_s", None, r"summary.mean_s: None is not of type 'number'"),
        ("summary.mipps", None, r"summary.mipps: None is not of type 'number'"),
        ("scenario.particles", 0, r"scenario.particles: 0 is less than the minimum of 1"),
        ("scenario.particles", "83648", r"scenario.particles: '83648' is not of type 'integer'"),
        ("scenario.parameters.spacing", "1 m", r"scenario.parameters.spacing: '1 m' is not"),
        ("scenario.state.label", "steady", r"scenario.state.label: 'steady' does not match"),
        ("resources.occupancy", 1.01, r"resources.occupancy: 1.01 is greater than the maximum"),
        ("schema_version", 3, r"schema_version: 3, but this package reads 1 and 2"),
        ("schema_version", "x" * 3000, r"schema_version: 'x{199} ..., but this package reads"),
        ("schema_version", True, r"schema_version: True, but this package reads 1 and 2"),
        ("id", "0123", r"id: '0123' does not match"),
        ("recorded_at", "yesterday", r"recorded_at: 'yesterday' does not match"),
        ("stage", "Two words", r"stage: 'Two words' does not match"),
        ("scope", "stage", r"stage: 'step' should not be valid|stage: .*'step'"),
        ("cache", "warm", r"cache: 'loop' was expected"),
        ("samples.note", "x", r"samples: Additional properties are not allowed \('note'"),
        ("note", "x", r"Additional properties are not allowed \('note'"),
        ("device.colour", "x", r"device: Additional properties are not allowed \('colour'"),
        ("validity.checks", [{"name": "forces"}], r"validity.checks\[0\]: .* is a required"),
    ],
)
def test_a_wrong_value_is_refused(records, write, key, value, reason):
    put(records[0], key, value)
    path = write([records[1], records[0]])
    message = refusal(path)
    assert message.startswith(f"{path}:2: ")
    assert re.match(reason, message.removeprefix(f"{path}:2: "))


def test_only_asynchronous_calls_tell_their_number(alone, write):
    put(alone, "policy.calls", 200)
    assert "policy:" in refusal(write([alone]))
    put(alone, "scope", "asynchronous-calls")
    assert load_records(write([alone])) == [alone]
    remove(alone, "policy.calls")
    assert "policy: 'calls' is a required property" in refusal(write([alone]))


def test_a_host_tells_its_openmp_and_its_load(records, write):
    record = records[0]
    put_on_host([record])
    put_load(record, [0.02, None])
    assert load_records(write([record])) == [record]


def test_a_stage_on_demand_has_samples_in_some_blocks_of_the_load(records, write):
    record = records[0]
    put_on_host([record])
    put_load(record, [0.02, 0.03])
    for key, value in {"block": [0, 1, 2], "average": 3 * [0.5], "waited": 3 * [0.02]}.items():
        put(record, f"load.{key}", value)
    put(record, "load.stolen", 3 * [None])
    assert load_records(write([record])) == [record]


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("load.block", [0], "load.average: 2 entries, but load.block has 1"),
        ("load.waited", [0.1], "load.waited: 1 entries, but load.block has 2"),
        ("load.block", [0, 2], "load.block: [0, 2], but the samples are of blocks [0, 1]"),
        ("load.block", [1, 0], "load.block: [1, 0] does not ascend"),
        ("load.stolen", [0.1, -0.1], "load.stolen[1]: -0.1 "),
        ("load.stolen", None, "load.stolen: None is not of type 'array'"),
        ("load.idle", [0.1, 0.1], "load: Additional properties are not allowed ('idle'"),
        ("runtime.openmp.threads", 0, "runtime.openmp.threads: 0 is less than the minimum of 1"),
    ],
)
def test_a_load_or_an_openmp_that_cannot_be_is_refused(records, write, key, value, reason):
    put_on_host(records[:1])
    put_load(records[0], [0.02, 0.03])
    put(records[0], key, value)
    path = write(records[:1])
    assert refusal(path).startswith(f"{path}:1: {reason}")


@pytest.mark.parametrize(
    "key", ["id", "samples", "summary.median_s", "device.name", "validity.status", "stage"]
)
def test_a_missing_key_is_refused(records, write, key):
    remove(records[0], key)
    *parents, last = key.split(".")
    where = "".join(f"{parent}: " for parent in parents)
    path = write(records)
    assert refusal(path) == f"{path}:1: {where}{last!r} is a required property"


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("samples.block", [0, 0, 1], "samples.block: 3 entries, but samples.time_s has 7"),
        ("summary.count", 8, "summary.count: 8, but samples.time_s gives 7"),
        ("samples.time_s", [1e300] * 7, "samples.time_s: 1e+300 s is no time of a sample"),
        ("samples.time_s", [10**12] * 7, "samples.time_s: 1000000000000 s is no time"),
        ("validity.checks", [], "validity.checks: is empty, but status is ok"),
        (
            "validity.checks",
            [{"name": "forces", "value": 3e-5, "tolerance": 2e-5, "passed": True}],
            "validity.checks: 'forces' passed with 3e-05, of 2e-05 that are allowed",
        ),
        (
            "validity.checks",
            [{"name": "forces", "value": None, "tolerance": 2e-5, "passed": True}],
            "validity.checks: 'forces' passed with None, of 2e-05",
        ),
    ],
)
def test_a_contradiction_is_refused(records, write, key, value, reason):
    put(records[0], key, value)
    path = write(records)
    assert refusal(path).startswith(f"{path}:1: {reason}")


SUMMARY = ["median_s", "mean_s", "min_s", "max_s", "p05_s", "p95_s", "relative_spread"]
SUMMARY += ["mipps", "pairs_per_s", "unexplained_fraction"]


@pytest.mark.parametrize("key", SUMMARY)
def test_a_summary_that_is_not_of_the_samples_is_refused(records, write, key):
    step = find(
        records, stage="step", toolchain="clang-19", variant="par-part-noloop", particles=83648
    )
    step["summary"][key] *= 1 + 1e-5
    assert f"summary.{key}: " in refusal(write([step]))


def test_a_summary_without_a_number_that_the_samples_give_is_refused(records, write):
    records[0]["summary"]["relative_spread"] = None
    assert "summary.relative_spread: None, but samples.time_s gives" in refusal(write(records[:1]))


def test_records_of_a_step_that_say_other_particles_are_refused(records, write):
    state = records[1]["scenario"]["state"]
    assert state == records[0]["scenario"]["state"]
    records[1]["scenario"]["state"] = state | {"hash": "0123456789abcdef"}
    path = write(records)
    assert refusal(path).startswith(
        f"{path}:2: scenario.state.hash: 0123456789abcdef, but line 1 has {state['hash']} of the "
        "same configuration at step 1000"
    )


def test_a_later_state_of_another_variant_may_be_of_other_particles(records, write):
    """A run that is resumed steps to it again."""
    variants = sorted({record["variant"] for record in records})
    for record in records:
        if record["variant"] == variants[0]:
            state = record["scenario"]["state"] | {"hash": "0123456789abcdef"}
            record["scenario"]["state"] = state
    assert len(load_records(write(records))) == len(records)
    for record in records:
        record["scenario"]["state"]["step"] = 0
    assert "of the same configuration at step 0" in refusal(write(records))


def test_a_duplicate_id_is_refused(records, write):
    path = write([records[0], records[1], records[0]])
    assert refusal(path) == f"{path}:3: id: {records[0]['id']} stands on line 1 already"


def test_a_duplicate_key_is_refused(records, tmp_path):
    line = json.dumps(records[0])
    path = tmp_path / "run.jsonl"
    path.write_text(line.replace('"suite":', '"suite": "other", "suite":') + "\n")
    assert refusal(path) == f"{path}:1: suite: stands twice in an object"


@pytest.mark.parametrize("key", ["variant", "validity.status", "toolchain.flags"])
def test_half_a_character_is_refused(records, write, key):
    put(records[0], key, "\ud83d\ude00 is one")
    put(records[1], key, "\ud800")
    path = write(records)
    assert refusal(path) == f"{path}:2: a string holds '\\ud800', which is no character"


@pytest.mark.parametrize("number", [2**63, -(2**63), 10**400, "9" * 5000])
def test_a_whole_number_that_is_too_large_is_refused(records, tmp_path, number):
    line = json.dumps(records[0]).replace('"particles": 83648', f'"particles": {number}')
    path = tmp_path / "run.jsonl"
    path.write_text(line + "\n")
    reason = refusal(path)
    assert reason.startswith(f"{path}:1: {str(number)[:19]}")
    assert reason.endswith(": a whole number of a record is below 2^63")
    assert len(reason) < 300


def test_a_last_line_cut_short_is_refused(small, tmp_path):
    path = tmp_path / "run.jsonl"
    text = small.read_text(encoding="utf-8")
    lines = text.count("\n")
    for cut in (2, 100, 1000):
        path.write_text(text[:-cut], encoding="utf-8")
        assert refusal(path).startswith(f"{path}:{lines}: the last line is cut short")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "holds no record"),
        (b"\n", ":1: an empty line"),
        (b"{]\n", ":1: column 2: Expecting property name"),
        (b"[]\n", ":1: [] is not of type 'object'"),
        (b"3\n", ":1: 3 is not of type 'object'"),
        (b"\xff\xfe\n", "is not UTF-8 text"),
        (b'{"a":' * 100_000 + b"\n", ":1: is nested too deeply"),
    ],
)
def test_text_that_is_no_record_is_refused(tmp_path, text, reason):
    path = tmp_path / "run.jsonl"
    path.write_bytes(text)
    assert reason in refusal(path)


def test_a_missing_file_is_refused(tmp_path):
    path = tmp_path / "absent.jsonl"
    assert refusal(path) == f"{path}: cannot be read: No such file or directory"


def test_a_record_that_failed_before_it_was_measured_is_read_but_not_believed(records, write):
    fail(records[1])
    path = write(records[:3])
    loaded = load_records(path)
    assert split_by_validity(loaded) == ([records[0], records[2]], [records[1]])
    with pytest.raises(InvalidRecordsError, match="1 of 3 records are invalid") as caught:
        require_valid(loaded, path)
    assert records[1]["id"] in str(caught.value)
    assert "forces: 0.3 is more than 2e-05" in str(caught.value)


def test_a_record_is_not_ok_when_a_check_failed(records, write):
    records[0]["validity"]["checks"][0]["passed"] = False
    assert "validity.checks[0].passed: True was expected" in refusal(write(records))


def test_the_frame_has_dotted_columns_and_one_row_a_record(records):
    table = frame(records)
    assert len(table) == len(records)
    assert table["summary.median_s"].tolist() == [r["summary"]["median_s"] for r in records]
    assert table["scenario.state.label"].tolist() == ["disordered"] * len(records)
    assert np.array_equal(table["samples.time_s"][0], records[0]["samples"]["time_s"])


def test_millions_of_samples_load_in_seconds(records, write):
    record = records[0]
    count = 1_000_000
    record["samples"] = {
        "time_s": [record["summary"]["median_s"]] * count,
        "clock_mhz": [1755.5, None] * (count // 2),
        "order": list(range(count)),
        "block": [0] * count,
    }
    times = ("median_s", "mean_s", "min_s", "max_s", "p05_s", "p95_s")
    same = dict.fromkeys(times, record["summary"]["median_s"])
    record["summary"] |= same | {"count": count, "relative_spread": 0.0}
    path = write([record])
    start = time.process_time()
    assert len(load_records(path)[0]["samples"]["time_s"]) == count
    # Item by item through jsonschema it is over half a minute.
    assert time.process_time() - start < 10

"""Recorded times against the profiler's: ratios, verdicts, and the table."""

import copy

import pytest

from analysis.errors import InputError
from analysis.profiling.crosscheck import Verdict, crosscheck
from analysis.profiling.crosscheck_table import as_markdown
from analysis.profiling.export import read_launches
from analysis.profiling.profiles import profiles_of
from analysis.tests.change import find, put
from analysis.tests.profiling.made_export import export, kernel

TOLERANCE = 0.02


@pytest.fixture
def checked(exported, records, alone):
    """The Check of a recorded time [s] at a clock [MHz] against kernels of [ns] at 1.5 GHz."""

    def checked(recorded_s, mhz, *nanoseconds):
        put(alone, "summary.median_s", recorded_s)
        alone["samples"]["clock_mhz"] = [mhz] * len(alone["samples"]["time_s"])
        launches = [
            kernel(alone["id"], duration_s=f"{ns:,}", cycles=f"{ns * 3 // 2:,}")
            for ns in nanoseconds
        ]
        profiles = profiles_of(read_launches(exported(export(*launches))), records, "ncu")
        (check,) = crosscheck(records, profiles)
        return check

    return checked


def test_the_ratio_is_of_the_time_of_all_kernels(checked):
    check = checked(1.01e-4, 1500.0, 60_000, 40_000)
    assert check.kernels == 2
    assert check.ratio == pytest.approx(1.01)
    assert check.profiled_mhz == pytest.approx(1500)
    assert check.ratio_of_cycles == pytest.approx(1.01)


@pytest.mark.parametrize(
    ("recorded_s", "mhz", "verdict"),
    [
        (1.019e-4, None, Verdict.SAME),
        (0.981e-4, 1500.0, Verdict.SAME),
        (1.021e-4, 1500.0, Verdict.DIFFERENT),
        (0.979e-4, None, Verdict.DIFFERENT),
        (0.75e-4, 2000.0, Verdict.SAME_CYCLES),
        (0.75e-4, 1980.0, Verdict.SAME_CYCLES),
        (0.75e-4, 1900.0, Verdict.DIFFERENT),
    ],
)
def test_the_verdict(checked, recorded_s, mhz, verdict):
    assert checked(recorded_s, mhz, 100_000).verdict(TOLERANCE) is verdict


def test_a_difference_of_a_short_stage_is_no_verdict(checked):
    assert checked(8e-6, 1500.0, 5_000).verdict(TOLERANCE) is Verdict.SHORT
    assert checked(5e-6, 1500.0, 5_000).verdict(TOLERANCE) is Verdict.SAME


def test_the_time_in_the_loop_stands_beside(checked, records, alone):
    loop = find(
        records,
        toolchain="nvcc-13.0",
        variant=alone["variant"],
        stage="forces",
        cache="loop",
    )
    assert checked(1e-4, 1500.0, 100_000).loop_s == loop["summary"]["median_s"]
    loop["tuning"] = {"forces": {"block": 256}}
    assert checked(1e-4, 1500.0, 100_000).loop_s is None


def test_the_time_of_asynchronous_calls_stands_beside(checked, records, alone):
    assert checked(1e-4, 1500.0, 100_000).asynchronous_s is None
    calls = copy.deepcopy(alone) | {"id": "0" * 16, "scope": "asynchronous-calls"}
    put(calls, "summary.median_s", 9e-5)
    records.append(calls)
    assert checked(1e-4, 1500.0, 100_000).asynchronous_s == 9e-5


@pytest.fixture
def stages(records, alone):
    """Records of every stage alone of the run of `alone`, of which the file has a few."""
    loop = [
        record
        for record in records
        if (record["scope"], record["variant"]) == ("stage", alone["variant"])
        and record["toolchain"] == alone["toolchain"]
        and record["scenario"] == alone["scenario"]
    ]
    made = [
        copy.deepcopy(one) | {"id": f"{number:016x}", "scope": "kernel", "cache": "warm"}
        for number, one in enumerate(loop)
    ]
    records.extend(made)
    return made


def test_a_step_is_what_its_stages_add_up_to(exported, records, stages):
    launches = [
        kernel(stage["id"], f"sphlab::{stage['resources']['kernel']}(int)", duration_s="1,000")
        for stage in stages
    ]
    profiles = profiles_of(read_launches(exported(export(*launches))), records, "ncu")
    *_, step = crosscheck(records, profiles)
    assert step.record["stage"] == "step"
    assert step.record["variant"] == stages[0]["variant"]
    assert step.kernels == len(stages)
    assert step.profiled_s == pytest.approx(sum(one["calls_per_step"] for one in stages) * 1e-6)
    assert step.profiled_mhz == pytest.approx(150e3)
    assert step.recorded_s == step.record["summary"]["median_s"]
    without_one = crosscheck(records, profiles[1:])
    assert len(without_one) == len(stages) - 1
    assert all(check.record["stage"] != "step" for check in without_one)


def test_a_profile_without_its_record(exported, records, alone):
    launches = read_launches(exported(export(kernel(alone["id"]))))
    profiles = profiles_of(launches, records, "ncu")
    records.remove(alone)
    with pytest.raises(InputError, match=f"record {alone['id']} has a profile and is not among"):
        crosscheck(records, profiles)


def test_the_table(checked):
    checks = [checked(1.5e-4, None, 100_000), checked(1e-4, 1500.0, 100_000)]
    lines = as_markdown(checks, TOLERANCE).splitlines()
    assert len({line.count("|") for line in lines[:4]}) == 1
    cells = [cell.strip() for cell in lines[2].split("|")]
    assert cells[5] == "forces"
    assert cells[7:13] == ["150.00", "", "100.00", "1500", "1.500", ""]
    assert cells[15] == "different"
    assert lines[-1].startswith("2 stages: 1 same, 0 same in cycles, 0 too short, 1 different (")

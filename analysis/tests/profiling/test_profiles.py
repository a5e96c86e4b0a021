"""Profiles: launches joined to records, and the file that keeps them."""

import copy
import json

import pytest

from analysis.errors import InputError
from analysis.kernels.names import base_name
from analysis.profiling.export import read_launches
from analysis.profiling.profiles import (
    as_lines,
    load_profiles,
    longest_kernel,
    profiles_of,
    total,
)
from analysis.tests.change import find
from analysis.tests.profiling.made_export import export, kernel

PROFILER = "Nsight Compute 2025.3.1.0"


@pytest.fixture
def joined(exported):
    """Joins launches to records."""

    def joined(launches, records):
        return profiles_of(read_launches(exported(export(*launches))), records, PROFILER)

    return joined


@pytest.fixture
def file(tmp_path):
    """Writes lines to a profile file, and returns its path."""

    def file(text):
        path = tmp_path / "small.profile.jsonl"
        path.write_text(text, encoding="utf-8")
        return path

    return file


def test_a_profile_tells_what_it_is_of(records, alone, joined):
    (profile,) = joined([kernel(alone["id"])], records)
    assert profile["record"] == alone["id"]
    assert profile["device"] == "imaginary-gpu"
    assert profile["variant"] == "par-part-noloop"
    assert profile["particles"] == alone["scenario"]["particles"]
    assert profile["profiler"] == PROFILER
    assert profile["kernels"][0]["metrics"]["duration_s"] == pytest.approx(1e-4)


def test_the_kernels_of_a_stage_stay_together(records, alone, joined):
    other = find(records, stage="list", cache="warm", toolchain="nvcc-13.0")
    launches = [
        kernel(alone["id"], duration_s="1,000"),
        kernel(alone["id"], "sphlab::second(int)", duration_s="3,000"),
        kernel(other["id"], "sphlab::list_kernel(int)"),
    ]
    first, second = joined(launches, records)
    assert [one["name"] for one in first["kernels"]] == [one["name"] for one in launches[:2]]
    assert total(first, "duration_s") == pytest.approx(4e-6)
    assert longest_kernel(first)["name"] == "sphlab::second(int)"
    assert second["stage"] == "list"


def test_another_kernel_than_was_measured(records, alone, joined):
    with pytest.raises(InputError) as caught:
        joined([kernel(alone["id"], "void sphlab::x_pencil<sphlab::Lj>(Arguments)")], records)
    assert f"record {alone['id']}" in str(caught.value)
    assert "forces_kernel, and the profiler saw x_pencil" in str(caught.value)


def test_a_record_that_is_not_there(records, joined):
    with pytest.raises(InputError, match="record 0000000000000000 was profiled and is not among"):
        joined([kernel("0" * 16)], records)


def test_two_runs_in_one_export(records, alone, joined):
    launches = [kernel(alone["id"]), kernel(alone["id"]) | {"process": "4712"}]
    with pytest.raises(InputError, match="several processes"):
        joined(launches, records)


@pytest.mark.parametrize(
    "kernel_name",
    [
        "x_pencil",
        "sphlab::x_pencil",
        "sphlab::(anonymous namespace)::x_pencil(int)",
        "void sphlab::x_pencil<sphlab::Pair<sphlab::Term, (bool)0>>(sphlab::StageArguments)",
        "void x_pencil<4>()",
    ],
)
def test_the_name_of_a_kernel(kernel_name):
    assert base_name(kernel_name) == "x_pencil"


def test_a_file_holds_what_was_written(records, alone, joined, file):
    profiles = joined([kernel(alone["id"], branch_efficiency="n/a")], records)
    assert load_profiles(file(as_lines(profiles))) == profiles
    assert profiles[0]["kernels"][0]["metrics"]["branch_efficiency"] is None


def refusal(path):
    with pytest.raises(InputError) as caught:
        load_profiles(path)
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


def test_files_that_are_no_profiles(records, alone, joined, file, tmp_path):
    (profile,) = joined([kernel(alone["id"])], records)
    line = as_lines([profile])
    assert ":2: record: " in refusal(file(line * 2))
    assert "cut short" in refusal(file(line[:-20]))
    assert "holds no profile" in refusal(file(""))
    assert "No such file" in refusal(tmp_path / "absent.jsonl")
    assert "schema_version" in refusal(file(as_lines([profile | {"schema_version": 2}])))
    assert "kernels" in refusal(file(as_lines([profile | {"kernels": []}])))


@pytest.mark.parametrize("value", ["NaN", "null", '"short"'])
def test_a_duration_that_is_none(records, alone, joined, file, value):
    (profile,) = joined([kernel(alone["id"])], records)
    changed = copy.deepcopy(profile)
    changed["kernels"][0]["metrics"]["duration_s"] = "here"
    assert "duration_s" in refusal(file(json.dumps(changed).replace('"here"', value) + "\n"))

"""Reading what Nsight Compute exports, and refusing what is no whole export of this project's."""

import subprocess
import sys
from pathlib import Path

import pytest

from analysis.errors import InputError
from analysis.profiling.export import read_launches
from analysis.profiling.metrics import METRICS, block_limit
from analysis.tests.profiling.made_export import RANGES, export, kernel

ROOT = Path(__file__).resolve().parents[3]
ID, OTHER = "0123456789abcdef", "fedcba9876543210"


def test_every_launch_is_told_with_the_record_of_its_range(exported):
    first, second, third = read_launches(
        exported(export(kernel(ID, "one(int)"), kernel(ID, "two<3>()"), kernel(OTHER, "one(int)")))
    )
    assert [first.id, second.id, third.id] == [ID, ID, OTHER]
    assert [first.kernel, second.kernel, third.kernel] == ["one(int)", "two<3>()", "one(int)"]
    assert first.metrics.keys() == METRICS.keys()


def test_numbers_with_separators_and_units_become_base_units(exported):
    launch = kernel(ID, duration_s="1,234.5", dynamic_shared_bytes="48.25", l2_hit_rate="98.7")
    text = export(launch, units={"duration_s": "us", "dynamic_shared_bytes": "Kbyte/block"})
    (read,) = read_launches(exported(text))
    assert read.metrics["duration_s"] == pytest.approx(1.2345e-3)
    assert read.metrics["dynamic_shared_bytes"] == pytest.approx(48250)
    assert read.metrics["l2_hit_rate"] == 98.7
    assert read.metrics["warp_instructions"] == 1234567


@pytest.mark.parametrize("text", ["n/a", "", "nan", "N/A"])
def test_what_the_device_does_not_tell_is_none(exported, text):
    (read,) = read_launches(exported(export(kernel(ID, branch_efficiency=text))))
    assert read.metrics["branch_efficiency"] is None


def test_what_the_profiler_says_of_its_run_is_passed_over(exported):
    before = "==PROF== Connected to process 4711\n==PROF== Profiling: 0%....100% - 9 passes\n"
    assert len(read_launches(exported(export(kernel(ID), before=before)))) == 1


def refusal(path):
    with pytest.raises(InputError) as caught:
        read_launches(path)
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


def test_counters_that_are_not_permitted(exported):
    text = "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access counters\n"
    message = refusal(exported(text))
    assert "ERR_NVGPUCTRPERM" in message
    assert "docs/profiling.md" in message


def test_a_profiler_that_failed(exported):
    message = refusal(exported("==ERROR== Failed to find metric regex\n" + export(kernel(ID))))
    assert "Failed to find metric regex" in message


def test_a_line_that_is_cut_short(exported):
    text = export(kernel(ID), kernel(OTHER))
    at_a_field = text[: text.rindex(',"')] + "\n"
    message = refusal(exported(at_a_field))
    assert ":4: " in message
    assert "cut short" in message
    assert "no whole export" in refusal(exported(text[:-20]))


def test_the_line_is_told_even_behind_the_profilers_own(exported):
    text = export(kernel(ID, duration_s="soon"), before="==PROF== Connected\n")
    assert f"export.csv:4: {METRICS['duration_s'].name}: 'soon' is not" in refusal(exported(text))


@pytest.mark.parametrize("key", ["duration_s", "l2_hit_rate"])
def test_a_metric_that_was_not_asked_for(exported, key):
    name = METRICS[key].name
    message = refusal(exported(export(kernel(ID), without=[name])))
    assert f"has no column {name}" in message
    assert "ci/profile" in message


def test_a_metric_that_is_needed_and_not_told(exported):
    message = refusal(exported(export(kernel(ID, achieved_occupancy="n/a"))))
    assert METRICS["achieved_occupancy"].name in message


def test_a_unit_of_another_kind(exported):
    message = refusal(exported(export(kernel(ID), units={"duration_s": "cycle"})))
    assert "unit 'cycle'" in message


def test_launches_outside_of_the_ranges(exported):
    assert "has no column of NVTX ranges" in refusal(exported(export(kernel(ID), without=[RANGES])))
    message = refusal(exported(export(kernel(ID), kernel("", "warm_up(int)"))))
    assert "warm_up(int): ran in 0 ranges of the name record-<id>" in message


def test_files_that_are_no_export(exported, tmp_path):
    assert "holds no kernel" in refusal(exported(export()))
    assert "ncu --csv" in refusal(exported("a,b\n1,2\n"))
    assert "ncu --csv" in refusal(exported(""))
    assert "No such file" in refusal(tmp_path / "absent.csv")


def test_what_limits_the_blocks():
    limits = {"blocks": 32, "registers": 7, "shared_memory": 7, "warps": 16}
    values = {f"block_limit_{name}": value for name, value in limits.items()}
    assert block_limit(values) == (7, ["registers", "shared memory"])


def test_the_list_of_metrics_needs_no_libraries():
    command = [sys.executable, "-S", "-m", "analysis.profiling.metrics"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip().split(",") == [metric.name for metric in METRICS.values()]

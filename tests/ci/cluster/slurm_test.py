"""The scripts for Slurm: its variables are set by hand, and an sbatch notes its calls."""

import pytest
from analysis.load import load_records
from made_commands import ROOT, Commands

CLUSTER = ROOT / "ci/cluster"
TASKS = """\
# two of them

quick --toolchain nvcc-13.0
scenarios/own.json --set particles_per_height=8
"""
SBATCH = """#!/bin/bash
printf '%s\\n' "$*" >>"$CALLS"
[[ -z ${SBATCH_FAILS-} ]] || exit 1
wc -l <"$CALLS"
"""


@pytest.fixture
def commands(tmp_path):
    (tmp_path / "tasks.txt").write_text(TASKS)
    made = Commands(tmp_path)
    made.add("sbatch", SBATCH)
    return made


def task(commands, index, tasks="tasks.txt", **variables):
    script = CLUSTER / "sphlab.sbatch"
    return commands.run(script, tasks, "out", SLURM_ARRAY_TASK_ID=index, **variables)


def submit(commands, *arguments, **variables):
    return commands.run(CLUSTER / "submit", *arguments, **variables)


def test_a_task_measures_its_line_of_the_list(commands, tmp_path):
    code, out, _ = task(commands, "1")
    assert code == 0
    assert "line 1 of tasks.txt on " in out
    assert commands.calls.read_text() == (
        "run scenarios/own.json --set particles_per_height=8 --resume "
        "--output out/unfinished/001-own.jsonl\n"
    )
    assert load_records(tmp_path / "out/001-own.jsonl") == [commands.step]
    assert list((tmp_path / "out/unfinished").iterdir()) == []


def test_what_is_whole_is_not_measured_again(commands):
    task(commands, "0")
    code, out, _ = task(commands, "0")
    assert (code, out) == (0, "out/000-quick.jsonl: is whole already\n")
    assert commands.calls.read_text().count("\n") == 1


@pytest.mark.parametrize(("fails", "is_whole"), [("6", True), ("7", False), ("130", False)])
def test_the_exit_code_is_that_of_the_run(commands, tmp_path, fails, is_whole):
    assert task(commands, "0", FAILS=fails)[0] == int(fails)
    assert (tmp_path / "out/000-quick.jsonl").exists() == is_whole


@pytest.mark.parametrize(
    ("index", "tasks", "said"),
    [
        ("", "tasks.txt", "SLURM_ARRAY_TASK_ID is '': submit an array"),
        ("2", "tasks.txt", "tasks.txt: has 2 lines, counted from 0, and no line 2"),
        ("0", "none.txt", "none.txt: cannot be read"),
    ],
)
def test_a_task_that_cannot_begin_is_told(commands, index, tasks, said):
    code, _, error = task(commands, index, tasks)
    assert code == 2
    assert error.startswith(f"sphlab.sbatch: {said}")


def test_records_are_merged_and_lines_without_a_file_are_named(commands, tmp_path):
    task(commands, "0")
    code, out, error = commands.run(CLUSTER / "merge.sbatch", "tasks.txt", "out/")
    assert code == 9
    assert out == "out.jsonl: 1 records of 1 files\n"
    assert "line 1 of tasks.txt has no whole file in out: scenarios/own.json --set" in error
    assert load_records(tmp_path / "out.jsonl") == [commands.step]


def test_nothing_to_merge_is_told(commands):
    code, _, error = commands.run(CLUSTER / "merge.sbatch", "tasks.txt", "out")
    assert code == 2
    assert error.endswith("out: holds no whole file\n")


def test_each_partition_gets_an_array_and_a_job_behind_it(commands, tmp_path):
    arguments = ["--partitions", "h100 a100", "tasks.txt", "out", "--gpus=1"]
    code, out, _ = submit(commands, *arguments)
    assert code == 0
    assert f"a100: array 3 of 2 tasks, then job 4: {tmp_path}/out/a100.jsonl\n" in out
    first, second, third, fourth = commands.calls.read_text().splitlines()
    place = f"{tmp_path}/tasks.txt {tmp_path}/out"
    assert "--array=0-1 " in first
    assert first.endswith(f"--partition=h100 --gpus=1 {CLUSTER}/sphlab.sbatch {place}/h100")
    assert "--dependency=afterany:1 " in second
    assert second.endswith(f"--partition=h100 {CLUSTER}/merge.sbatch {place}/h100")
    assert "--partition=a100 --gpus=1 " in third
    assert "--dependency=afterany:3 " in fourth


def test_each_node_measures_the_whole_list(commands):
    code, _, _ = submit(commands, "--nodes", "n1 n2", "--partitions", "gpu", "tasks.txt", "out")
    assert code == 0
    calls = commands.calls.read_text().splitlines()
    assert "--partition=gpu --nodelist=n1 " in calls[0]
    assert "--nodelist" not in calls[1]
    assert "--partition=gpu --nodelist=n2 " in calls[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tasks.txt"], "usage: ci/cluster/submit"),
        (["none.txt", "out"], "none.txt: there is no such file"),
        (["empty.txt", "out"], "names no suite"),
        (
            ["--nodes", "n1", "--partitions", "a b", "tasks.txt", "out"],
            "--nodes wants one partition",
        ),
    ],
)
def test_what_cannot_be_submitted_is_told(commands, tmp_path, arguments, said):
    (tmp_path / "empty.txt").write_text("# nothing\n")
    code, _, error = submit(commands, *arguments)
    assert code == 1
    assert said in error
    assert not commands.calls.exists()


def test_a_refusal_of_slurm_ends_it(commands):
    code, _, error = submit(commands, "tasks.txt", "out", SBATCH_FAILS="1")
    assert code == 1
    assert "sbatch refused the array of default" in error

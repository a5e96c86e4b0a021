"""The walk of docs/first-hour.md: by commands that stand for those that take long, and as it was
recorded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from analysis.walk.page import steps_of
from analysis.walk.record import load_walk

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/first-hour.md"
RECORDS = sorted((ROOT / "results").glob("*/first-hour.json"))
# Notes its own name and arguments, and fails where these begin with $FAILS.
STAND_IN = """\
#!/bin/bash
echo "${0##*/} $*" >>"$CALLS"
[[ -z ${FAILS-} || "${0##*/} $*" != "$FAILS"* ]] || exit "$STATUS"
"""
# `cmake --build` leaves the folder of the pack.
BUILT = "[[ $1 != --build ]] || mkdir -p out/mine/kernels/build/lib\n"
# What the page runs of the checkout, and what it finds there.
OF_THE_CHECKOUT = ("ci/quickstart", "ci/gate", ".venv/bin/python")
COPIED = "examples/own-pack"


@pytest.fixture
def checkout(tmp_path):
    """A folder that looks like a clone, whose commands note that they were called."""
    for name in (*OF_THE_CHECKOUT, "build/quickstart/bin/sphlab", "bin/cmake"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(STAND_IN)
        file.chmod(0o755)
    subprocess.run(["cp", "-r", "--parents", COPIED, str(tmp_path)], cwd=ROOT, check=True)
    (tmp_path / "bin/cmake").write_text(STAND_IN + BUILT)
    return tmp_path


@pytest.fixture
def walk(checkout):
    """Walks a page in the checkout: (exit code, what is told, the record, the calls)."""

    def walk(page=PAGE, **environment):
        calls = checkout / "calls.txt"
        path = f"{checkout / 'bin'}:{os.environ['PATH']}"
        known = {"PATH": path, "PYTHONPATH": str(ROOT), "CALLS": str(calls), **environment}
        done = subprocess.run(
            [sys.executable, "-m", "analysis.walk", "--page", str(page), "--out", "out/walk"],
            cwd=checkout,
            env=os.environ | known,
            capture_output=True,
            text=True,
            check=False,
        )
        record = checkout / "out/walk/steps.json"
        return (
            done.returncode,
            done.stdout + done.stderr,
            load_walk(record) if record.exists() else None,
            calls.read_text().splitlines() if calls.exists() else [],
        )

    return walk


def test_the_page_is_walked_from_its_first_step_to_its_last(walk, checkout):
    code, told, record, calls = walk()
    assert code == 0, told
    steps = steps_of(PAGE)
    assert [one["step"] for one in record["steps"]] == [step.name for step in steps]
    assert {one["exit_code"] for one in record["steps"]} == {0}
    assert calls[0] == "quickstart "
    assert calls[-1] == "python -m analysis report out/mine/results --out out/mine/site"
    assert "int y = own.y + 1" in (checkout / "out/mine/kernels/par_part_rows.cu").read_text()


def test_what_a_step_exports_the_next_ones_have(walk):
    _, _, _, calls = walk()
    assert any(call.startswith("sphlab best out/mine/tank.json") for call in calls)


def test_a_step_that_fails_ends_the_walk_with_its_exit_code(walk):
    code, told, record, calls = walk(FAILS="sphlab best", STATUS="6")
    assert code == 6
    assert "exit code 6" in told
    assert [one["exit_code"] for one in record["steps"]] == [0, 0, 6]
    assert "sphlab best" in calls[-1]


@pytest.mark.parametrize(("status", "expected"), [("10", 0), ("6", 1)])
def test_a_verdict_goes_on_and_a_gate_that_cannot_judge_does_not(status, expected, walk):
    code, told, _, _ = walk(FAILS="gate out/mine/base", STATUS=status)
    assert code == expected, told


def test_a_command_in_the_middle_of_a_step_can_fail(walk, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A\n```sh\nfalse | cat\ntrue\n```\n# B\n```sh\ntrue\n```\n")
    code, _, record, _ = walk(page)
    assert code == 1
    assert [one["step"] for one in record["steps"]] == ["A"]


def test_an_earlier_walk_is_not_replaced(walk, checkout):
    (checkout / "out/walk").mkdir(parents=True)
    code, told, _, calls = walk()
    assert (code, calls) == (8, [])
    assert "out/walk: cannot be made: File exists; name a new folder" in told


def test_the_steps_of_before_are_in_the_way(walk, checkout):
    (checkout / "out/mine").mkdir(parents=True)
    code, told, _, calls = walk()
    assert (code, calls) == (1, [])
    assert "out/mine" in told


def test_the_script_walks_the_page_with_the_python_of_the_system():
    done = subprocess.run(
        ["ci/first-hour", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "docs/first-hour.md" in done.stdout


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.parent.name)
def test_a_committed_walk_is_of_the_page_as_it_stands(path):
    record = load_walk(path)
    assert record["page"] == PAGE.relative_to(ROOT).as_posix()
    walked = [(one["step"], one["command"], one["exit_code"]) for one in record["steps"]]
    assert walked == [(step.name, step.command, 0) for step in steps_of(PAGE)], (
        f"{path}: walk again: ci/first-hour"
    )
    assert record["code"]["dirty"] is False, "walk again on a commit"

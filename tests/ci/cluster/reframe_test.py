"""The ReFrame tests, run by ReFrame's local scheduler."""

import json
import re
import sys
from pathlib import Path

import pytest
from analysis.load import load_records
from analysis.table import as_csv
from made_commands import ROOT, Commands

REFRAME = Path(sys.executable).with_name("reframe")
SUITE = ROOT / "ci/cluster/reframe/sphlab_suite.py"


# What the analysis answers, without the seconds that it takes to start: slurm_test.py merges truly.
ANALYSIS = """#!/bin/sh
case $1 in
  table) cp "$TABLE" records.csv ;;
  merge) cp "$2" merged.jsonl && echo "merged.jsonl: 1 records of 1 files" ;;
esac
"""


@pytest.fixture
def commands(tmp_path):
    made = Commands(tmp_path)
    # ReFrame adds its options behind the output
    text = (made.bin / "sphlab").read_text()
    made.add("sphlab", text.replace('"${@: -1}"', "records.jsonl"))
    (tmp_path / "table.csv").write_text(as_csv([made.step]))
    made.add("sphlab-analysis", ANALYSIS)
    return made


def name_of(step):
    state = step["scenario"]["state"]["label"]
    scenario = [step["scenario"]["name"], str(step["scenario"]["particles"]), state]
    return "/".join([*scenario, step["variant"], step["toolchain"]["name"]])


def reframe(commands, seconds, place="generic:default", **variables):
    """Exit code and output of all tests, with references in seconds, by name."""
    file = commands.folder / "references.json"
    file.write_text(json.dumps({place: seconds}))
    given = {"SPHLAB_SUITES": "small", "SPHLAB_REFERENCES": str(file)}
    given |= {"TABLE": str(commands.folder / "table.csv")} | variables
    options = ["--prefix", commands.folder, "--nocolor", "--run"]
    code, out, error = commands.run(REFRAME, "--checkpath", SUITE, *options, **given)
    return code, out + error


def test_a_suite_passes_and_its_records_are_merged(commands, tmp_path):
    seconds = {name_of(commands.step): commands.step["summary"]["median_s"] / 1.04}
    code, out = reframe(commands, seconds)
    assert code == 0, out
    assert "Ran 2/2 test case(s) from 2 check(s) (0 failure(s)" in out
    assert f"P: {name_of(commands.step)}: " in out
    (merged,) = tmp_path.rglob("SphlabMerged/merged.jsonl")
    assert load_records(merged) == [commands.step]
    assert commands.calls.read_text() == "run small --toolchain * --output records.jsonl\n"


def test_a_step_slower_than_its_reference_fails(commands):
    seconds = {name_of(commands.step): commands.step["summary"]["median_s"] / 1.06}
    code, out = reframe(commands, seconds)
    assert code == 1
    assert re.search(rf"failed to meet reference\(s\): {re.escape(name_of(commands.step))}=", out)


def test_a_reference_of_what_nothing_measures_fails(commands):
    code, out = reframe(commands, {"still-water/1/initial/none/none": 1.0})
    assert code == 1
    assert "SPHLAB_REFERENCES: not measured: still-water/1/initial/none/none" in out


def test_references_of_another_place_alone_fail(commands):
    seconds = {name_of(commands.step): 1.0}
    code, out = reframe(commands, seconds, place="generic:defualt")
    assert code == 1
    assert "SPHLAB_REFERENCES: holds generic:defualt, and nothing for generic:default" in out


@pytest.mark.parametrize("place", ["generic", "*"])
def test_references_of_the_system_or_of_all_apply(commands, place):
    seconds = {name_of(commands.step): commands.step["summary"]["median_s"] / 1.06}
    code, out = reframe(commands, seconds, place=place)
    assert code == 1
    assert "failed to meet reference(s)" in out


def test_a_run_that_fails_is_no_success(commands):
    code, out = reframe(commands, {}, FAILS="6")
    assert code == 1
    assert "sanity error: sphlab run failed" in out

"""Suites of sphlab as ReFrame tests: docs/clusters.md.

    reframe -c ci/cluster/reframe/sphlab_suite.py -r

A test is one suite by one toolchain on one partition. It passes where every record is valid, and
where no step takes longer than the references of the system allow. A second test merges the records
of a partition into one file.

Environment:
  SPHLAB_SUITES      suites, separated by blanks [quick]
  SPHLAB_TOOLCHAINS  toolchains or patterns, as `sphlab run --toolchain` takes them [*]
  SPHLAB_REFERENCES  a JSON file, {"SYSTEM:PARTITION": {NAME: SECONDS}}; NAME as the report has it.
                     A place may be SYSTEM or *, too; one of them is that of the partition
"""

import csv
import json
import os
from pathlib import Path

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import (
    parameter,
    require_deps,
    run_after,
    run_before,
    sanity_function,
    variable,
)
from reframe.utility import udeps

RECORDS = "records.jsonl"
MERGED = "merged.jsonl"
TABLE = "records.csv"


def step_times(table):
    """Median seconds of a whole step in the loop, by SCENARIO/PARTICLES/STATE/VARIANT/TOOLCHAIN."""
    with open(table, encoding="utf-8", newline="") as file:
        return {
            "/".join(
                [
                    row["scenario.name"],
                    row["scenario.particles"],
                    row["scenario.state.label"],
                    row["variant"],
                    row["toolchain.name"],
                ]
            ): float(row["summary.median_s"])
            for row in csv.DictReader(file)
            if (row["scope"], row["cache"]) == ("step", "loop") and row["summary.median_s"]
        }


def references():
    """The file of SPHLAB_REFERENCES, empty where none is named."""
    file = os.environ.get("SPHLAB_REFERENCES")
    if not file:
        return {}
    try:
        return json.loads(Path(file).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"SPHLAB_REFERENCES: {file}: is no JSON: {error}") from error


def applying(partition):
    """The references of a partition: of its own name, its system's, or all systems'."""
    places = ("*", partition.fullname.split(":")[0], partition.fullname)
    return {place: of_place for place, of_place in references().items() if place in places}


def unused(partition):
    """Says what is wrong with references none of which is for this partition, else "".

    A name that is misspelt would let every step pass, however slow.
    """
    named = sorted(references())
    if not named or applying(partition):
        return ""
    return (
        f"SPHLAB_REFERENCES: holds {', '.join(named)}, and nothing for {partition.fullname}: name "
        "it, its system or *, with {} where nothing is to be compared"
    )


@rfm.simple_test
class SphlabSuite(rfm.RunOnlyRegressionTest):
    """One suite by one toolchain: valid records, and steps no slower than their references."""

    suite = parameter(os.environ.get("SPHLAB_SUITES", "quick").split())
    toolchain = parameter(os.environ.get("SPHLAB_TOOLCHAINS", "*").split())

    # What is called, and with which options beyond the suite: -S SphlabSuite.options='--set ...'
    analysis = variable(str, value="sphlab-analysis")
    options = variable(str, value="")
    # How much longer than its reference a step may take.
    tolerance = variable(float, value=0.05)

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "sphlab"
    keep_files = [RECORDS]

    @run_before("run")
    def name_what_is_measured(self):
        self.descr = f"{self.suite} by {self.toolchain}"
        words = ["run", self.suite, "--toolchain", f"'{self.toolchain}'", "--output", RECORDS]
        self.executable_opts = [*words, self.options]
        # A script goes on after a failure: the code is kept, and there is a table of valid records
        # alone.
        self.postrun_cmds = [
            'echo "sphlab ended with $?"',
            f"{self.analysis} table {RECORDS} --csv --out {TABLE}",
        ]

    @sanity_function
    def every_record_is_valid(self):
        return sn.all(
            [
                sn.assert_found(r"^sphlab ended with 0$", self.stdout, "sphlab run failed"),
                sn.assert_true(os.path.exists(TABLE), "a record is not valid: see rfm_job.err"),
                sn.assert_false(unused(self.current_partition), "{0}"),
            ]
        )

    @run_before("performance")
    def compare_steps(self):
        times = step_times(os.path.join(self.stagedir, TABLE))
        self.perf_variables = {
            name: sn.make_performance_function(sn.defer(seconds), "s")
            for name, seconds in times.items()
        }
        self.reference = {
            place: {
                name: (seconds, None, self.tolerance, "s")
                for name, seconds in of_place.items()
                if name in times
            }
            for place, of_place in applying(self.current_partition).items()
        }


@rfm.simple_test
class SphlabMerged(rfm.RunOnlyRegressionTest):
    """All records of a partition, in one file: output/.../SphlabMerged/merged.jsonl. It fails where
    a reference names a step that nothing has measured."""

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "sphlab-analysis"
    local = True
    keep_files = [MERGED]

    @run_after("init")
    def follow_every_suite(self):
        self.suites = [
            SphlabSuite.variant_name(number) for number in range(SphlabSuite.num_variants)
        ]
        for name in self.suites:
            self.depends_on(name, how=udeps.by_case)

    @require_deps
    def name_the_files(self):
        of_places = applying(self.current_partition).values()
        self.references = {name: s for of_place in of_places for name, s in of_place.items()}
        files = [os.path.join(self.getdep(name).stagedir, RECORDS) for name in self.suites]
        self.executable_opts = ["merge", *files, "--out", MERGED]
        if self.references:
            self.postrun_cmds = [f"{self.executable} table {MERGED} --csv --out {TABLE}"]

    @sanity_function
    def records_are_merged(self):
        found = r"^merged\.jsonl: \d+ records of "
        sn.evaluate(sn.assert_found(found, self.stdout, "sphlab-analysis merge failed"))
        measured = step_times(TABLE) if self.references else []
        unknown = sorted(set(self.references) - set(measured))
        return sn.assert_false(unknown, f"SPHLAB_REFERENCES: not measured: {', '.join(unknown)}")

"""Commands that stand for those of a cluster: in a folder that goes before all others."""

import os
import subprocess
import sys
from pathlib import Path

from analysis.load import load_records
from analysis.recorded.identity import record_id
from analysis.recorded.lines import as_lines
from analysis.tests.make_small import FILE

ROOT = Path(__file__).resolve().parents[3]
# `sphlab run ... --output FILE`: copies $RECORDED there, or fails with $FAILS and writes nothing.
# $CALLS gets its arguments.
SPHLAB = """#!/bin/bash
echo "$*" >>"$CALLS"
[[ ${FAILS-0} -eq 0 || $FAILS -eq 6 ]] || exit "$FAILS"
cp "$RECORDED" "${@: -1}"
exit "${FAILS-0}"
"""


class Commands:
    """sphlab, which records one step of a committed file, and the analysis of this checkout."""

    def __init__(self, folder):
        self.folder = folder
        self.bin = folder / "bin"
        self.calls = folder / "calls.txt"
        self.bin.mkdir()
        # The output stands last in the arguments of a batch script.
        self.add("sphlab", SPHLAB)
        analysis = f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m analysis "$@"\n'
        self.add("sphlab-analysis", analysis)
        self.step = self._record(folder / "recorded.jsonl")

    def _record(self, file):
        """Writes a file of one record, and returns that: a whole step in the loop."""
        records = (each for each in load_records(FILE) if each["scope"] == "step")
        step = next(each for each in records if each["validity"]["status"] == "ok")
        step = step | {"id": record_id(step)}
        file.write_text("".join(as_lines([step])), encoding="utf-8")
        return step

    def add(self, name, text):
        file = self.bin / name
        file.write_text(text)
        file.chmod(0o755)

    def run(self, *command, **variables):
        """Exit code, standard output, and standard error of a command that finds these first."""
        given = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "CALLS": str(self.calls),
            "RECORDED": str(self.folder / "recorded.jsonl"),
        }
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.folder,
            env=given | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

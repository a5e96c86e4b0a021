"""Holding duels: `sphlab duel --bouts`, alone or with another load beside it."""

import json
import os
import signal
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from analysis.audit.judging import Held, judged
from analysis.errors import AnalysisError, UsageError


class HarnessError(AnalysisError):
    """sphlab failed: its message is on standard error already, its exit code becomes ours."""

    def __init__(self, exit_code):
        super().__init__(f"audit: sphlab duel ended with {exit_code}")
        self.exit_code = exit_code if exit_code > 0 else 7


@dataclass(frozen=True)
class Harness:
    """How `sphlab duel` is called."""

    program: Path
    packs: Path  # of both sides
    suite: str
    options: tuple[str, ...]  # more of its command line
    beside: str | None  # a shell command that runs all the while
    condition: str  # how records name what ran beside the duels


@contextmanager
def beside(command):
    """Runs a shell command, again when it ends, until the block is left.

    Raises UsageError where it failed before: what was measured had no load beside it.
    """
    if command is None:
        yield
        return
    loop = subprocess.Popen(
        ["bash", "-c", f"while {command}; do :; done"],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
        if loop.poll() is not None:
            raise UsageError(f"--beside: '{command}' failed while duels were held beside it")
    finally:
        with suppress(ProcessLookupError):
            os.killpg(loop.pid, signal.SIGKILL)
        loop.wait()


def hold(harness, injections, session):
    """Holds a session of duels, and returns their records. Raises HarnessError."""
    with tempfile.TemporaryDirectory(prefix="gate-audit-") as folder:
        bouts = Path(folder) / "bouts.json"
        bouts.write_text(json.dumps([one.handicap for one in injections]), encoding="utf-8")
        records = Path(folder) / "duels"
        command = [harness.program, "duel", harness.packs, harness.packs, harness.suite]
        command += ["--bouts", bouts, "--out", records, *harness.options]
        with beside(harness.beside):
            finished = subprocess.run(
                list(map(str, command)), check=False, stdout=subprocess.DEVNULL
            )
        if finished.returncode != 0:
            raise HarnessError(finished.returncode)
        return _judged(harness, injections, session, sorted(records.iterdir()))


def _judged(harness, injections, session, files):
    ends = [file.stat().st_mtime for file in files]
    seconds = [None, *(after - before for before, after in zip(ends, ends[1:], strict=False))]
    held = [
        Held(str(file), injection, harness.condition, session, bout, taken)
        for bout, (file, injection, taken) in enumerate(
            zip(files, injections, seconds, strict=True)
        )
    ]
    with ProcessPoolExecutor() as pool:
        return list(pool.map(judged, held))

"""Holding duels: `sphlab duel --tunings`, alone or with another load beside it."""

import json
import os
import signal
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from analysis.audit.judging import Held, judged
from analysis.compare.harness import INVALID, HarnessError
from analysis.errors import UsageError


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


def hold(harness, load, condition, injections, session, policy):
    """Holds a session of duels, and returns their records.

    load: a shell command that runs beside them, or None. condition: how the records name it. Raises
    HarnessError, UsageError.
    """
    with tempfile.TemporaryDirectory(prefix="gate-audit-") as folder:
        tunings = Path(folder) / "tunings.json"
        tunings.write_text(json.dumps([one.tuning for one in injections]), encoding="utf-8")
        records = Path(folder) / "duels"
        with beside(load):
            if harness.duel("--tunings", tunings, "--out", records) == INVALID:
                raise HarnessError("a side did not pass verification, or failed", INVALID)
        return _judged(condition, injections, session, sorted(records.iterdir()), policy)


def _judged(condition, injections, session, files, policy):
    ends = [file.stat().st_mtime for file in files]
    seconds = [None, *(after - before for before, after in zip(ends, ends[1:], strict=False))]
    held = [
        Held(str(file), injection, condition, session, number, taken)
        for number, (file, injection, taken) in enumerate(
            zip(files, injections, seconds, strict=True)
        )
    ]
    # One process per processor that this one may use: many audits may share a machine.
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(partial(judged, policy=policy), held, chunksize=8))

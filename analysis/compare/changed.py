"""What changed from one recording of a device's suites to another."""

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from analysis.compare.comparison import Comparison, Policy, compare
from analysis.compare.duel import require_no_duel
from analysis.compare.fingerprint import ALL
from analysis.compare.verdict import Verdict
from analysis.errors import InputError, UsageError
from analysis.load import load_records
from analysis.schema import ASYNCHRONOUS

SCOPES = ("step", "stage", "kernel", ASYNCHRONOUS)
# What lies beside recorded runs and is none, by the end of its name.
OTHERS = (
    ".profile.jsonl",
    ".loop.jsonl",
    ".validation.jsonl",
    "gate-audit.jsonl",
    "verification.jsonl",
)
CHANGED = (Verdict.SLOWER, Verdict.FASTER)


@dataclass(frozen=True)
class Suite:
    """One file that both recordings have, or one of them."""

    name: str
    before: int  # records, 0 where it has no such file
    now: int
    comparison: Comparison | None = None
    reason: str = ""  # why there is no comparison

    def found(self, *verdicts):
        """Its judgements with one of these verdicts."""
        judgements = [] if self.comparison is None else self.comparison.judgements
        return [one for one in judgements if one.verdict in verdicts]


def suites(old, new):
    """The Suites of two folders of recorded runs, by name. Raises InputError for a file that is no
    recorded run, and where neither folder has any."""
    names = sorted({path.name for folder in (old, new) for path in runs(folder)})
    if not names:
        raise InputError(f"{old}, {new}: hold no recorded run, *.jsonl")
    return [_suite(name, old / name, new / name) for name in names]


def runs(folder):
    """The recorded runs of a folder."""
    return [path for path in sorted(folder.glob("*.jsonl")) if not path.name.endswith(OTHERS)]


def _suite(name, old, new):
    before, now = (load_records(path) if path.exists() else [] for path in (old, new))
    for records, path in ((before, old), (now, new)):
        require_no_duel(records, path)
    counts = (len(before), len(now))
    if not before or not now:
        return Suite(name, *counts, reason="new" if now else "gone")
    try:
        # Other drivers, boards and compilers are no reason not to say what changed.
        return Suite(name, *counts, compare(before, now, Policy(scopes=SCOPES, across=(ALL,))))
    except InputError as error:
        return Suite(name, *counts, reason=str(error))


class OldFolder:
    """A folder as it is, or as it was in a git revision: a context manager that gives its Path.

    Raises UsageError where `old` is neither a folder nor a revision of the repository that `new`
    lies in, or the revision lacks the folder.
    """

    def __init__(self, old, new):
        self._old, self._new = old, new
        self._temporary = None

    def __enter__(self):
        folder = Path(self._old)
        if folder.is_dir():
            return folder
        listed = self._git("ls-tree", "--full-tree", "--name-only", f"{self._old}:./")
        names = [name for name in listed.decode().splitlines() if name.endswith(".jsonl")]
        self._temporary = tempfile.TemporaryDirectory()
        folder = Path(self._temporary.name)
        for name in names:
            (folder / name).write_bytes(self._git("show", f"{self._old}:./{name}"))
        return folder

    def __exit__(self, *_):
        if self._temporary is not None:
            self._temporary.cleanup()

    def _git(self, *words):
        try:
            done = subprocess.run(
                ["git", "-C", self._new, *words], capture_output=True, check=False
            )
        except OSError as error:
            raise UsageError(f"{self._old}: is no folder, and git cannot be run") from error
        if done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip()
            raise UsageError(
                f"{self._old}: is no folder, nor a revision that has {self._new}: {said}"
            )
        return done.stdout

"""`sphlab duel` as a process of its own: what a pack does to it is not done to the analysis."""

import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import AnalysisError, UsageError

INVALID = 6  # a variant did not verify, or the candidate's code ended the process
KILLED = 7


class HarnessError(AnalysisError):
    """sphlab failed: what it said is on standard error already, its exit code becomes ours."""

    def __init__(self, message, exit_code):
        super().__init__(message)
        self.exit_code = exit_code


@dataclass(frozen=True)
class Harness:
    """How `sphlab duel` is called."""

    program: Path
    base: Path  # folders of packs
    candidate: Path
    suite: str
    options: tuple[str, ...] = ()  # more of its command line

    def duel(self, *more):
        """Holds a duel, with more options, and returns its exit code: 0, or INVALID.

        Raises HarnessError for any other, and where a signal ended it.
        """
        words = [self.program, "duel", self.base, self.candidate, self.suite, *self.options, *more]
        finished = subprocess.run(list(map(str, words)), check=False, stdout=subprocess.DEVNULL)
        code = finished.returncode
        if code < 0:
            name = signal.Signals(-code).name
            raise HarnessError(
                f"sphlab duel was ended by {name}; finished records are kept", KILLED
            )
        if code not in (0, INVALID):
            raise HarnessError(f"sphlab duel ended with {code}", code)
        return code


def find_program(named, packs):
    """The sphlab that was named, else that of the build whose folder `packs` lies in.

    Raises UsageError where it is not there.
    """
    near = [folder / "bin" / "sphlab" for folder in packs.resolve().parents]
    found = [file for file in ([named] if named else near) if file.is_file()]
    if not found:
        raise UsageError(
            f"--sphlab: there is no {named or near[0]}; build the target sphlab, or name it"
        )
    return found[0].resolve()

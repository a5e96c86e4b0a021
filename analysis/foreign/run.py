"""What one run of another tool's benchmarks says, whichever tool it is."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Repetition:
    """A benchmark, measured once: a number of the tool's own over what it has timed."""

    time_s: float
    clock_hz: float | None = None  # None where the tool does not tell


@dataclass
class Benchmark:
    """A benchmark of a run, with its repetitions in the order of time."""

    runtime: str  # "cuda" or "host": where the time is of
    environment: dict  # keys of the tool's fingerprint -> what the run says of them
    repetitions: list[Repetition] = field(default_factory=list)
    error: str = ""  # why it counts as wrong, whatever its times
    skipped: str = ""  # why it was not measured

    def median(self):
        """The Repetition that stands for all of a run."""
        clocks = [one.clock_hz for one in self.repetitions if one.clock_hz is not None]
        return Repetition(
            float(np.median([one.time_s for one in self.repetitions])),
            float(np.median(clocks)) if len(clocks) == len(self.repetitions) else None,
        )


@dataclass(frozen=True)
class Run:
    """The benchmarks of one file by name, in its order."""

    device: str
    made: str  # what wrote the file and when, for people
    benchmarks: dict[str, Benchmark]
    interleaved: bool  # whether other benchmarks ran between the repetitions of one
    caveats: tuple[str, ...] = ()  # of this file

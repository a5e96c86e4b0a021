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
    """A benchmark of a run or of several, with its repetitions in the order of time."""

    runtime: str = "host"  # or "cuda": where the time is of
    environment: dict = field(default_factory=dict)  # keys of the tool's fingerprint -> values
    repetitions: list[Repetition] = field(default_factory=list)
    without: list[str] = field(default_factory=list)  # why a repetition has no time, one text each
    error: str = ""  # why it counts as wrong, whatever its times
    device: int | None = None  # the id that its name holds

    @property
    def is_measured(self):
        return bool(self.repetitions) and not self.error

    @property
    def reason(self):
        """Why it was not measured."""
        return self.error or next(iter(self.without), "")

    @property
    def share(self):
        """The part of its repetitions that have a time."""
        return len(self.repetitions) / max(1, len(self.repetitions) + len(self.without))

    def median(self):
        """The Repetition that stands for all of a run."""
        clocks = [one.clock_hz for one in self.repetitions if one.clock_hz is not None]
        return Repetition(
            float(np.median([one.time_s for one in self.repetitions])),
            float(np.median(clocks)) if len(clocks) == len(self.repetitions) else None,
        )

    def contradictions(self, later):
        """The keys in which the environments of two that have times differ."""
        if not (self.repetitions and later.repetitions):
            return []
        keys = self.environment.keys() | later.environment.keys()
        return sorted(
            key for key in keys if self.environment.get(key) != later.environment.get(key)
        )

    def add(self, later):
        """Takes the repetitions of another one of the same name and environment."""
        if not self.repetitions:
            self.runtime, self.environment = later.runtime, later.environment
        self.device = later.device if self.device is None else self.device
        self.error = self.error or later.error
        self.repetitions = self.repetitions + later.repetitions
        self.without = self.without + later.without


@dataclass(frozen=True)
class Run:
    """The benchmarks of one file by name, in its order."""

    device: str
    made: str  # what wrote the file and when, for people
    benchmarks: dict[str, Benchmark]
    interleaved: bool  # whether other benchmarks ran between the repetitions of one
    caveats: tuple[str, ...] = ()  # of this file
    began_s: float | None = None  # on the clock of the host, None where the file does not tell

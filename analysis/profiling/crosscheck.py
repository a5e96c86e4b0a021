"""The harness's times against the profiler's, stage by stage."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from analysis.errors import InputError
from analysis.profiling.profiles import total
from analysis.schema import ASYNCHRONOUS

TOLERANCE = 0.02
# What lies between two events besides the kernels is a few microseconds, whatever the kernels take.
SHORTEST_S = 50e-6


class Verdict(Enum):
    """What two instruments say of one stage."""

    SAME = "same"
    SAME_CYCLES = "same in cycles"
    SHORT = "too short"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Check:
    """A record of a stage alone with a warm cache, and the kernels of the same by the profiler; or
    the record of a step, and what the profiler's times of its stages add up to.

    Times in seconds, clocks in MHz; None where the record does not tell, or there is no record of
    the same stage in the loop, or by asynchronous calls.
    """

    record: dict
    kernels: int
    recorded_s: float
    recorded_mhz: float | None
    profiled_s: float
    profiled_mhz: float
    loop_s: float | None
    asynchronous_s: float | None

    @property
    def ratio(self):
        """Recorded over profiled time."""
        return self.recorded_s / self.profiled_s

    @property
    def ratio_of_cycles(self):
        """The same in cycles of the clock that each found; None where one is not known."""
        if self.recorded_mhz is None:
            return None
        return self.ratio * self.recorded_mhz / self.profiled_mhz

    def verdict(self, tolerance=TOLERANCE):
        if abs(self.ratio - 1) <= tolerance:
            return Verdict.SAME
        if self.ratio_of_cycles is not None and abs(self.ratio_of_cycles - 1) <= tolerance:
            return Verdict.SAME_CYCLES
        return Verdict.SHORT if self.recorded_s < SHORTEST_S else Verdict.DIFFERENT


def crosscheck(records, profiles):
    """A Check for each profile, and for each step of which all stages have one: its record against
    what they add up to. Raises InputError for a profile whose record is not there."""
    checks = _stages(records, profiles)
    return checks + _steps(records, checks)


def _stages(records, profiles):
    by_id = {record["id"]: record for record in records}
    in_loop = _by_run(records, "stage", "loop")
    asynchronous = _by_run(records, ASYNCHRONOUS, "warm")
    checks = []
    for profile in profiles:
        record = by_id.get(profile["record"])
        if record is None:
            raise InputError(
                f"record {profile['record']} has a profile and is not among the records; name the "
                "file that was profiled"
            )
        run = run_of(record)
        checks.append(_check(record, profile, in_loop.get(run), asynchronous.get(run)))
    return checks


def _check(record, profile, loop, asynchronous):
    seconds = total(profile, "duration_s")
    return Check(
        record=record,
        kernels=len(profile["kernels"]),
        recorded_s=_median(record),
        recorded_mhz=_clock(record["samples"]["clock_mhz"]),
        profiled_s=seconds,
        profiled_mhz=total(profile, "cycles") / seconds / 1e6,
        loop_s=_median(loop),
        asynchronous_s=_median(asynchronous),
    )


def _steps(records, stages):
    """A Check of each step whose stages, as the loop runs them, are all among `stages`."""
    profiled = {run_of(check.record): check for check in stages}
    calls = {}
    for record in records:
        if (record["scope"], record["cache"]) == ("stage", "loop"):
            calls.setdefault(run_of(record)[:-1], {})[record["stage"]] = record["calls_per_step"]
    checks = []
    for step in records:
        run = run_of(step)[:-1]
        if step["stage"] != "step" or run not in calls:
            continue
        parts = {stage: profiled.get((*run, stage)) for stage in calls[run]}
        if None not in parts.values():
            checks.append(_step(step, [(calls[run][stage], parts[stage]) for stage in parts]))
    return checks


def _step(step, parts):
    """parts: (calls per step, Check) of each stage."""
    seconds = sum(calls * part.profiled_s for calls, part in parts)
    cycles = sum(calls * part.profiled_s * part.profiled_mhz for calls, part in parts)
    return Check(
        record=step,
        kernels=sum(part.kernels for _, part in parts),
        recorded_s=_median(step),
        recorded_mhz=_clock(step["samples"]["clock_mhz"]),
        profiled_s=seconds,
        profiled_mhz=cycles / seconds,
        loop_s=None,
        asynchronous_s=None,
    )


def _median(record):
    return None if record is None else record["summary"]["median_s"]


def _clock(samples):
    known = [value for value in samples if value is not None]
    return float(np.median(known)) if known else None


def _by_run(records, scope, cache):
    """The records of one scope and cache state, by what they are of."""
    wanted = (scope, cache)
    return {run_of(one): one for one in records if (one["scope"], one["cache"]) == wanted}


def run_of(record):
    """Equal for the records of one stage of one variant in one state."""
    scenario = record["scenario"]
    return (
        record["suite"],
        record["toolchain"]["name"],
        scenario["name"],
        str(sorted(scenario["parameters"].items())),
        scenario["state"]["label"],
        record["variant"],
        str(record["tuning"]),
        bool(record["tuning_sweep"]),
        record["stage"],
    )

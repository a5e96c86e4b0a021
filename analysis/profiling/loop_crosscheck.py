"""The harness's times of a loop against a timeline's: each stage in its place, and the step."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from analysis.errors import InputError
from analysis.profiling.crosscheck import SHORTEST_S, TOLERANCE, run_of


class Verdict(Enum):
    """What two instruments say of one stage of a loop, or of its step."""

    SAME = "same"
    SAME_WITH_PAUSE = "same with its pause"
    SHORT = "too short"
    DIFFERENT = "different"


@dataclass(frozen=True)
class LoopCheck:
    """A record in the loop, and the same by the timeline. Medians, seconds.

    pause_s: before the first kernel of the stage, None for a step. Between two events lies that,
    too: an event is passed when all before it has ended.
    """

    record: dict
    kernels: int
    recorded_s: float
    timeline_s: float
    pause_s: float | None

    @property
    def ratio(self):
        """Recorded over the timeline's."""
        return self.recorded_s / self.timeline_s

    def verdict(self, tolerance=TOLERANCE):
        if abs(self.ratio - 1) <= tolerance:
            return Verdict.SAME
        longest = self.timeline_s + (self.pause_s or 0)
        if self.timeline_s < self.recorded_s <= longest * (1 + tolerance):
            return Verdict.SAME_WITH_PAUSE
        return Verdict.SHORT if self.recorded_s < SHORTEST_S else Verdict.DIFFERENT


def loop_crosscheck(records, loops):
    """A LoopCheck for each stage of each loop, and for its step. Raises InputError for a loop whose
    record is not there."""
    by_id = {record["id"]: record for record in records}
    in_loop = {
        run_of(record): record
        for record in records
        if (record["scope"], record["cache"]) == ("stage", "loop")
    }
    checks = []
    for loop in loops:
        step = by_id.get(loop["record"])
        if step is None:
            raise InputError(
                f"record {loop['record']} has a timeline and is not among the records; name the "
                "file that was recorded"
            )
        for stage, of_stage in loop["stages"].items():
            record = in_loop.get((*run_of(step)[:-1], stage))
            if record is not None:
                checks.append(_stage(record, of_stage))
        checks.append(_step(step, loop))
    return checks


def _stage(record, of_stage):
    return LoopCheck(
        record=record,
        kernels=of_stage["kernels"],
        recorded_s=record["summary"]["median_s"],
        timeline_s=_median(of_stage["spans_ns"]),
        pause_s=_median(of_stage["pauses_ns"]) if of_stage["pauses_ns"] else None,
    )


def _step(record, loop):
    """By whole graphs, or, where those were not recorded, by their parts."""
    cycles = loop["graphs_ns"] or loop["cycles_ns"]
    return LoopCheck(
        record=record,
        kernels=sum(of_stage["kernels"] for of_stage in loop["stages"].values()),
        recorded_s=record["summary"]["median_s"],
        timeline_s=_median(cycles) / loop["steps_per_cycle"],
        pause_s=None,
    )


def _median(nanoseconds):
    return float(np.median(nanoseconds)) * 1e-9

"""The harness's times of a loop against a timeline's: each stage in its place, and the step."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from analysis.errors import InputError
from analysis.profiling.crosscheck import SHORTEST_S, TOLERANCE, run_of

# Of a cycle, whose other stages differ by 0.2 % between a run with stamps and one without: what is
# left for a smaller stage says nothing to 2 %.
SMALLEST_SHARE = 0.1


class Verdict(Enum):
    """What two instruments say of one stage of a loop, or of its step."""

    SAME = "same"
    SAME_WITH_PAUSE = "same with its pause"
    SAME_BY_DIFFERENCE = "same by difference"
    SHORT = "too short"
    DIFFERENT = "different"


@dataclass(frozen=True)
class LoopCheck:
    """A record in the loop, and the same by the timeline. Medians, seconds.

    pause_s: before the first kernel of the stage, or between two graphs of the step; None where no
    graphs were recorded. Between two events lies that, too: an event is passed when all before it
    has ended.
    difference_s: of a stage of several parts, what the graph of a whole cycle leaves for it when
    all others are taken off: stamps of its parts open gaps between them, and a graph has none.
    None where that tells nothing.
    """

    record: dict
    kernels: int
    recorded_s: float
    timeline_s: float
    pause_s: float | None
    difference_s: float | None

    @property
    def ratio(self):
        """Recorded over the timeline's."""
        return self.recorded_s / self.timeline_s

    def verdict(self, tolerance=TOLERANCE):
        if abs(self.ratio - 1) <= tolerance:
            return Verdict.SAME
        if self.difference_s and abs(self.recorded_s / self.difference_s - 1) <= tolerance:
            return Verdict.SAME_BY_DIFFERENCE
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
                checks.append(_stage(record, of_stage, _difference(loop, stage)))
        checks.append(_step(step, loop))
    return checks


def _stage(record, of_stage, difference_s):
    return LoopCheck(
        record=record,
        kernels=of_stage["kernels"],
        recorded_s=record["summary"]["median_s"],
        timeline_s=_median(of_stage["spans_ns"]),
        pause_s=_median(of_stage["pauses_ns"]) if of_stage["pauses_ns"] else None,
        difference_s=difference_s,
    )


def _difference(loop, stage):
    """Of one invocation, seconds; LoopCheck.difference_s."""
    others = [of_stage for name, of_stage in loop["stages"].items() if name != stage]
    stamped_whole = all(of_stage["kernels"] == 1 for of_stage in others)
    if loop["stages"][stage]["kernels"] == 1 or not stamped_whole or not loop["graphs_ns"]:
        return None
    cycles = len(loop["cycles_ns"])
    cycle_s = _median(loop["graphs_ns"])
    rest_s = sum(
        _median(of_stage["spans_ns"]) * len(of_stage["spans_ns"]) / cycles for of_stage in others
    )
    if cycle_s - rest_s < SMALLEST_SHARE * cycle_s:
        return None
    return (cycle_s - rest_s) * cycles / len(loop["stages"][stage]["spans_ns"])


def _step(record, loop):
    """By whole graphs, or, where those were not recorded, by their parts."""
    cycles = loop["graphs_ns"] or loop["cycles_ns"]
    steps = loop["steps_per_cycle"]
    pauses = loop["graph_pauses_ns"]
    return LoopCheck(
        record=record,
        kernels=sum(of_stage["kernels"] for of_stage in loop["stages"].values()),
        recorded_s=record["summary"]["median_s"],
        timeline_s=_median(cycles) / steps,
        pause_s=_median(pauses) / steps if pauses else None,
        difference_s=None,
    )


def _median(nanoseconds):
    return float(np.median(nanoseconds)) * 1e-9

"""What is recorded of one variant by one toolchain in one state of one scenario."""

from dataclasses import dataclass, field
from pathlib import Path

from analysis.load import is_valid, load_records
from analysis.recorded.identity import experiment_hash

# Ways in which a stage is measured (scope, cache), best first.
SERIES = (
    ("stage", "loop"),
    ("kernel", "warm"),
    ("asynchronous-calls", "warm"),
    ("kernel", "flushed"),
)


@dataclass
class RecordedVariant:
    """A variant's records of one session, one series a stage."""

    file: Path
    step: dict | None = None  # the record of the whole step
    stages: list[dict] = field(default_factory=list)  # in the order of execution, each once
    stage_of_id: dict[str, str] = field(default_factory=dict)  # of every record of the stages
    alone_and_warm: set[str] = field(default_factory=set)  # stages that a profiler can be shown

    @property
    def head(self):
        """The record that tells what ran: the step's, else the first stage's."""
        return self.step or self.stages[0]

    @property
    def is_valid(self):
        return is_valid(self.head)

    def take(self, record):
        self.stage_of_id[record["id"]] = record["stage"]
        if _series(record) == ("kernel", "warm"):
            self.alone_and_warm.add(record["stage"])
        if record["scope"] == "step":
            self.step = record
        elif _series(record) in SERIES:
            self._take_stage(record)

    def _take_stage(self, record):
        for at, other in enumerate(self.stages):
            if other["stage"] == record["stage"]:
                if _rank(record) < _rank(other):
                    self.stages[at] = record
                return
        self.stages.append(record)


def load_variants(file, is_asked_for):
    """The recorded variants of a file, in its order, whose names are asked for. Raises InputError.

    Of a stage that was measured in several ways the first of SERIES counts. A variant that was
    measured with several tunings is several variants.
    """
    variants = {}
    for record in load_records(file):
        if is_asked_for(record["variant"]):
            key = experiment_hash(record)
            variants.setdefault(key, RecordedVariant(file)).take(record)
    # Of others whole runs alone were measured.
    found = [one for one in variants.values() if one.step or one.stages]
    for variant in found:
        variant.stages.sort(key=_place)
    return found


def _series(record):
    return record["scope"], record["cache"]


def _rank(record):
    return SERIES.index(_series(record))


def _place(record):
    order = record["stages"]
    return order.index(record["stage"]) if record["stage"] in order else len(order)

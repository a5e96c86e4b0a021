"""Which record of the base answers to which of the candidate."""

import json
from collections import Counter
from dataclasses import dataclass

from analysis.errors import InputError
from analysis.schema import ASYNCHRONOUS


@dataclass(frozen=True, order=True)
class Row:
    """What is measured on both sides: one line of a comparison."""

    scenario: str
    particles: int
    state: str
    step: int
    toolchain: str  # the candidate's name of it
    variant: str
    tuning: str  # JSON, of variants that nothing else tells apart; else empty
    stage: str
    scope: str
    cache: str

    headings = ("scenario", "particles", "state", "toolchain", "variant", "stage")

    @property
    def experiment(self):
        """What one verification covers: all stages of a variant in one state."""
        return (
            self.scenario,
            self.particles,
            self.state,
            self.step,
            self.toolchain,
            self.variant,
            self.tuning,
        )

    @property
    def what(self):
        """The stage, and how it was measured where that is not the usual way."""
        if self.cache == "loop":
            return self.stage
        calls = ", asynchronous calls" if self.scope == ASYNCHRONOUS else ""
        return f"{self.stage} alone, {self.cache}{calls}"

    @property
    def where(self):
        return f"{self.scenario}, {self.particles:,} particles, {self.state}"

    @property
    def how(self):
        return f"{self.variant} {self.tuning}".rstrip()

    @property
    def cells(self):
        """Under `headings`."""
        where = [self.scenario, str(self.particles), self.state]
        return [*where, self.toolchain, self.how, self.what]

    @property
    def short(self):
        """For where a line has more than the row's name."""
        return f"{self.toolchain} {self.how} {self.what}, {self.where}"

    @property
    def case(self):
        """(class, name) of a test case in the suite `where`."""
        return f"{self.scenario}.{self.toolchain}", f"{self.how}, {self.what} ({self.where})"

    def __str__(self):
        return f"{self.where}, {self.toolchain}, {self.how}, {self.what}"


@dataclass(frozen=True, order=True)
class ForeignRow:
    """A benchmark of another tool, with what reports ask of a Row."""

    benchmark: str  # as the tool names it, arguments included

    headings = ("benchmark",)
    where = "benchmarks"

    @property
    def cells(self):
        return [self.benchmark]

    @property
    def short(self):
        return self.benchmark

    @property
    def case(self):
        return self.where, self.benchmark

    def __str__(self):
        return self.benchmark


@dataclass(frozen=True)
class Matched:
    """The rows of two files; a row stands in exactly one of the three dicts."""

    both: dict[Row, tuple[dict, dict]]  # the base's record and the candidate's
    base_only: dict[Row, dict]
    candidate_only: dict[Row, dict]

    def bases(self):
        """All records of the base by row."""
        return {row: base for row, (base, _) in self.both.items()} | self.base_only

    def candidates(self):
        return {row: candidate for row, (_, candidate) in self.both.items()} | self.candidate_only


def match(base, candidate, renamed):
    """Matches two lists of records.

    renamed: toolchain of the base -> toolchain of the candidate that it is compared with; others
    are compared under their own name. Raises InputError where two records would be one row, and
    where there is no common row.
    """
    of_base = [
        _Entry(record, renamed.get(_toolchain(record), _toolchain(record))) for record in base
    ]
    if renamed:
        of_base = [entry for entry in of_base if _toolchain(entry.record) in renamed]
    wanted = set(renamed.values())
    of_candidate = [
        _Entry(record, _toolchain(record))
        for record in candidate
        if not wanted or _toolchain(record) in wanted
    ]
    by_tuning = _is_ambiguous(of_base) or _is_ambiguous(of_candidate)
    left, right = _by_row(of_base, by_tuning), _by_row(of_candidate, by_tuning)
    if not left.keys() & right.keys():
        raise InputError(_no_common_row(base, candidate))
    return Matched(
        {row: (left[row], right[row]) for row in left if row in right},
        {row: record for row, record in left.items() if row not in right},
        {row: record for row, record in right.items() if row not in left},
    )


@dataclass(frozen=True)
class _Entry:
    record: dict
    toolchain: str

    def row(self, by_tuning):
        record = self.record
        state = record["scenario"]["state"]
        return Row(
            record["scenario"]["name"],
            record["scenario"]["particles"],
            state["label"],
            state["step"],
            self.toolchain,
            record["variant"],
            json.dumps(record["tuning"], sort_keys=True) if by_tuning else "",
            record["stage"],
            record["scope"],
            record["cache"],
        )


def _toolchain(record):
    return record["toolchain"]["name"]


def _is_ambiguous(entries):
    """Whether a file holds a variant with several tunings, that a suite asked for."""
    return max(Counter(entry.row(by_tuning=False) for entry in entries).values(), default=0) > 1


def _by_row(entries, by_tuning):
    found = {}
    for entry in entries:
        row = entry.row(by_tuning)
        if row in found:
            raise InputError(
                f"id: {found[row]['id']} and {entry.record['id']} would be one row ({row}); "
                "keep them in separate files"
            )
        found[row] = entry.record
    return found


def _no_common_row(base, candidate):
    lines = ["the files have no row in common:"]
    for side, records in (("base", base), ("candidate", candidate)):
        scenarios = sorted({(r["scenario"]["name"], r["scenario"]["particles"]) for r in records})
        toolchains = sorted({_toolchain(record) for record in records})
        variants = sorted({record["variant"] for record in records})
        named = ", ".join(f"{name} ({particles} particles)" for name, particles in scenarios)
        lines.append(
            f"  {side}: {named}; by {', '.join(toolchains)}; variants {', '.join(variants)}"
        )
    lines.append("record the same suite on both sides; --pair BASE=CANDIDATE matches toolchains")
    return "\n".join(lines)

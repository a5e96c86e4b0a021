"""Whether a run that was recorded twice from scratch gave the same times twice."""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from analysis.compare import blocks, fingerprint
from analysis.compare.bootstrap import ratio_interval
from analysis.compare.comparison import is_resolved, is_too_short, notes_on, of_scopes
from analysis.compare.rows import Row, match
from analysis.errors import InputError
from analysis.load import is_valid

CONFIDENCE = 0.99
CLOCK = "the clock"
# Another device is another experiment, whatever its times are.
MUST_AGREE = ("device.name", "device.architecture")


class Outcome(StrEnum):
    """Of one row, the gravest first."""

    UNEXPLAINED = "unexplained"  # medians differ by more, in the same environment
    EXPLAINED = "explained"  # they do, and the environments differ, or the clocks did
    AGREES = "agrees"


@dataclass(frozen=True)
class Tolerance:
    """What counts as agreement, and what is looked at."""

    within: float = 0.015  # of the ratio of medians, either way
    # Stages that take less in both are left out, and those below the timer's resolution.
    shortest_s: float = 50e-6
    scopes: tuple[str, ...] = ("step", "stage")

    def holds(self, ratio):
        return abs(math.log(ratio)) <= math.log1p(self.within)


@dataclass(frozen=True)
class Side:
    """One record of a row."""

    median_s: float
    clock_mhz: float | None  # the median of its samples', None where one is not known
    spread: float | None  # standard deviation of block medians over the median; None of one block

    @staticmethod
    def of(record):
        times = blocks.times(record)
        clocks = record["samples"]["clock_mhz"]
        known = bool(clocks) and all(clocks)
        medians = times.medians()
        return Side(
            times.median(),
            float(np.median(clocks)) if known else None,
            float(np.std(medians, ddof=1) / times.median()) if len(medians) > 1 else None,
        )


@dataclass(frozen=True)
class Repeated:
    """A row that was measured in both runs. Ratios are second over first."""

    row: Row
    outcome: Outcome
    first: Side
    second: Side
    ratio: float
    low: float  # the interval of the ratio
    high: float
    cycles_ratio: float | None  # of medians in clock cycles, None where clocks are not known
    explained_by: tuple[str, ...]  # keys of the fingerprint, or CLOCK
    notes: tuple[str, ...]  # what else differs, and explains nothing by itself


@dataclass(frozen=True)
class Repetition:
    """Two runs, the rows that agree least first."""

    tolerance: Tolerance
    rows: list[Repeated]
    differences: dict[fingerprint.Difference, int]  # of the environments, in how many rows
    valid_in_one: list[Row]
    first_only: int  # rows that the other has not
    second_only: int
    too_short: int

    def count(self, outcome):
        return sum(one.outcome == outcome for one in self.rows)

    @property
    def is_explained(self):
        """Whether all agree, but for what is explained."""
        return not self.valid_in_one and self.count(Outcome.UNEXPLAINED) == 0


def repetition(first, second, tolerance):
    """The Repetition of two lists of records, valid or not, whatever suites they are of.

    Raises InputError where they have no valid row in common that is long enough,
    EnvironmentMismatch where they are of different devices.
    """
    matched = match(*of_scopes(first, second, tolerance.scopes), renamed={})
    valid = {row: pair for row, pair in matched.both.items() if all(map(is_valid, pair))}
    of_devices = fingerprint.differences(matched.both.values())
    everything_else = [key for key in fingerprint.KEYS if key not in MUST_AGREE]
    fingerprint.require_equal(of_devices, everything_else)
    compared = {
        row: pair
        for row, pair in valid.items()
        if not is_too_short(pair, tolerance.shortest_s)
        and all(is_resolved(blocks.times(record)) for record in pair)
    }
    if not compared:
        raise InputError(
            f"of {len(matched.both)} common rows none is valid in both and takes "
            f"{tolerance.shortest_s * 1e6:g} us: lower --floor, or record more"
        )
    rows = [_repeated(row, pair, tolerance) for row, pair in compared.items()]
    invalid = [row for row, pair in matched.both.items() if is_valid(pair[0]) != is_valid(pair[1])]
    return Repetition(
        tolerance,
        sorted(rows, key=_worst_first),
        _counted(compared.values()),
        sorted(invalid),
        len(matched.base_only),
        len(matched.candidate_only),
        len(valid) - len(compared),
    )


def _repeated(row, pair, tolerance):
    times = [blocks.times(record) for record in pair]
    cycles = [blocks.cycles(record) for record in pair]
    ratio = times[1].median() / times[0].median()
    cycles_ratio = None if None in cycles else cycles[1].median() / cycles[0].median()
    reasons = [one.key for one in fingerprint.differences([pair]) if one.is_known]
    if cycles_ratio is not None and tolerance.holds(cycles_ratio):
        reasons.append(CLOCK)
    agrees = tolerance.holds(ratio)
    disagreement = Outcome.EXPLAINED if reasons else Outcome.UNEXPLAINED
    return Repeated(
        row,
        Outcome.AGREES if agrees else disagreement,
        *map(Side.of, pair),
        ratio,
        *ratio_interval(*times, CONFIDENCE, paired=False),
        cycles_ratio,
        () if agrees else tuple(dict.fromkeys(reasons)),
        tuple(notes_on(*pair)),
    )


def _counted(pairs):
    """In how many rows each Difference of the environments is, in the order of their keys."""
    pairs = list(pairs)
    found = [fingerprint.differences([pair]) for pair in pairs]
    return {one: sum(one in of_row for of_row in found) for one in fingerprint.differences(pairs)}


def _worst_first(one):
    gravity = list(Outcome).index(one.outcome)
    return gravity, -abs(math.log(one.ratio)), one.row

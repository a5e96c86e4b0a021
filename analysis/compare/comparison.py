"""Compares two recorded runs row by row."""

import math
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from analysis.compare import blocks, evidence, fingerprint, rank_test
from analysis.compare.blocks import Blocks
from analysis.compare.bootstrap import ratio_interval
from analysis.compare.load import possible_ratios
from analysis.compare.rows import ForeignRow, Row, match
from analysis.compare.verdict import GRAVITY, Measured, Rule, Verdict, verdict
from analysis.errors import InputError, UsageError
from analysis.load import is_valid
from analysis.stages import order_of

COPIED = "the same samples on both sides"
SHORTEST_S = 1e-12  # that any timer tells from nothing
GPU_CHANGE = 0.02
HOST_CHANGE = 0.05
SHORTEST_STAGE_S = 50e-6  # that is judged
RESOURCES = {
    "registers": "registers",
    "stack_bytes": "stack bytes",
    "spill_bytes": "spilled bytes",
    "shared_bytes": "shared bytes",
}


@dataclass(frozen=True)
class Policy:
    """What is compared, and what counts as a difference."""

    alpha: float = 0.01
    smallest_change: float | None = None  # None: 2 % on a GPU, 5 % on the host
    of_stage: tuple[tuple[str, float], ...] = ()  # (stage, smallest change), before the above
    scopes: tuple[str, ...] = ("step", "stage")
    shortest_s: float | None = None  # what takes less on both sides is left out; None: the usual
    across: tuple[str, ...] = ()  # keys of the fingerprint that may differ
    renamed: tuple[tuple[str, str], ...] = ()  # (toolchain of the base, of the candidate)

    def with_floor(self, usual):
        """The policy with a shortest time, `usual` where none was asked for."""
        return self if self.shortest_s is not None else replace(self, shortest_s=usual)

    def change_that_matters(self, runtime, stage=None):
        """As a fraction: 0.02 is 2 %. runtime: "cuda", "hip" or "host"."""
        usual = HOST_CHANGE if runtime == "host" else GPU_CHANGE
        usual = self.smallest_change if self.smallest_change is not None else usual
        return dict(self.of_stage).get(stage, usual)


@dataclass(frozen=True)
class Sides:
    """What is compared of a row; pairs are of the base and of the candidate."""

    times: tuple[Blocks, Blocks]  # [s]
    cycles: tuple[Blocks | None, Blocks | None]  # None where a clock is not known
    smallest_change: float  # that matters, as a fraction
    unloaded: tuple[float, float] | None = None  # as of Measured
    notes: tuple[str, ...] = ()  # what else differs


@dataclass(frozen=True)
class Judgement:
    """A row with its verdict."""

    row: Row | ForeignRow
    verdict: Verdict
    reason: str = ""
    smallest_change: float | None = None  # that the verdict was to find, where one was measured
    measured: Measured | None = None
    adjusted_p: float | None = None
    notes: tuple[str, ...] = ()  # what else differs between the sides


@dataclass(frozen=True)
class Comparison:
    """All rows of two runs, the gravest verdict and the largest change first."""

    device: str
    base_revision: str  # of the code, or what else tells a person where the times are from
    candidate_revision: str
    policy: Policy
    judgements: list[Judgement]
    too_short: int  # rows left out for being shorter than Policy.shortest_s
    differences: list[fingerprint.Difference]  # of the environments, all allowed
    caveats: tuple[str, ...] = ()  # what the files do not say, and what is doubtful in them
    slug: str | None = None  # of the device; None where no record says it

    def count(self, wanted):
        return sum(one.verdict == wanted for one in self.judgements)


def compare(base, candidate, policy, together=False):
    """The Comparison of two lists of records, valid or not.

    together: both sides were interleaved in one session, so that blocks of one number were measured
    one after the other. Raises InputError where there is nothing to compare, EnvironmentMismatch
    where the fingerprints differ in a key that the policy does not allow.
    """
    policy = policy.with_floor(SHORTEST_STAGE_S)
    _require_stages(policy, [*base, *candidate])
    base, candidate = of_scopes(base, candidate, policy.scopes)
    matched = _judged_again(match(base, candidate, dict(policy.renamed)), policy)
    valid = {row: pair for row, pair in matched.both.items() if all(map(is_valid, pair))}
    _require_something_to_compare(matched, valid)
    found = fingerprint.differences(_held_together(matched))
    fingerprint.require_equal(found, policy.across)
    long_enough = {
        row: pair for row, pair in valid.items() if not is_too_short(pair, policy.shortest_s)
    }
    copied = {row: pair for row, pair in long_enough.items() if is_one_recording(pair)}
    sides = {
        row: _sides(row, pair, policy) for row, pair in long_enough.items() if row not in copied
    }
    judgements = [
        *judged(sides, policy, together),
        *(Judgement(row, Verdict.SAME, COPIED) for row in copied),
        *_not_measured(matched),
    ]
    if not judgements:
        raise InputError(
            f"all {len(valid)} common rows are shorter than {policy.shortest_s * 1e6:g} us: "
            "lower --floor"
        )
    return Comparison(
        candidate[0]["device"]["name"],
        revision_of(base[0]),
        revision_of(candidate[0]),
        policy,
        sorted(judgements, key=gravest_first),
        len(valid) - len(long_enough),
        found,
        slug=candidate[0]["device"]["slug"],
    )


def _judged_again(matched, policy):
    """Judges the candidates of a Matched again, by the tolerances of the base."""
    if not {fingerprint.ALL, evidence.TOLERANCES}.isdisjoint(policy.across):
        return matched
    both = dict(matched.both)
    for row, (base, candidate) in both.items():
        if is_valid(base) and is_valid(candidate):
            reason = evidence.failure(base, candidate)
            if reason is not None:
                validity = candidate["validity"] | {"status": reason}
                both[row] = base, candidate | {"validity": validity}
    return replace(matched, both=both)


def _held_together(matched):
    """The pairs of records whose environment, checks and work must be alike: of a base that is
    invalid, though none of its checks has failed, too."""
    for base, candidate in matched.both.values():
        if is_valid(candidate) and (is_valid(base) or evidence.has_passed(base)):
            yield base, candidate


def measure(base, candidate, confidence, together, rows, cycles=(None, None)):
    """What is Measured of two Blocks of times, one of `rows`, and of two of cycles where known."""
    paired = together and np.array_equal(base.labels, candidate.labels)
    low, high = ratio_interval(base, candidate, confidence, paired)
    by_pairs = paired and rank_test.prefer_pairs(base.count, rows, 1 - confidence)
    return Measured(
        base_s=base.median(),
        candidate_s=candidate.median(),
        ratio=candidate.median() / base.median(),
        low=low,
        high=high,
        p=rank_test.p_value(base.medians(), candidate.medians(), by_pairs),
        base_blocks=base.count,
        candidate_blocks=candidate.count,
        cycles_ratio=_ratio_of_medians(*cycles),
    )


def of_scopes(base, candidate, scopes):
    """The records of both sides that have one of the scopes, of which each side must have some."""
    sides = []
    for name, records in (("base", base), ("candidate", candidate)):
        kept = [record for record in records if record["scope"] in scopes]
        if not kept:
            raise InputError(f"the {name} holds no record of scope {' or '.join(scopes)}")
        sides.append(kept)
    return sides


def _require_stages(policy, records):
    known = [*order_of(record["stages"] for record in records), "step"]
    for stage, _ in policy.of_stage:
        if stage not in known:
            raise UsageError(
                f"--stage: {stage!r} is no stage of the records, which are of {', '.join(known)}"
            )


def judged(sides, policy, together):
    """Yields the Judgement of each row, as one family. sides: {row: Sides}."""
    resolved = {row: one for row, one in sides.items() if all(map(is_resolved, one.times))}
    measured = {
        row: replace(
            measure(
                *one.times,
                confidence=1 - policy.alpha,
                together=together,
                rows=len(resolved),
                cycles=one.cycles,
            ),
            unloaded=one.unloaded,
        )
        for row, one in resolved.items()
    }
    adjusted = rank_test.holm([one.p for one in measured.values()])
    for (row, one), p in zip(measured.items(), adjusted, strict=True):
        change = sides[row].smallest_change
        found, reason = verdict(one, p, Rule(policy.alpha, len(resolved), change))
        yield Judgement(row, found, reason, change, one, float(p), sides[row].notes)
    for row, one in sides.items():
        if row not in resolved:
            yield _unresolved(row, one.times)


def _sides(row, pair, policy):
    """Of a row's two records."""
    return Sides(
        times=tuple(map(blocks.times, pair)),
        cycles=tuple(map(blocks.cycles, pair)),
        smallest_change=policy.change_that_matters(pair[1]["runtime"]["name"], row.stage),
        unloaded=possible_ratios(*pair),
        notes=tuple(notes_on(*pair)),
    )


def _unresolved(row, times):
    counts = [int((one.values <= 0).sum()) for one in times]
    return Judgement(
        row,
        Verdict.UNCLEAR,
        "below the timer's resolution: {} samples of the base and {} of the candidate are not "
        "above zero".format(*counts),
    )


def _not_measured(matched):
    """Judges the rows that have no valid record on one side or both."""
    failed = {row: record for row, record in matched.candidates().items() if not is_valid(record)}
    for row, record in failed.items():
        yield Judgement(row, Verdict.INVALID, record["validity"]["status"])
    for row, (base, candidate) in matched.both.items():
        if is_valid(candidate) and not is_valid(base):
            yield Judgement(row, Verdict.NEW, f"the base is invalid: {base['validity']['status']}")
    # Of a variant that failed there is one record, of the step: it stands for all its stages.
    explained = {row.experiment for row in failed}
    missing = {
        row: record for row, record in matched.base_only.items() if row.experiment not in explained
    }
    yield from _absent(missing, matched.candidates(), Verdict.MISSING, "candidate")
    yield from _absent(matched.candidate_only, matched.bases(), Verdict.NEW, "base")


def _absent(records, others, verdict, side):
    """Judges valid records without a partner; one of an experiment that lacks as a whole."""
    present = {row.experiment for row in others}
    valid = sorted(row for row, record in records.items() if is_valid(record))
    for experiment, rows in groupby(valid, key=lambda row: row.experiment):
        rows = list(rows)
        if experiment in present:
            for row in rows:
                yield Judgement(row, verdict, f"not in the {side}'s file")
        else:
            whole = next((row for row in rows if row.scope == "step"), rows[0])
            reason = f"the {side}'s file has none of this variant's {len(rows)} rows"
            yield Judgement(whole, verdict, reason)


def notes_on(base, candidate):
    """What else differs between two records of a row: often the reason why one is slower."""
    for key, name in RESOURCES.items():
        before, after = base["resources"][key], candidate["resources"][key]
        if before != after:
            yield f"{name} {_known(before)} to {_known(after)}"
    if base["tuning"].get(candidate["stage"]) != candidate["tuning"].get(candidate["stage"]):
        yield "tuned otherwise"
    if base["strategies"] != candidate["strategies"]:
        yield "other strategies under the same name"
    if base["scenario"]["state"]["hash"] != candidate["scenario"]["state"]["hash"]:
        yield "from other particles"


def _known(value):
    return "unknown" if value is None else value


def _require_something_to_compare(matched, valid):
    """A base without a valid row would let everything pass: all of the candidate would be new."""
    if valid or not all(map(is_valid, matched.candidates().values())):
        return
    reason = next(base["validity"]["status"] for base, _ in matched.both.values())
    raise InputError(
        f"none of {len(matched.both)} common rows is valid in the base ({reason}): "
        "record it again, from code that passes verification"
    )


def is_too_short(pair, shortest_s):
    """Whether both records of a row take less. Whole steps are always long enough."""
    longest = max(record["summary"]["median_s"] for record in pair)
    return pair[0]["scope"] != "step" and longest < shortest_s


def is_one_recording(pair):
    """Whether both records hold the same samples: a copy, of which no noise has to be told."""
    return pair[0]["samples"] == pair[1]["samples"]


def is_resolved(times):
    """Whether all samples, Blocks, are times that a ratio can be made of: a mark may have cost as
    much as the stage that it ends, or more, and leave nothing or what rounding leaves."""
    return times.values[0] > SHORTEST_S


def _ratio_of_medians(base, candidate):
    if base is None or candidate is None:
        return None
    return candidate.median() / base.median()


def revision_of(record):
    """Of the code that made the record, for people."""
    code = record["code"]
    revision = "unknown revision" if code["revision"] is None else code["revision"][:12]
    return f"{revision} with changes" if code["dirty"] else revision


def gravest_first(judgement):
    """What a list of Judgements is sorted by."""
    change = 0 if judgement.measured is None else abs(math.log(judgement.measured.ratio))
    return GRAVITY[judgement.verdict], -change, judgement.row

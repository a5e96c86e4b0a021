"""Compares two sides of another tool's results, as two recorded runs are compared.

One process is slower or faster than another of the same code by where its memory lies and by what
else it met. Repetitions in it share that, so that no number of them tells a slow process from slow
code: by one process a side, no benchmark is called slower or faster.
"""

from dataclasses import replace
from itertools import permutations

import numpy as np

from analysis.compare import fingerprint
from analysis.compare.blocks import Blocks
from analysis.compare.bootstrap import fewest_blocks
from analysis.compare.comparison import (
    COPIED,
    Comparison,
    Judgement,
    Policy,
    Sides,
    gravest_first,
    judged,
)
from analysis.compare.confirm import CHANGED
from analysis.compare.rows import ForeignRow
from analysis.compare.verdict import Verdict, percent
from analysis.errors import InputError, UsageError
from analysis.foreign.devices import ids, numbered_as
from analysis.foreign.reading import load_side

MOST_NAMED = 5  # of many benchmarks, in a line
BOTH = ("base", "candidate")
RUNS = 12  # a side that suffice for many rows (docs/gate.md)


def compare_foreign(paths, policy):
    """The Comparison of a base and a candidate, each a file or a folder of runs.

    Every repetition is a block: the number of a repetition tells nothing of those of the other
    side, which ran at another time. Raises InputError where a file is not to be read and where the
    two have no benchmark in common, EnvironmentMismatch as compare().
    """
    _require_its_options(policy)
    policy = policy.with_floor(0.0)
    base, candidate = sides = _load_sides(paths, policy.across)
    measured = _measured(base, candidate)
    differences = _differences(measured.values(), base.tool)
    fingerprint.require_equal(differences, policy.across)
    long_enough = {name: pair for name, pair in measured.items() if not _is_short(pair, policy)}
    measured_here = _judged(long_enough, policy)
    if _is_one_process(sides):
        measured_here = map(_of_one_process, measured_here)
    judgements = [*measured_here, *_not_measured(base, candidate)]
    if not judgements:
        raise InputError(
            f"all {len(measured)} common benchmarks take less than {policy.shortest_s * 1e6:g} us: "
            "lower --floor"
        )
    return Comparison(
        candidate.device,
        base.made,
        candidate.made,
        policy,
        sorted(judgements, key=gravest_first),
        len(measured) - len(long_enough),
        differences,
        tuple(_caveats(paths, sides, policy)),
    )


def _require_its_options(policy):
    if policy.of_stage or policy.renamed or policy.scopes != Policy().scopes:
        raise UsageError(
            "--stage, --scope and --pair are of recorded runs; results of another tool have "
            "benchmarks, which --threshold judges alike"
        )


def _load_sides(paths, across):
    base, candidate = (load_side(path, across) for path in paths)
    if base.tool is not candidate.tool:
        raise InputError(
            f"{paths[0]} is of {base.tool.name}, {paths[1]} of {candidate.tool.name}; compare "
            "results of one tool"
        )
    return base, _numbered_as(candidate, base)


def _numbered_as(candidate, base):
    """The candidate with the base's ids of devices, or with its own where they are more or fewer,
    and a caveat where they differ."""
    mine, theirs = ids(candidate.benchmarks), ids(base.benchmarks)
    if mine == theirs:
        return candidate
    how = "in their order" if len(mine) == len(theirs) else "by the ids that both have"
    told = " against ".join(", ".join(map(str, one)) or "none" for one in (theirs, mine))
    return replace(
        candidate,
        benchmarks=numbered_as(candidate.benchmarks, base.benchmarks),
        caveats=(f"ids of devices differ, {told}: compared {how}", *candidate.caveats),
    )


def _measured(base, candidate):
    """Of each benchmark that both sides have a time of, by name, the two. Raises InputError where
    the candidate's would pass for having nothing to be compared with."""
    both = {
        name: (base.benchmarks[name], candidate.benchmarks[name])
        for name in base.benchmarks
        if name in candidate.benchmarks
    }
    if not both:
        raise InputError(_nothing_in_common(base, candidate))
    failed = [base.reason for base, _ in both.values() if not base.is_measured]
    if len(failed) == len(both):
        raise InputError(
            f"none of {len(both)} common benchmarks was measured in the base ({failed[0]}): run it "
            "again"
        )
    return {name: pair for name, pair in both.items() if _is_measured(*pair)}


def _is_measured(base, candidate):
    """Whether two benchmarks can be compared: a candidate that lacks more of its runs than the base
    may have failed in these."""
    return base.is_measured and candidate.is_measured and candidate.share >= base.share


def _nothing_in_common(*sides):
    lines = ["the files have no benchmark in common:"]
    for name, side in zip(BOTH, sides, strict=True):
        lines.append(f"  {name}: {_some(list(side.benchmarks))}")
    return "\n".join(lines)


def _differences(pairs, tool):
    found = set()
    for pair in pairs:
        for key in tool.fingerprint:
            base, candidate = (one.environment.get(key) for one in pair)
            if base != candidate:
                texts = map(fingerprint.as_text, (base, candidate))
                found.add(fingerprint.Difference(key, *texts))
    return sorted(found, key=lambda one: (tool.fingerprint.index(one.key), one))


def _is_short(pair, policy):
    return max(benchmark.median().time_s for benchmark in pair) < policy.shortest_s


def _judged(pairs, policy):
    """Judges what was measured on both sides. pairs: {name: two Benchmarks}"""
    copied = [
        name for name, (base, other) in pairs.items() if base.repetitions == other.repetitions
    ]
    sides = {
        ForeignRow(name): _sides(pair, policy) for name, pair in pairs.items() if name not in copied
    }
    yield from judged(sides, policy, together=False)
    for name in copied:
        yield Judgement(ForeignRow(name), Verdict.SAME, COPIED)


def _sides(pair, policy):
    return Sides(
        times=tuple(map(_times, pair)),
        cycles=tuple(map(_cycles, pair)),
        smallest_change=policy.change_that_matters(pair[1].runtime),
    )


def _times(benchmark):
    return _blocks([one.time_s for one in benchmark.repetitions])


def _cycles(benchmark):
    if any(not one.clock_hz for one in benchmark.repetitions):
        return None
    return _blocks([one.time_s * one.clock_hz for one in benchmark.repetitions])


def _blocks(values):
    return Blocks.of(values, np.arange(len(values)))


def _is_one_process(sides):
    return min(side.runs for side in sides) == 1


def _of_one_process(judgement):
    """The Judgement, without a verdict that only several processes a side can give."""
    if judgement.verdict not in CHANGED:
        return judgement
    reason = (
        f"one process a side: {percent(judgement.measured.ratio)} may be of the process, not of "
        "its code"
    )
    return replace(judgement, verdict=Verdict.UNCLEAR, reason=reason)


def _not_measured(base, candidate):
    """Judges what was not measured on one side or both."""
    for name, one in candidate.benchmarks.items():
        found = _without_a_pair(base.benchmarks.get(name), one)
        if found is not None:
            yield Judgement(ForeignRow(name), *found)
    for name, one in base.benchmarks.items():
        if name not in candidate.benchmarks and one.is_measured:
            yield Judgement(ForeignRow(name), Verdict.MISSING, "not in the candidate")


def _without_a_pair(base, candidate):
    """(Verdict, reason) of what cannot be compared, None where there is nothing to say. base: None
    where it has no such benchmark."""
    if base is not None and not base.is_measured and not candidate.is_measured:
        return None
    if candidate.error:
        return Verdict.INVALID, candidate.error
    if not candidate.repetitions:
        return None if base is None else (Verdict.MISSING, candidate.reason)
    if base is None:
        return Verdict.NEW, "not in the base"
    if not base.is_measured:
        return Verdict.NEW, f"not measured in the base: {base.reason}"
    if not _is_measured(base, candidate):
        return Verdict.MISSING, _lacks(candidate)
    return None


def _lacks(benchmark):
    count = len(benchmark.without)
    return f"no time in {count} of {count + len(benchmark.repetitions)}: {_some(benchmark.without)}"


def _caveats(paths, sides, policy):
    """What is not known of the two sides, and what to do where it can be helped."""
    tool = sides[0].tool
    needed = fewest_blocks(1 - policy.alpha)
    yield f"not known of files of {tool.name}: {tool.unknown}"
    if _is_one_process(sides):
        yield from _many_processes(tool, needed)
    yield from _left_out(*sides)
    yield from _not_in_turns(paths, sides)
    yield from _fewer_runs(paths, *sides)
    for path, side in zip(paths, sides, strict=True):
        yield from side.caveats
        yield from _incomplete(path, side)
        yield from _few_or_in_turn(path, side, needed)


def _many_processes(tool, needed):
    yield (
        "one process a side cannot tell a slow process from slow code: nothing is called slower or "
        "faster, and what is the same is so of these processes"
    )
    runs = (f"{side}/bench {tool.out.format(f'runs/{side}/$run.json')}" for side in BOTH)
    yield (
        f"give folders of {needed} runs or more, taken in turns: mkdir -p runs/base runs/candidate "
        f"&& for run in $(seq -w {RUNS}); do {'; '.join(runs)}; done; "
        "ci/gate runs/base runs/candidate"
    )


def _left_out(base, candidate):
    reasons = [
        f"{name} ({one.reason})"
        for name, one in candidate.benchmarks.items()
        if name in base.benchmarks and not one.is_measured
        if not base.benchmarks[name].is_measured
    ]
    if reasons:
        yield f"left out: measured on neither side: {_some(reasons)}"


def _not_in_turns(paths, sides):
    for (path, side), (other, later) in permutations(zip(paths, sides, strict=True)):
        if side.began_s and later.began_s and max(side.began_s) < min(later.began_s):
            yield (
                f"{path}: all its runs began before those of {other}: what changed on the machine "
                "meanwhile counts as a difference; take them in turns"
            )


def _fewer_runs(paths, base, candidate):
    """A run that fails may leave no file."""
    if candidate.files and candidate.files < base.files:
        lacking = sorted(base.files - candidate.files)
        yield f"{paths[1]}: lacks {_some(lacking)} of {paths[0]}: has its run failed?"


def _incomplete(path, side):
    lacking = [
        f"{name} ({_lacks(one)})"
        for name, one in side.benchmarks.items()
        if one.repetitions and one.without
    ]
    if lacking:
        yield f"{path}: not every run has a time of {_some(lacking)}"


def _few_or_in_turn(path, side, needed):
    tool = side.tool
    counts = [len(one.repetitions) for one in side.benchmarks.values() if one.is_measured]
    fewest = min(counts, default=needed)
    if fewest < needed and side.runs > 1:
        yield f"{path}: {fewest} runs of a benchmark, but a verdict needs {needed}: add runs to it"
    elif fewest < needed:
        yield (
            f"{path}: {fewest} repetition{'s' if fewest > 1 else ''} of a benchmark, "
            f"but a verdict needs {needed}: {tool.more}, or give a folder of as many runs"
        )
    elif not side.interleaved:
        yield (
            f"{path}: does not show that repetitions were interleaved; where they followed "
            f"each other, what they share counts as agreement: {tool.interleaving}"
        )


def _some(names):
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more

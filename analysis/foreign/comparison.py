"""Compares two sides of another tool's results, as two recorded runs are compared."""

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
from analysis.compare.rows import ForeignRow
from analysis.compare.verdict import Verdict
from analysis.errors import InputError, UsageError
from analysis.foreign.reading import load_side

MOST_NAMED = 5  # of many benchmarks, in a line


def compare_foreign(paths, policy):
    """The Comparison of a base and a candidate, each a file or a folder of runs.

    Every repetition is a block: the number of a repetition tells nothing of those of the other
    side, which ran at another time. Raises InputError where a file is not to be read and where the
    two have no benchmark in common, EnvironmentMismatch as compare().
    """
    _require_its_options(policy)
    policy = policy.with_floor(0.0)
    base, candidate = sides = _load_sides(paths)
    measured = _measured(base, candidate)
    differences = _differences(measured.values(), base.tool)
    fingerprint.require_equal(differences, policy.across)
    long_enough = {name: pair for name, pair in measured.items() if not _is_short(pair, policy)}
    judgements = [*_judged(long_enough, policy), *_not_measured(base, candidate)]
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


def _load_sides(paths):
    base, candidate = (load_side(path) for path in paths)
    if base.tool is not candidate.tool:
        raise InputError(
            f"{paths[0]} is of {base.tool.name}, {paths[1]} of {candidate.tool.name}; compare "
            "results of one tool"
        )
    return base, candidate


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
    failed = [base.error or base.skipped for base, _ in both.values() if not _is_measured(base)]
    if len(failed) == len(both):
        raise InputError(
            f"none of {len(both)} common benchmarks was measured in the base ({failed[0]}): run it "
            "again"
        )
    return {name: pair for name, pair in both.items() if all(map(_is_measured, pair))}


def _is_measured(benchmark):
    return not benchmark.error and not benchmark.skipped


def _nothing_in_common(*sides):
    lines = ["the files have no benchmark in common:"]
    for name, side in zip(("base", "candidate"), sides, strict=True):
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


def _not_measured(base, candidate):
    """Judges what was not measured on one side or both."""
    for name, one in candidate.benchmarks.items():
        before = base.benchmarks.get(name)
        if before is not None and not _is_measured(before) and not _is_measured(one):
            continue
        if one.error:
            yield Judgement(ForeignRow(name), Verdict.INVALID, one.error)
        elif one.skipped:
            if before is not None:
                yield Judgement(ForeignRow(name), Verdict.MISSING, one.skipped)
        elif before is None:
            yield Judgement(ForeignRow(name), Verdict.NEW, "not in the base")
        elif not _is_measured(before):
            reason = f"not measured in the base: {before.error or before.skipped}"
            yield Judgement(ForeignRow(name), Verdict.NEW, reason)
    for name, one in base.benchmarks.items():
        if name not in candidate.benchmarks and _is_measured(one):
            yield Judgement(ForeignRow(name), Verdict.MISSING, "not in the candidate")


def _caveats(paths, sides, policy):
    """What is not known of the two sides, and what to do where it can be helped."""
    tool = sides[0].tool
    yield f"not known of files of {tool.name}: {tool.unknown}"
    yield from _left_out(*sides)
    needed = fewest_blocks(1 - policy.alpha)
    for path, side in zip(paths, sides, strict=True):
        yield from side.caveats
        counts = [len(one.repetitions) for one in side.benchmarks.values() if _is_measured(one)]
        fewest = min(counts, default=needed)
        if fewest < needed:
            yield (
                f"{path}: {fewest} repetition{'s' if fewest > 1 else ''} of a benchmark, "
                f"but a verdict needs {needed}: {tool.more}, or give a folder of as many runs"
            )
        elif not side.interleaved:
            yield (
                f"{path}: does not show that repetitions were interleaved; where they followed "
                f"each other, what they share counts as agreement: {tool.interleaving}"
            )


def _left_out(base, candidate):
    reasons = [
        f"{name} ({one.error or one.skipped})"
        for name, one in candidate.benchmarks.items()
        if name in base.benchmarks and not _is_measured(one)
        if not _is_measured(base.benchmarks[name])
    ]
    if reasons:
        yield f"left out: measured on neither side: {_some(reasons)}"


def _some(names):
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more

"""Why one variant is faster than another, in the terms of their diagnoses."""

from dataclasses import dataclass

from analysis.stages import order_of
from analysis.why.differing import differing_facts
from analysis.why.numbers import grouped, ratio, scaled, shortest, time
from analysis.why.prose import sentence

# A ratio nearer to 1 than this is told as the same.
SAME_WITHIN = 0.03
# Stages are told of until these shares of the differences of all are explained.
EXPLAINED_SHARE = 0.8


@dataclass(frozen=True)
class StageDifference:
    """A stage that at least one of two variants has; seconds of a step."""

    stage: str
    first_s: float | None  # None where the first variant does not have it, or no time
    second_s: float | None

    @property
    def difference(self):
        return (self.second_s or 0) - (self.first_s or 0)


@dataclass(frozen=True)
class Comparison:
    ratio: float | None  # step of the second over that of the first
    is_within_spread: bool  # the steps differ by less than their samples spread
    stages: list[StageDifference]  # in the order of execution
    paragraph: str  # why, without line ends
    caveats: list[str]  # what makes the two less comparable


def compare(first, second):
    """Compares two Diagnoses of one scenario in one state on one device."""
    quotient, is_within_spread = _compare_steps(first, second)
    stages = _differences(first, second)
    clauses = [_steps(quotient, is_within_spread, first, second)]
    clauses += [_stage(stage, first, second) for stage in _deciding(stages)]
    paragraph = "".join(map(sentence, clauses)).rstrip(" ")
    caveats = _caveats(first.recorded.head, second.recorded.head)
    return Comparison(quotient, is_within_spread, stages, paragraph, caveats)


def incomparable(first, second):
    """Why two RecordedVariants are no comparison: what of device, scenario, physics, parameters,
    state and size differs; "" where they can be compared."""
    of_both = zip(_compared(first.head), _compared(second.head), strict=True)
    differing = (f"{what} {a} and {b}" for (what, a), (_, b) in of_both if a != b)
    return next(differing, "")


def _compared(record):
    scenario = record["scenario"]
    # Without what is of the rebuild policy.
    parameters = (
        f"{name}={shortest(value)}"
        for name, value in sorted(scenario["parameters"].items())
        if name != "rebuild_interval"
    )
    return (
        ("device", record["device"]["name"]),
        ("scenario", scenario["name"]),
        ("physics", record["physics"]),
        ("parameters", ", ".join(parameters)),
        ("state", scenario["state"]["label"]),
        ("particles", grouped(scenario["particles"])),
    )


def _compare_steps(first, second):
    if first.facts.step_s is None or second.facts.step_s is None:
        return None, False
    quotient = second.facts.step_s / first.facts.step_s
    spreads = (one.recorded.step["summary"]["relative_spread"] or 0 for one in (first, second))
    return quotient, abs(quotient - 1) < max(spreads)


def _differences(first, second):
    names = ([stage.facts.stage for stage in one.stages] for one in (first, second))
    return [
        StageDifference(name, *(_seconds(one.stage(name)) for one in (first, second)))
        for name in order_of(names)
    ]


def _seconds(stage):
    return None if stage is None else stage.step_s


def _deciding(stages):
    """The stages that differ most, until enough of all differences is told."""
    enough = EXPLAINED_SHARE * sum(abs(stage.difference) for stage in stages)
    told = 0
    for stage in sorted(stages, key=lambda stage: -abs(stage.difference)):
        if told >= enough:
            return
        told += abs(stage.difference)
        yield stage


def _steps(quotient, is_within_spread, first, second):
    if quotient is None:
        return (
            "the whole step of one of them has no recorded time, so that stages alone are compared"
        )
    verdict = (
        "which is no difference: samples of one spread by more"
        if is_within_spread
        else _duration(quotient)
    )
    of_first, of_second = time(first.facts.step_s), time(second.facts.step_s)
    return f"a step takes {of_first} by A and {of_second} by B, {verdict}"


def _duration(quotient):
    """ "2.5 times as long", or of a ratio below 1 "2.5 times as fast"."""
    if quotient >= 1:
        return f"{ratio(quotient)} times as long"
    return f"{ratio(1 / quotient)} times as fast"


def _stage(difference, first, second):
    a, b = difference.first_s, difference.second_s
    of_first, of_second = first.stage(difference.stage), second.stage(difference.stage)
    if a is None or b is None:
        return _one_sided(difference, of_first, of_second)
    return (
        f"{difference.stage} takes {time(a)} of a step of A and {time(b)} of one of B, "
        f"{_duration(b / a)}: {_calls(of_first, of_second)}{_work(of_first, of_second)}"
        f"{_facts(of_first, of_second)}"
    )


def _one_sided(difference, of_first, of_second):
    """Tells of a stage that one of the two alone spends time in."""
    is_of_first = difference.first_s is not None
    seconds, own, other = (
        (difference.first_s, "A", "B") if is_of_first else (difference.second_s, "B", "A")
    )
    is_absent = (of_second if is_of_first else of_first) is None
    return (
        f"{difference.stage} takes {time(seconds)} of a step of {own}, and {other} "
        f"{'has none' if is_absent else 'has no time of it'}"
    )


def _calls(first, second):
    if _is_same(second.calls_per_step / first.calls_per_step):
        return ""
    return (
        f"it runs {second.calls_per_step:.3g} times a step in place of {first.calls_per_step:.3g}; "
    )


def _work(first, second):
    """How much of the ratio of two times is work, and how much the rate at which it is done."""
    a, b = first.looked_at, second.looked_at
    if not first.is_over_pairs or not a or not b:
        return ""
    work = (b * second.calls_per_step) / (a * first.calls_per_step)
    rate = ratio((b / second.call_s) / (a / first.call_s))
    if _is_same(work):
        return f"the work is the same, {_looked_at(first)} a call, at {rate} times the rate; "
    return (
        f"{'B' if work > 1 else 'A'} looks at {ratio(max(work, 1 / work))} times as many pairs in "
        f"a step (B at {_looked_at(second)} a call, A at {_looked_at(first)}), and B does that at "
        f"{rate} times the rate of A; "
    )


def _looked_at(stage):
    """ "370 M candidates", "60.3 M pairs of its list"."""
    is_tested = stage.work["candidate_pairs"] is not None
    return f"{scaled(stage.looked_at)} {'candidates' if is_tested else 'pairs of its list'}"


def _facts(first, second):
    texts = [f"{what} {b} against {a}" for what, a, b in differing_facts(first, second)]
    if not texts:
        return "nothing else is recorded that tells them apart"
    return f"what differs besides, B against A: {', '.join(texts)}"


def _is_same(quotient):
    return abs(quotient - 1) <= SAME_WITHIN


def _caveats(first, second):
    pairs = {
        "by different toolchains": (one["toolchain"]["name"] for one in (first, second)),
        "of different revisions": (
            (one["code"]["revision"] or "unknown")[:8] for one in (first, second)
        ),
        "of different suites": (one["suite"] for one in (first, second)),
    }
    texts = []
    for what, (a, b) in pairs.items():
        if a != b:
            texts.append(f"{what}: {a} and {b}")
    return texts

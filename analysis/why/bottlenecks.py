"""What a stage waits for, by the first rule that fires (docs/why.md)."""

from collections.abc import Callable
from typing import NamedTuple

from analysis.why.thresholds import BUSY, FULL_DEVICE, MOST_COUNTED, MOSTLY_IDLE_LANES

UNKNOWN = "not known"
LATENCY = "latency"  # nothing is busy: too few warps, or operations that wait for each other
DIVERGENCE = "divergence"  # issue of instructions that most lanes have no part in


def decide(stage):
    """(what StageFacts are bound by, the rule that decided, the number that says so)."""
    if stage.call_s is not None:
        for name, rule in RULES.items():
            evidence = rule.evidence(stage)
            if evidence is not None:
                return rule.bound, name, evidence
    return UNKNOWN, None, None


def _profiled(stage, metric):
    return stage.profiled.share(metric) if stage.profiled else None


def _is_busy(share):
    return share is not None and share >= BUSY


def _is_busy_limit(reach):
    """Within what a limit can be reached to: above 1 the work did not meet it."""
    return _is_busy(reach) and reach <= 1


def _percent(share):
    return f"{100 * share:.0f} %"


def _busy_part(metric, text):
    """The rule of a part of the device that one counter tells of; text: with "{}" for its share."""

    def evidence(stage):
        share = _profiled(stage, metric)
        return text.format(_percent(share)) if _is_busy(share) else None

    return evidence


def _not_full(stage):
    """What its multiprocessors are busy with is then no limit: those without a block idle."""
    waves = stage.profiled.metrics.get("waves") if stage.profiled else None
    if waves is None or waves >= FULL_DEVICE:
        return None
    return (
        f"its blocks fill {_percent(waves)} of the device (profile), too few to hide what each of "
        "them waits for"
    )


def _l1(stage):
    pipe = _profiled(stage, "lsu_wavefronts_busy")
    if not _is_busy(pipe) or pipe < (_profiled(stage, "issue_slots_busy") or 0):
        return None
    return f"the data pipe of first cache and shared memory is {_percent(pipe)} busy (profile)"


def _divergence(stage):
    issue = _profiled(stage, "issue_slots_busy")
    lanes = stage.profiled.metrics.get("active_lanes") if stage.profiled else None
    if not _is_busy(issue) or lanes is None or lanes >= MOSTLY_IDLE_LANES:
        return None
    return (
        f"{_percent(issue)} of the issue slots are busy, with instructions in which {lanes:.1f} of "
        "32 lanes work (profile)"
    )


def _l2(stage):
    """The busiest unit of memory is neither the memory itself nor the pipe of the first cache,
    which have counters of their own."""
    clearly = 0.02
    unit = _profiled(stage, "memory_throughput")
    if not _is_busy(unit) or any(
        unit <= (_profiled(stage, other) or 0) + clearly
        for other in ("dram_throughput", "lsu_wavefronts_busy")
    ):
        return None
    return f"a unit between first cache and memory is {_percent(unit)} busy (profile)"


PARTS = {
    "compute_throughput": "a pipe of the multiprocessors",
    "issue_slots_busy": "the issue slots",
    "memory_throughput": "a unit of memory or caches",
}


def _latency(stage):
    """Nothing where the profile does not tell all parts."""
    shares = {name: _profiled(stage, metric) for metric, name in PARTS.items()}
    if None in shares.values():
        return None
    busiest = max(shares, key=shares.get)
    if shares[busiest] >= BUSY:
        return None
    return (
        f"nothing is busy all the time, most of all {busiest}, {_percent(shares[busiest])} "
        "(profile)"
    )


def _launch(stage):
    launches = stage.reaches.get("launch")
    if not _is_busy(launches):
        return None
    what = "its kernel" if len(stage.kernels) == 1 else "its kernels"
    return f"launching {what} takes {_percent(min(1.0, launches))} of the time"


def _declared_memory(stage):
    copy = stage.reaches.get("copy")
    if not _is_busy_limit(copy) or stage.fits_l2 is not False:
        return None
    return (
        f"its declared bytes take {_percent(copy)} of what the memory copies in that time, and are "
        "more than L2 holds"
    )


def _beyond_l1(stage):
    """What fits into L2 may lie there, and what is more than the memory copies did."""
    copy = stage.reaches.get("copy")
    if not _is_busy(copy):
        return None
    where = ": L2 serves the rest" if copy > 1 else ", and fit into L2"
    return f"its declared bytes are {_percent(copy)} of what the memory copies in that time{where}"


def _declared_arithmetic(stage):
    flops = stage.reaches.get("fma")
    if not _is_busy_limit(flops):
        return None
    return f"its declared FLOP take {_percent(flops)} of what the device computes in that time"


def _counted_l1(stage):
    pipe = stage.counted_pipe
    if not _is_busy(pipe) or pipe > MOST_COUNTED:
        return None
    return (
        f"its counted requests take {_percent(pipe)} of the turns of first cache and shared memory"
    )


class Rule(NamedTuple):
    bound: str
    evidence: Callable  # the number that says so, of StageFacts; None where it does not


MEMORY = "the device's memory is {} busy (profile)"
ISSUE = "{} of the issue slots are busy (profile)"
PIPES = "the busiest pipe of the multiprocessors is {} busy (profile)"

# In the order in which they are asked. What a profiler has counted comes before what follows from
# declared work, and this before what the host has counted.
RULES = {
    "profiled-not-full": Rule(LATENCY, _not_full),
    "profiled-memory": Rule("memory", _busy_part("dram_throughput", MEMORY)),
    "profiled-l1": Rule("L1", _l1),
    "profiled-divergence": Rule(DIVERGENCE, _divergence),
    "profiled-issue": Rule("issue", _busy_part("issue_slots_busy", ISSUE)),
    "profiled-arithmetic": Rule("arithmetic", _busy_part("compute_throughput", PIPES)),
    "profiled-l2": Rule("L2", _l2),
    "profiled-latency": Rule(LATENCY, _latency),
    "declared-launch": Rule("launch", _launch),
    "declared-memory": Rule("memory", _declared_memory),
    # No limit of L2 is measured that would part L2 and memory.
    "declared-beyond-l1": Rule("L2/memory", _beyond_l1),
    "declared-arithmetic": Rule("arithmetic", _declared_arithmetic),
    "counted-l1": Rule("L1", _counted_l1),
}

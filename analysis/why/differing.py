"""The facts of a stage that differ between two variants. That they differ is known; that they are
the cause is not."""

from analysis.why.numbers import percent, scaled


def differing_facts(first, second):
    """(what, of the first, of the second), texts, of two StageFacts; of facts that both have."""
    of_both = ((what, text(first), text(second)) for what, text in FACTS.items())
    return [
        (what, a, b)
        for what, a, b in of_both
        if a and b and a != b and (what != BYTES or _look_at_the_same(first, second))
    ]


def _look_at_the_same(first, second):
    """Whether both look at candidates, or both at the pairs of a list."""
    return (first.work["candidate_pairs"] is None) == (second.work["candidate_pairs"] is None)


def _counter(metric):
    def text(stage):
        value = stage.profiled.metrics.get(metric) if stage.profiled else None
        return "" if value is None else scaled(value)

    return text


def _lanes(stage):
    if stage.profiled and "active_lanes" in stage.profiled.metrics:
        return f"{stage.profiled.metrics['active_lanes']:.1f} of 32 (profile)"
    if stage.counted and stage.counted.lanes_per_run is not None:
        return f"{stage.counted.lanes_per_run:.1f} of 32 (counted)"
    return ""


def _warps(stage):
    known = [kernel.residency for kernel in stage.kernels if kernel.residency]
    if not known:
        return ""
    least = min(known, key=lambda residency: residency.warps)
    return f"{least.warps} of {least.most_warps} (limited by {' and '.join(least.limited_by)})"


def _bytes_a_pair(stage):
    done = stage.work["bytes"]
    return f"{done / stage.looked_at:.0f}" if done is not None and stage.looked_at else ""


def _turns_a_pair(stage):
    if stage.counted is None or not stage.counted.accepted_pairs:
        return ""
    return f"{stage.counted.pipe_turns / stage.counted.accepted_pairs:.2f}"


def _use(kind):
    def text(stage):
        used = getattr(stage.counted, kind).used if stage.counted else None
        return "" if used is None else percent(used)

    return text


BYTES = "declared bytes a pair"
FACTS = {
    "warp instructions": _counter("warp_instructions"),
    "sectors loaded": _counter("global_load_sectors"),
    "sectors stored": _counter("global_store_sectors"),
    "lanes that work": _lanes,
    "warps of a multiprocessor": _warps,
    BYTES: _bytes_a_pair,
    "turns of first cache and shared memory a pair in reach (counted)": _turns_a_pair,
    "use of the sectors that loads touch (counted)": _use("loads"),
    "use of the sectors that stores touch (counted)": _use("stores"),
}

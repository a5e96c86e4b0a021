"""Remarks on a stage. Each rule is asked of its StageFacts, of the VariantFacts, and of what it is
bound by."""

from analysis.why import thresholds
from analysis.why.bottlenecks import DIVERGENCE, LATENCY, UNKNOWN
from analysis.why.numbers import grouped, percent, ratio
from analysis.why.remarks import Said

# The traversal that tests and evaluates in loops of their own (docs/gpu-ladder.md).
COMPACTED = "rows-compacted"


def _many_tests(stage, variant, _bound):
    tested = _candidates_a_pair(stage)
    if tested is None or tested < thresholds.MANY_CANDIDATES:
        return None
    is_repeated = stage.stage != "list" and _is_rebuilt_seldom(variant)
    remedy = "a list would test candidates once a rebuild and not in every pass"
    return Said(
        f"{stage.stage} tests {ratio(tested)} candidates for each pair in reach",
        remedy if is_repeated else None,
    )


def _candidates_a_pair(stage):
    """None where none are tested, or no pair is in reach."""
    candidates, pairs = stage.work["candidate_pairs"], stage.work["accepted_pairs"]
    return candidates / pairs if candidates is not None and pairs else None


def _is_rebuilt_seldom(variant):
    life = variant.recorded.head.get("list_life")
    rebuilds = life and life["rebuilds_per_step"]
    return rebuilds is not None and rebuilds < 1


def _idle_lanes(stage, _variant, bound):
    """Nothing where idle lanes are what the stage is bound by: their number has been told."""
    if bound == DIVERGENCE:
        return None
    if stage.profiled:
        return _idle(stage, stage.profiled.metrics.get("active_lanes"), "an instruction (profile)")
    if stage.counted is None:
        return None
    what = f"a run of straight-line code {_counted(stage)}"
    return _idle(stage, stage.counted.lanes_per_run, what)


def _idle(stage, lanes, what):
    if lanes is None or lanes >= thresholds.IDLE_LANES:
        return None
    text = f"in {stage.stage} {lanes:.1f} of 32 lanes work in {what}"
    return Said(text, _remedy_of_idle_lanes(stage))


def _remedy_of_idle_lanes(stage):
    """Of a pass whose lanes evaluate pairs where they find them, among many that are none."""
    tested = _candidates_a_pair(stage)
    tests_few = tested is None or tested < thresholds.MANY_CANDIDATES
    if tests_few or stage.stage == "list" or stage.strategy == COMPACTED:
        return None
    return f"tests and evaluations in loops of their own keep more lanes busy, as {COMPACTED} does"


def _counted(stage):
    """The size at which the host has counted: shares there are not those of a large problem."""
    return f"(counted on {grouped(stage.counted.particles)} particles)"


def _scattered(what):
    def scattered(stage, _variant, _bound):
        if stage.counted is None:
            return None
        accesses = getattr(stage.counted, what)
        least = thresholds.SCATTERED_PART * (
            stage.counted.loads.sectors + stage.counted.stores.sectors
        )
        used = accesses.used
        if used is None or used >= thresholds.SCATTERED_SHARE or accesses.sectors < least:
            return None
        return Said(
            f"{what} of {stage.stage} use {percent(used)} of the 32-byte sectors that they touch "
            f"{_counted(stage)}"
        )

    return scattered


def _sparse_entries(stage, _variant, _bound):
    sectors, entries, source = _written(stage)
    if stage.stage != "list" or not sectors or entries / sectors >= thresholds.FEW_ENTRIES:
        return None
    return Said(
        f"list writes a sector of 32 bytes for every {entries / sectors:.1f} entries ({source})",
        "formats in chunks write more entries a sector",
    )


def _written(stage):
    """Sectors that a build of a list writes, the entries in them, and what tells."""
    pairs = stage.work["accepted_pairs"]
    if stage.profiled and pairs is not None and "global_store_sectors" in stage.profiled.metrics:
        return stage.profiled.metrics["global_store_sectors"], pairs, "profile"
    if stage.counted and stage.counted.accepted_pairs is not None:
        return stage.counted.stores.sectors, stage.counted.accepted_pairs, "counted"
    return None, None, None


def _spills(stage, _variant, _bound):
    most = max((kernel.resources["spill_bytes"] or 0 for kernel in stage.kernels), default=0)
    if most == 0:
        return None
    return Said(
        f"{stage.stage} spills {most} bytes of registers a thread",
        f"fewer values held at once in {stage.stage} would end the spills",
    )


def _few_warps(stage, _variant, bound):
    kernel = stage.least_resident
    if kernel is None or kernel.residency.occupancy >= thresholds.LOW_OCCUPANCY:
        return None
    held = kernel.residency
    # Where a part of the device is busy, more warps wait for it.
    could_help = bound in (LATENCY, UNKNOWN)
    return Said(
        f"a multiprocessor holds {held.warps} of {held.most_warps} warps of {stage.stage}, limited "
        f"by {' and '.join(held.limited_by)}",
        _remedy_of_few_warps(kernel, stage.stage) if could_help else None,
    )


def _remedy_of_few_warps(kernel, stage):
    held, resources = kernel.residency, kernel.resources
    if held.roomier_registers is not None:
        return (
            f"with {held.roomier_registers} registers a thread in place of "
            f"{resources['registers']} more warps of {stage} would fit"
        )
    if held.limited_by == ["shared memory"]:
        return (
            f"less shared memory than {grouped(resources['shared_bytes'])} bytes a block would let "
            f"more warps of {stage} fit"
        )
    return None


RULES = {
    "many-tests": _many_tests,
    "idle-lanes": _idle_lanes,
    "scattered-loads": _scattered("loads"),
    "scattered-stores": _scattered("stores"),
    "sparse-entries": _sparse_entries,
    "spills": _spills,
    "few-warps": _few_warps,
}

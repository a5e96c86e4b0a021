"""Remarks on a variant as a whole. Each rule is asked of its VariantFacts."""

from analysis.why import thresholds
from analysis.why.numbers import grouped, percent
from analysis.why.remarks import Said


def _costly_rebuilds(variant):
    share, life = variant.rebuild_share, variant.recorded.head.get("list_life")
    rebuilds = life and life["rebuilds_per_step"]
    if share is None or share < thresholds.HIGH_REBUILD_SHARE or not rebuilds:
        return None
    missed = life["missed_pairs"]
    as_it_is = (
        f"; as it is, {percent(missed)} of the pairs are missed before a rebuild"
        if missed is not None
        else ""
    )
    return Said(
        f"what runs with a rebuild takes {percent(share)} of the step, at one rebuild in "
        f"{1 / rebuilds:.4g} steps",
        f"half as many rebuilds would save up to {percent(share / 2)} of the step, where the skin "
        f"of the list or cells allows them ('sphlab run --life'){as_it_is}",
    )


def _roomy_list(variant):
    of_list = variant.neighbour_list
    if of_list is None or of_list.used is None or of_list.used >= thresholds.LOW_LIST_USE:
        return None
    return Said(
        f"{percent(of_list.used)} of the list's {grouped(of_list.bytes / 1e6)} MB are neighbours "
        "in reach, the rest is room"
    )


def _gaps(variant):
    step = variant.recorded.step
    rest = step and step["summary"]["unexplained_fraction"]
    if rest is None or abs(rest) < thresholds.HIGH_GAP:
        return None
    if rest < 0:
        return Said(f"the stages, measured apart, add up to {percent(-rest)} more than the step")
    return Said(
        f"{percent(rest)} of the step are gaps between stages",
        "fewer and longer kernels would leave fewer gaps",
    )


def _small_problem(variant):
    if variant.fills is None or variant.fills >= 1:
        return None
    return Said(
        f"{grouped(variant.particles)} particles are {percent(variant.fills)} of the threads that "
        "the device holds at once, so that a thread a particle leaves it part empty",
        "more particles would cost less than their share",
    )


def _slow_clock(variant):
    if variant.relative_clock is None or variant.relative_clock >= thresholds.LOW_CLOCK:
        return None
    return Said(f"the clock was at {percent(variant.relative_clock)} of the device's highest")


RULES = {
    "costly-rebuilds": _costly_rebuilds,
    "roomy-list": _roomy_list,
    "gaps": _gaps,
    "small-problem": _small_problem,
    "slow-clock": _slow_clock,
}

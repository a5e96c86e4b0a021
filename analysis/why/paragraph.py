"""A diagnosis as one paragraph: where the time of a step goes, what its largest stages are bound
by, what else is worth knowing, and what could be changed."""

from analysis.why.bottlenecks import UNKNOWN
from analysis.why.numbers import grouped, percent, time
from analysis.why.prose import sentence

# The share of a step that a stage takes at least that is told of.
LEAST_SHARE_TOLD = 0.10
LIMITS = {
    "copy": "what the memory copies in that time",
    "fma": "the arithmetic",
    "l1": "what first caches deliver",
}


def paragraph_of(diagnosis):
    """The paragraph of a Diagnosis, without line ends."""
    clauses = [_time(diagnosis)] if diagnosis.facts.step_s is not None else []
    remarks = []
    for stage in _told_stages(diagnosis):
        clauses += [_bound(stage), *(remark.text for remark in stage.remarks)]
        remarks += stage.remarks
    clauses += [remark.text for remark in diagnosis.remarks]
    remarks += diagnosis.remarks
    # Each once, in the order of the remarks.
    remedies = dict.fromkeys(remark.remedy for remark in remarks if remark.remedy)
    could = f"What could change: {'; '.join(remedies)}." if remedies else ""
    return ("".join(map(sentence, clauses)) + could).rstrip(" ")


def _time(diagnosis):
    facts = diagnosis.facts
    shares = _largest(stage.facts for stage in diagnosis.stages)[:3]
    text = ", ".join(f"{stage.stage} {percent(stage.share)}" for stage in shares)
    return (
        f"A step takes {time(facts.step_s)}, {grouped(facts.particles / facts.step_s / 1e6)} "
        f"million particles a second{': ' if text else ''}{text}"
    )


def _largest(stages):
    """Those whose share is known, the largest first."""
    known = (stage for stage in stages if stage.share is not None)
    return sorted(known, key=lambda stage: -stage.share)


def _told_stages(diagnosis):
    """The main stage first, then those that take enough, the largest first."""
    main = diagnosis.main_stage
    if main is None:
        return []
    others = [
        stage
        for stage in diagnosis.stages
        if stage is not main and (stage.facts.share or 0) >= LEAST_SHARE_TOLD
    ]
    return [main, *sorted(others, key=lambda stage: -stage.facts.share)]


def _bound(stage):
    if stage.facts.call_s is None:
        return f"{stage.facts.stage} takes less than the timer tells apart"
    if stage.bound == UNKNOWN:
        return f"what bounds {stage.facts.stage} is not known: {_unknown(stage.facts)}"
    return f"{stage.facts.stage} is bound by {stage.bound}: {stage.evidence}"


def _unknown(stage):
    """Tells what is known nevertheless: no limit is met, or caches serve what memory could not."""
    if stage.profiled:
        return "the profile shows no part that is busy enough"
    reaches = _reaches(stage)
    if not reaches:
        is_declared = stage.work["flops"] is not None or stage.work["bytes"] is not None
        return (
            "there are no limits to hold its work against"
            if is_declared
            else "it declares no work to hold against a limit"
        )
    text = f"its work takes {reaches}, and nothing tells what else it waits for"
    if stage.is_over_pairs and (stage.of_memory or 0) > 1:
        text += f"; at least {percent(1 - 1 / stage.of_memory)} of its bytes come from caches"
    return text


def _reaches(stage):
    """Nothing of launches: they are told where they are what a stage waits for."""
    texts = [f"{percent(stage.reaches[k])} of {LIMITS[k]}" for k in stage.reaches if k in LIMITS]
    if stage.counted_pipe is not None:
        texts.append(f"{percent(stage.counted_pipe)} of their turns by its counted requests")
    return ", ".join(texts)

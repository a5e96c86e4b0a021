"""A diagnosis as a JSON document (docs/why.md).

`stages` stand in the order of execution, `series` being scope and cache of their time, and
`residency` of kernels has `roomier_registers`, the most with which more warps would fit.
`list.used` is the share that is neighbours in reach; `fills` particles over the threads that the
device holds.
"""

import json

from analysis.why.absent import absent_facts
from analysis.why.paragraph import paragraph_of

SCHEMA = "sphlab-why/1"
OF_SCENARIO = ("variant", "physics", "scenario", "strategies", "tuning")


def document_of(diagnosis):
    """The document of a Diagnosis."""
    return {"schema": SCHEMA, **_variant(diagnosis)}


def document_of_two(first, second, comparison):
    """The same of two that were compared."""
    return {
        **document_of(first),
        "against": _variant(second),
        "comparison": {
            "ratio": comparison.ratio,
            "is_within_spread": comparison.is_within_spread,
            "stages": [
                {"stage": one.stage, "step_s": one.first_s, "against_step_s": one.second_s}
                for one in comparison.stages
            ],
            "paragraph": comparison.paragraph,
            "caveats": comparison.caveats,
        },
    }


def as_text(document):
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _variant(diagnosis):
    facts, head = diagnosis.facts, diagnosis.recorded.head
    return {
        "file": str(diagnosis.recorded.file),
        "suite": head["suite"],
        "recorded_at": head["recorded_at"],
        "revision": head["code"]["revision"],
        "device": head["device"]["name"],
        "toolchain": head["toolchain"]["name"],
        **{key: _sorted(head[key]) for key in OF_SCENARIO},
        "step_s": facts.step_s,
        "stages": [_stage(stage) for stage in diagnosis.stages],
        "list": facts.neighbour_list and vars(facts.neighbour_list),
        "rebuild_share": facts.rebuild_share,
        "relative_clock": facts.relative_clock,
        "fills": facts.fills,
        "remarks": _remarks(diagnosis.remarks),
        "paragraph": paragraph_of(diagnosis),
        "absent": absent_facts(diagnosis),
    }


def _stage(stage):
    facts = stage.facts
    return {
        "stage": facts.stage,
        "strategy": facts.strategy,
        "series": facts.series,
        "call_s": facts.call_s,
        "calls_per_step": facts.calls_per_step,
        "share": facts.share,
        "work": _sorted(facts.work),
        "limits": facts.reaches,
        "kernels": [_kernel(kernel) for kernel in facts.kernels],
        "counted": facts.counted and _counted(facts.counted),
        "counted_pipe": facts.counted_pipe,
        "profile": facts.profiled and _profile(facts.profiled),
        "bound": stage.bound,
        "rule": stage.rule,
        "evidence": stage.evidence,
        "remarks": _remarks(stage.remarks),
    }


def _kernel(kernel):
    residency = kernel.residency and vars(kernel.residency)
    return {**_sorted(kernel.resources), "residency": residency}


def _counted(counted):
    return {
        "source": counted.source,
        "parameters": counted.parameters,
        "particles": counted.particles,
        "accepted_pairs": counted.accepted_pairs,
        "global_load": _accesses(counted.loads),
        "global_store": _accesses(counted.stores),
        "atomics": counted.atomics,
        "shared_wavefronts": counted.shared_wavefronts,
        "pipe_turns": counted.pipe_turns,
        "lanes_per_run": counted.lanes_per_run,
    }


def _accesses(accesses):
    return {**vars(accesses), "used": accesses.used}


def _profile(profile):
    return {
        "source": profile.file,
        "profiler": profile.profiler,
        "kernel": profile.kernel,
        "share_of_stage": profile.share_of_stage,
        "metrics": profile.metrics,
    }


def _remarks(remarks):
    return [remark._asdict() for remark in remarks]


def _sorted(value):
    """With the keys of all objects in alphabetical order, as records have theirs."""
    if not isinstance(value, dict):
        return value
    return {key: _sorted(of_key) for key, of_key in sorted(value.items())}

"""Facts for rules to be asked about: of a stage that nothing is said of, until a test adds it."""

from pathlib import Path

from analysis.why.facts import StageFacts, VariantFacts
from analysis.why.profiled import ProfiledStage
from analysis.why.recorded import RecordedVariant


def plain_stage(name="forces", **facts):
    """A force pass of 100 µs, twice in a step of 400."""
    is_over_pairs = name in ("forces", "list")
    usual = {"is_over_pairs": is_over_pairs, "call_s": 1e-4, "calls_per_step": 2, "share": 0.5}
    return StageFacts(name, **usual | facts)


def with_profile(**metrics):
    profile = ProfiledStage("a.profile.jsonl", "Nsight Compute", "forces()", 1, metrics)
    return plain_stage(profiled=profile)


def with_work(name="forces", **work):
    stage = plain_stage(name)
    stage.work |= work
    return stage


def plain_variant(**facts):
    """A variant whose step takes 400 µs, rebuilt every ten steps."""
    step = {
        "variant": "rows",
        "device": {"name": "NVIDIA H200", "architecture": "sm_90"},
        "scenario": {"name": "dam-break-lj", "particles": 1_000_000},
        "list_life": {"rebuilds_per_step": 0.1, "missed_pairs": None},
        "validity": {"status": "ok"},
        "summary": {"median_s": 4e-4, "unexplained_fraction": None},
    }
    return VariantFacts(RecordedVariant(Path("run.jsonl"), step), **{"step_s": 4e-4} | facts)

"""Writes the record files of the tests, data/small.jsonl of version 1 and data/small-2.jsonl of
version 2: python -m analysis.tests.make_small.

Times and counts are made up, but agree with each other as those of a real run do. Tests that need
other sizes, variants or toolchains make records of their own by records_of().
"""

import hashlib
import json
import random
from pathlib import Path

import numpy as np

from analysis.recorded.identity import record_id
from analysis.recorded.layout import SCHEMA_VERSION
from analysis.recorded.lines import as_lines
from analysis.recorded.version_1 import upgraded

FILE = Path(__file__).parent / "data" / "small.jsonl"
LATER_FILE = FILE.with_name("small-2.jsonl")
# The same as a release wrote it that said ids of rows, and the count of a clock that all have.
EARLIER_FILE = FILE.with_name("small-2-earlier.jsonl")

TOOLCHAINS = {
    "nvcc-13.0": ("nvcc: NVIDIA (R) Cuda compiler driver, release 13.0, V13.0.88", 1.0),
    "clang-19": ("Debian clang version 19.1.4", 1.08),
}
# Particles: (fluid, boundary, particles per height).
SIZES = {83648: (53248, 30400, 32.0), 1016000: (843750, 172250, 80.0)}
LARGER_SIZES = {6411715: (5723051, 688664, 151.0), 11578596: (10541300, 1037296, 185.0)}
# Stage: (nanoseconds per particle, calls per step, registers).
STAGES = {
    "hash": (0.05, 0.1, 18),
    "sort": (0.6, 0.1, None),
    "reorder": (0.12, 0.1, 24),
    "cells": (0.07, 0.1, 14),
    "list": (2.4, 0.1, 48),
    "forces": (0.7, 2.0, 72),
    "time-step": (0.04, 1.0, 16),
    "euler": (0.09, 2.0, 32),
}
STRATEGIES = {
    "hash": "linear",
    "sort": "radix",
    "reorder": "gather",
    "cells": "lower-bound",
    "time-step": "block-reduce",
    "predict": "predictor-corrector",
    "correct": "predictor-corrector",
}
VARIANTS = {
    "list-gather+per-particle": {"list": "per-particle", "forces": "list-gather"},
    "par-part-noloop": {"forces": "par-part-noloop"},
}
# Of a strategy, over that of list-gather+per-particle.
TIMES = {
    "par-part-noloop": 2.6,
    "list-gather-virtual": 1.3,
    "warp-per-cell": 0.7,
    "warp-per-run": 0.5,
}
SAMPLES = 7
BLOCKS = 2
# The measured step over the sum of its stages.
STEP_OVER_STAGES = {"nvcc-13.0": 1.03, "clang-19": 0.99}


def records():
    """The records of the older file, in its order."""
    return records_of(SIZES, VARIANTS, TOOLCHAINS)


def records_of(sizes, variants, toolchains):
    """Records as load_records() returns them: of each size (of SIZES or LARGER_SIZES), variant (as
    in VARIANTS) and toolchain.

    Stages are recorded at the first size alone, so that the file stays small.
    """
    return [upgraded(line, SCHEMA_VERSION) for line in _lines_of(sizes, variants, toolchains)]


def _lines_of(sizes, variants, toolchains):
    """The same as version 1 wrote them."""
    source = random.Random(1)
    made = []
    for particles in sizes:
        for variant in variants.items():
            for toolchain in toolchains:
                with_stages = particles == next(iter(sizes))
                made += _of_run(source, particles, variant, toolchain, with_stages)
    for position, record in enumerate(made):
        record["samples"]["order"] = [position * SAMPLES + n for n in range(SAMPLES)]
    return made


def _of_run(source, particles, variant, toolchain, with_stages):
    def make(stage, scope, cache, seconds, calls):
        return _record(source, particles, variant, toolchain, stage, scope, cache, seconds, calls)

    staged = [
        make(stage, "stage", "loop", _seconds(stage, particles, variant, toolchain), calls)
        for stage, (_, calls, _) in STAGES.items()
        if stage != "list" or "list" in variant[1]
    ]
    total = sum(record["summary"]["median_s"] * record["calls_per_step"] for record in staged)
    step = make("step", "step", "loop", total * STEP_OVER_STAGES[toolchain], 1)
    summary = step["summary"]
    summary["mipps"] = particles / summary["median_s"] / 1e6
    summary["unexplained_s"] = summary["median_s"] - total
    summary["unexplained_fraction"] = summary["unexplained_s"] / summary["median_s"]
    summary["harness_fraction"] = 0.004
    if not with_stages:
        return [step]
    alone = [
        make(stage, "kernel", cache, factor * _seconds(stage, particles, variant, toolchain), calls)
        for stage, (_, calls, _) in STAGES.items()
        if stage in variant[1]
        for cache, factor in (("flushed", 1.2), ("warm", 0.9))
    ]
    return [step, *staged, *alone]


def _seconds(stage, particles, variant, toolchain):
    factor = TIMES.get(variant[1].get(stage), 1.0)
    return 2e-6 + 1e-9 * STAGES[stage][0] * particles * TOOLCHAINS[toolchain][1] * factor


def _record(source, particles, variant, toolchain, stage, scope, cache, seconds, calls):
    times = [seconds * (0.98 + 0.05 * source.random() ** 2) for _ in range(SAMPLES)]
    name, chosen = variant
    strategies = dict(sorted((STRATEGIES | chosen).items()))
    fluid, boundary, per_height = (SIZES | LARGER_SIZES)[particles]
    pairs = 41.0 * fluid if stage in ("forces", "step") else None
    summary = _summary(times)
    summary["pairs_per_s"] = None if pairs is None else pairs / summary["median_s"]
    registers = STAGES[stage][2] if stage in STAGES else None
    identity = f"{particles} {name} {toolchain} {stage} {scope} {cache}"
    compiler = TOOLCHAINS[toolchain][0]
    return {
        "schema_version": 1,
        "id": _hash(identity),
        "suite": "small",
        "recorded_at": "2026-11-20T12:00:00Z",
        "code": {"revision": None, "dirty": None},
        "device": {
            "name": "Imaginary GPU",
            "slug": "imaginary-gpu",
            "driver": "580.65",
            "architecture": "sm_90",
            "board": "0a1b2c3d",
            "compute_units": 132,
            "memory_bytes": 150_000_000_000,
            "l2_bytes": 52_428_800,
            "max_clock_mhz": 1980,
            "memory_clock_mhz": 3201,
            "power_limit_w": 700,
            "clocks_locked": False,
        },
        "host": {"cpu": "Imaginary CPU", "cores": 16, "memory_bytes": None, "os": "Debian 12"},
        "runtime": {"name": "cuda", "version": "13.0"},
        "toolchain": {
            "name": toolchain,
            "compiler": compiler,
            "host_compiler": "g++ (Debian 12.2.0-14) 12.2.0",
            "flags": "-O3 -std=c++20",
            "fast_math": False,
            "fma": True,
            "architectures": "sm_90",
            "warp_width": 32,
        },
        "scenario": {
            "name": "dam-break-lj",
            "particles": particles,
            "fluid": fluid,
            "boundary": boundary,
            "parameters": {"particles_per_height": per_height},
            "configuration_hash": _hash(f"dam-break-lj {per_height}"),
            "state": {
                "label": "disordered",
                "step": 1000,
                "time_s": 0.25,
                "hash": _hash(f"state {particles}"),
            },
        },
        "physics": "wcsph-lj",
        "variant": name,
        "strategies": strategies,
        "tuning": {"forces": {"block": 128}},
        "tuning_sweep": [],
        "stage": stage,
        "scope": scope,
        "cache": cache,
        "calls_per_step": calls,
        "samples": {
            "time_s": times,
            "clock_mhz": [None if scope == "kernel" else 1755.0 for _ in times],
            "order": [],
            "block": [n * BLOCKS // SAMPLES for n in range(SAMPLES)],
        },
        "policy": {
            "warmup": 2,
            "blocks": BLOCKS,
            "samples_per_block": -(-SAMPLES // BLOCKS),
            "interleaving": "shuffled ABBA",
            "stop_rule": "a fixed number of samples",
            "stop_reason": "all samples taken",
            "mark_cost_s": 1e-6 if scope == "stage" else None,
        },
        "summary": summary,
        "work": {"candidate_pairs": None, "accepted_pairs": pairs, "flops": None, "bytes": None},
        "resources": {
            "kernel": None if registers is None else f"{stage}_kernel",
            "registers": registers,
            "stack_bytes": None if registers is None else 0,
            "spill_bytes": None if registers is None else 0,
            "shared_bytes": None if registers is None else 0,
            "block_size": None if registers is None else 128,
            "occupancy": None if registers is None else 0.75,
            "bytes_allocated": 180 * particles,
            "bytes_of_list": 512 * particles if "list" in strategies else None,
        },
        "validity": {
            "status": "ok",
            "checks": [{"name": "forces", "value": 3e-7, "tolerance": 2e-5, "passed": True}],
        },
    }


def _summary(times):
    median, low, high = (float(np.percentile(times, p)) for p in (50, 5, 95))
    return {
        "count": len(times),
        "median_s": median,
        "mean_s": sum(times) / len(times),
        "min_s": min(times),
        "max_s": max(times),
        "p05_s": low,
        "p95_s": high,
        "relative_spread": (high - low) / median,
        "mipps": None,
        "pairs_per_s": None,
        "unexplained_s": None,
        "unexplained_fraction": None,
        "harness_fraction": None,
    }


def _hash(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def text():
    """The text of the older file."""
    lines = _lines_of(SIZES, VARIANTS, TOOLCHAINS)
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def later_text():
    """The text of the later file."""
    return "".join(as_lines(record | {"id": record_id(record)} for record in records()))


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")
    LATER_FILE.write_text(later_text(), encoding="utf-8")

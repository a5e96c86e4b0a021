"""Files of verifications, made for tests."""

import copy
from itertools import groupby

from analysis.recorded.parts import PartsWritten, as_line

FIRST = {"kind": "verification", "schema_version": 3}
SESSION = {
    "recorded_at": "2026-01-31T12:00:00Z",
    "code": {"revision": "0123456789abcdef", "dirty": False},
    "device": {
        "name": "NVIDIA H200",
        "slug": "nvidia-h200",
        "driver": "580.1",
        "architecture": "sm_90",
        "board": "0a1b2c3d",
        "compute_units": 132,
        "memory_bytes": None,
        "l2_bytes": None,
        "max_clock_mhz": None,
        "memory_clock_mhz": None,
        "power_limit_w": None,
        "clocks_locked": None,
    },
    "host": {"cpu": None, "cores": 2, "memory_bytes": None, "os": None},
    "runtime": {"name": "cuda", "version": "CUDA 13.0"},
}
SCENARIO = {
    "name": "still-water",
    "particles": 100,
    "fluid": 80,
    "boundary": 20,
    "parameters": {"particles_per_depth": 4},
    "configuration_hash": "0123456789abcdef",
}
VARIANT = "list-gather+per-particle"
INITIAL = {"label": "initial", "step": 0, "time_s": 0}
LATER = {"label": "step-100", "step": 100, "time_s": 0.1}
CONSTANTS = {"mass_kg": 1.0, "tolerance": 2e-5, "kinetic_j": 0.0, "potential_j": 5.0}
WATER = {
    "curve": "still water",
    "series": {
        "step": [1, 50, 100],
        "time_s": [0.001, 0.05, 0.1],
        "momentum_kg_m_s": [0.1, 0.2, 0.1],
        "residual": [None, 1e-6, 2e-6],
        "kinetic_j": [0.1, 0.2, 0.3],
        "potential_j": [0.0, -0.1, -0.2],
        "compressive_j": [0.0, 0.1, 0.1],
    },
    "constants": CONSTANTS | {"compressive_j": 0.0},
}
FRONT = {
    "curve": "front",
    "series": {"time_s": [0, 1], "t_own": [0, 3], "t_experiment": [0, 4], "z": [1, 4]},
    "reference": {"t": [0.41, 1.19], "z": [1.11, 1.44]},
    "constants": {
        "aspect": 1.0,
        "width_m": 1.0,
        "gate_delay": 0.175,
        "deviation_own": 0.8,
        "deviation_own_delayed": 0.5,
        "deviation_experiment": 0.1,
        "deviation_experiment_delayed": 0.2,
    },
}


def toolchain(name):
    return {
        "name": name,
        "compiler": f"{name} of a test",
        "host_compiler": "g++ 12.2",
        "flags": "-O3",
        "fast_math": False,
        "fma": True,
        "architectures": "sm_90",
        "warp_width": 32,
    }


def check(name="accelerations", value=1e-6, tolerance=2e-5, **others):
    return {
        "check": name,
        "value": value,
        "tolerance": tolerance,
        "norm": "oracle",
        "passed": True,
    } | others


def failing(name="accelerations", value=None):
    return check(name, value, passed=False, detail="largest at particle 7")


def contents():
    """What a file holds, in its order: toolchain, state, and a check or a curve."""
    exact = check("cells", 0, 0, norm="count")
    for name in ("nvcc-13.0", "clang-19"):
        yield name, INITIAL, check()
        yield name, INITIAL, exact
        yield name, LATER, check(value=3e-6)
        yield name, None, copy.deepcopy(WATER)
        yield name, None, copy.deepcopy(FRONT)


def lines(rows=None, session=None):
    """The lines of a file; rows as contents() yields them."""
    parts = PartsWritten()
    written = [as_line(FIRST)]
    for (name, state), of_one in groupby(rows or contents(), key=lambda row: row[:2]):
        of_case = {
            "session": parts.refer("session", session or SESSION),
            "toolchain": parts.refer("toolchain", toolchain(name)),
            "scenario": parts.refer("scenario", SCENARIO),
            "physics": "wcsph-lj",
            "state": state,
        }
        contents_of_one = [row for _, _, row in of_one]
        for checks, own in _rows(contents_of_one, parts):
            case = parts.refer("case", of_case | {"checks": checks})
            row = {"case": case, "variant": VARIANT} | own
            written += [*parts.due(), as_line(row)]
    return written


def _rows(contents_of_one, parts):
    """A row of all checks, and one a curve, each behind the id of its checks."""
    checks = [one for one in contents_of_one if "check" in one]
    if checks:
        named = [{key: one[key] for key in ("check", "tolerance", "norm")} for one in checks]
        row = {"values": [one["value"] for one in checks]}
        failed = [
            {"check": one["check"], "detail": one["detail"]} for one in checks if not one["passed"]
        ]
        yield parts.refer("checks", named), row | ({"failed": failed} if failed else {})
    yield from ((None, one) for one in contents_of_one if "curve" in one)


def save(path, written):
    path.write_text("".join(written), encoding="utf-8")
    return path

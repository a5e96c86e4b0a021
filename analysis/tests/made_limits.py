"""A document of `sphlab limits` to test with."""

import copy

RATES = {"copy": 4e12, "fma": 6e13, "l1": 3e13, "launch": 5e5}
SIZES = {"copy": "B", "fma": "FLOP", "l1": "B", "launch": "kernel"}


def limits_beside(record):
    """The limits of the device that a record was measured on: RATES."""
    parts = {key: record[key] for key in ("recorded_at", "code", "device", "host", "runtime")}
    limits = [_limit(name, rate) for name, rate in RATES.items()]
    return {"schema_version": 1, **copy.deepcopy(parts), "limits": limits}


def _limit(name, rate):
    return {
        "name": name,
        "unit": SIZES[name],
        "meaning": "work",
        "work": 1e9,
        "samples": {"per_second": [rate, rate], "clock_mhz": [1980.0, None]},
        "summary": {"median": rate, "p05": rate, "p95": rate},
    }

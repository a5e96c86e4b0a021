"""Which keys of a record stand in which part of a file, and which in its row.

A part stands once in a file and is named by its kind and a hash of its content. A row refers to a
`contender` (one variant by one toolchain on one scenario in one state), which refers to what it has
in common with others. The same layout is harness/records/record_layout.cpp.
"""

from analysis.recorded.kernels import heaviest
from analysis.recorded.series import packed, unpacked
from analysis.recorded.statistics import summarised

SCHEMA_VERSION = 2
OF_SESSION = ("suite", "code", "device", "host", "runtime")
OF_VARIANT = (
    "physics",
    "variant",
    "side",
    "strategies",
    "cells_per_radius",
    "tuning",
    "choices",
    "list_life",
    "repetitions",
    "stages",
    "host_toolchain",
)
OF_CONTENDER = ("recorded_at", "prepared", "own_order", "seconds_spent")
OF_ROW = ("stage", "scope", "cache", "calls_per_step", "energy", "drift", "carry_over")
OF_MEMORY = ("bytes_allocated", "bytes_of_list")
# Those that hold the content of one key of the record.
WHOLE = {
    "toolchain": "toolchain",
    "scenario": "scenario",
    "sweep": "tuning_sweep",
    "validity": "validity",
}
OF_SUMMARY = (
    "count",
    "median_s",
    "mean_s",
    "min_s",
    "max_s",
    "p05_s",
    "p95_s",
    "relative_spread",
    "below_resolution",
    "mipps",
    "pairs_per_s",
    "unexplained_s",
    "unexplained_fraction",
    "harness_fraction",
)
OF_WORK = ("candidate_pairs", "accepted_pairs", "flops", "bytes")


def split(record, refer):
    """The row of a record. refer: (kind, content) to the id of that part, made if it is new."""
    contender = {
        **_chosen(record, OF_CONTENDER),
        "session": refer("session", _chosen(record, OF_SESSION)),
        "variant": refer("variant", _chosen(record, OF_VARIANT)),
        **{kind: refer(kind, record[key]) for kind, key in WHOLE.items()},
        **{key: record["resources"][key] for key in OF_MEMORY},
    }
    load = {"load": refer("load", record["load"])} if "load" in record else {}
    return {
        "id": record["id"],
        "contender": refer("contender", contender),
        **_chosen(record, OF_ROW),
        "policy": refer("policy", record["policy"]),
        "kernels": refer("kernels", record["kernels"]),
        "samples": packed(record["samples"], record["policy"], refer),
        **load,
        "summary": _beyond(_expected_summary(record), record["summary"]),
        "work": _beyond(dict.fromkeys(OF_WORK), record["work"]),
    }


def join(row, part):
    """The record of a row. part: (kind, key, id) to the content of the part that key refers to."""
    contender = part("contender", "contender", row["contender"])
    common = {
        kind: part(kind, f"contender.{kind}", contender[kind])
        for kind in ("session", "variant", *WHOLE)
    }
    policy, kernels = (part(kind, kind, row[kind]) for kind in ("policy", "kernels"))
    record = {
        "schema_version": SCHEMA_VERSION,
        "id": row["id"],
        **_chosen(row, OF_ROW),
        **common["session"],
        **common["variant"],
        **{key: common[kind] for kind, key in WHOLE.items()},
        "policy": policy,
        "kernels": kernels,
        "resources": heaviest(kernels) | _chosen(contender, OF_MEMORY),
        "samples": unpacked(row["samples"], policy, part),
        **_chosen(contender, OF_CONTENDER),
        "work": dict.fromkeys(OF_WORK) | row["work"],
    }
    if "load" in row:
        record["load"] = part("load", "load", row["load"])
    record["summary"] = _expected_summary(record) | row["summary"]
    return dict(sorted(record.items()))


def _chosen(record, keys):
    return {key: record[key] for key in keys if key in record}


def _expected_summary(record):
    """What a row need not say of its summary: what follows from the samples, and else nothing."""
    resolution = record["policy"]["resolution_s"]
    return dict.fromkeys(OF_SUMMARY) | summarised(record["samples"]["time_s"], resolution)


def _beyond(expected, values):
    return {key: value for key, value in values.items() if value != expected[key]}

"""Which keys of a record stand in which part of a file, and which in its row.

A part stands once in a file and is named by its kind and a hash of its content. A row refers to a
`contender` (one variant by one toolchain on one scenario in one state), which refers to what it has
in common with others. The same layout is harness/records/record_layout.cpp.
"""

from analysis.recorded import entries
from analysis.recorded.changes import changed, changes
from analysis.recorded.identity import experiment_hash, id_in
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
# What a row says itself; of all else it may say what differs from the row before it.
ITS_OWN = ("id", "energy", "drift", "carry_over", "summary")
OF_MEMORY = ("bytes_allocated", "bytes_of_list")
# Kinds of parts that hold, whole, what the record has under the same key.
WHOLE = ("toolchain", "scenario")
# (kind of part, key that stands apart) of the checks, and of the tunings that a sweep has tried.
CHECKS, TRIED = ("checks", "value"), ("tried", "median_s")
# Stands for the label of the state in the names of checks, which states then have in common.
ANY_STATE = "(state"
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
NO_PASS = "list"  # has pairs, too, and no rate of them
OF_WORK = ("candidate_pairs", "accepted_pairs", "flops", "bytes")


def split(record, refer):
    """The row of a record. refer: (kind, content) to the id of that part, made if it is new."""
    contender = {
        **_chosen(record, OF_CONTENDER),
        "session": refer("session", _chosen(record, OF_SESSION)),
        "variant": refer("variant", _chosen(record, OF_VARIANT)),
        **{kind: refer(kind, record[kind]) for kind in WHOLE},
        "sweep": refer("sweep", entries.packed(record["tuning_sweep"], *TRIED, refer)),
        "validity": refer("validity", _packed_validity(record, refer)),
        **{key: record["resources"][key] for key in OF_MEMORY},
    }
    load = {"load": refer("load", record["load"])} if "load" in record else {}
    return {
        "contender": refer("contender", contender),
        **_chosen(record, OF_ROW),
        "policy": refer("policy", record["policy"]),
        "kernels": refer("kernels", entries.columns(record["kernels"])),
        "samples": packed(record["samples"], record["policy"], refer),
        **load,
        "work": record["work"],
        **_some("summary", _beyond(_expected_summary(record), record["summary"])),
    }


def shortened(row, before):
    """The row as it is written behind another one, or None, of the same contender: without
    `contender`, and with what differs."""
    if before is None or before["contender"] != row["contender"]:
        return row
    found = changes(_others(before), _others(row))
    return row if found is None else _chosen(row, ITS_OWN) | found


def lengthened(line, before):
    """The inverse. Raises ValueError where a line is of no contender."""
    if "contender" in line:
        return line
    if before is None:
        raise ValueError("contender: is not there, and no row stands before it")
    return changed(_others(before), _others(line)) | _chosen(line, ITS_OWN)


def _others(row):
    return {key: row[key] for key in row if key not in ITS_OWN}


def join(row, part, shared):
    """The record of a row. part: (kind, key, id) to the content of the part that key refers to.
    shared: a dict that the caller keeps from row to row, for what rows of a contender have in
    common."""
    name = row["contender"]
    if name not in shared:
        shared[name] = _of_contender(part("contender", "contender", name), part)
    experiment, of_record, memory = shared[name]
    policy = part("policy", "policy", row["policy"])
    kernels = entries.rows(part("kernels", "kernels", row["kernels"]))
    record = {
        "schema_version": SCHEMA_VERSION,
        "id": id_in(experiment, row),
        **_chosen(row, OF_ROW),
        **of_record,
        "policy": policy,
        "kernels": kernels,
        "resources": heaviest(kernels) | memory,
        "samples": unpacked(row["samples"], policy, part),
        "work": dict.fromkeys(OF_WORK) | row["work"],
    }
    if "load" in row:
        record["load"] = part("load", "load", row["load"])
    record["summary"] = row.get("summary", {})
    record["summary"] = _expected_summary(record) | record["summary"]
    return dict(sorted(record.items()))


def _of_contender(contender, part):
    """The hash of what ran, what the record of each row of a contender holds, and its memory."""
    found = {
        kind: part(kind, f"contender.{kind}", contender[kind])
        for kind in ("session", "variant", "sweep", "validity", *WHOLE)
    }
    of_record = {
        **found["session"],
        **found["variant"],
        **{kind: found[kind] for kind in WHOLE},
        "tuning_sweep": entries.unpacked(found["sweep"], *TRIED, part),
        "validity": _unpacked_validity(found["validity"], found["scenario"], part),
        **_chosen(contender, OF_CONTENDER),
    }
    return experiment_hash(of_record), of_record, _chosen(contender, OF_MEMORY)


def _packed_validity(record, refer):
    validity = record["validity"]
    checks = _renamed(validity["checks"], _state_in_names(record["scenario"]), ANY_STATE)
    return validity | {"checks": entries.packed(checks, *CHECKS, refer)}


def _unpacked_validity(validity, scenario, part):
    checks = entries.unpacked(validity["checks"], *CHECKS, part)
    return validity | {"checks": _renamed(checks, ANY_STATE, _state_in_names(scenario))}


def _state_in_names(scenario):
    """The beginning of what stands in brackets in the names of checks."""
    return f"({scenario['state']['label']}"


def _renamed(checks, begins, other):
    """Replaces the beginning of the brackets in the names of checks."""
    return [check | {"name": check["name"].replace(begins, other, 1)} for check in checks]


def _chosen(record, keys):
    return {key: record[key] for key in keys if key in record}


def _expected_summary(record):
    """What a row need not say of its summary: what follows from the samples, the pairs and, of
    whole steps, the particles and the time that stages leave; else nothing."""
    resolution = record["policy"]["resolution_s"]
    expected = dict.fromkeys(OF_SUMMARY) | summarised(record["samples"]["time_s"], resolution)
    median, pairs = expected["median_s"], record["work"]["accepted_pairs"]
    if median is None or median <= 0:
        return expected
    if pairs is not None and record["stage"] != NO_PASS:
        expected["pairs_per_s"] = pairs / median
    if record["scope"] == "step":
        expected["mipps"] = record["scenario"]["particles"] / median * 1e-6
    unexplained = record["summary"].get("unexplained_s")
    if unexplained is not None:
        expected["unexplained_fraction"] = unexplained / median
    return expected


def _some(key, values):
    return {key: values} if values else {}


def _beyond(expected, values):
    return {key: value for key, value in values.items() if value != expected[key]}

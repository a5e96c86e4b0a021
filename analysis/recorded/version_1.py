"""Records of version 1: every line a whole record, with one kernel of its stage and one cell per
radius."""

from analysis.recorded.kernels import KEYS

# Version 1 had no order of the stages in its files; its schema listed them so.
STAGES = (
    "displacement",
    "hash",
    "sort",
    "reorder",
    "cells",
    "cell-sort",
    "census",
    "list",
    "list-order",
    "remember",
    "forces",
    "time-step",
    "euler",
)


def upgraded(record, version):
    """The record in the form of `version`, 2. What version 1 did not say is None: the resolution of
    the timer, and how many samples are below it.

    Adds what is new and judges nothing: what is wrong with a record stays wrong with it.
    """
    later = record | {"schema_version": version, "stages": list(STAGES), "cells_per_radius": 1}
    if isinstance(record.get("resources"), dict):
        later["kernels"] = _kernels(record["resources"])
    for key, new in (("summary", "below_resolution"), ("policy", "resolution_s")):
        if isinstance(record.get(key), dict):
            later[key] = record[key] | {new: None}
    return dict(sorted(later.items()))


def _kernels(resources):
    kernel = {key: resources.get(key) for key in KEYS}
    return [] if all(value is None for value in kernel.values()) else [kernel]

"""Counts of the host executor against those of a device's profiler, launch by launch."""

from enum import Enum

from analysis.errors import InputError
from analysis.json_lines import load_objects
from analysis.kernels import counters
from analysis.kernels.device_metrics import (
    BLOCK,
    DIVERGENCE,
    GRID,
    TRAFFIC,
    divergence_of,
    traffic_of,
)
from analysis.shape import NUMBER, TEXT

SCHEMA = "sphlab-counts-validation/1"
SHAPE = {
    **counters.OF_LAUNCH,
    **dict.fromkeys(("device", "toolchain", "profiler", "kernel"), TEXT),
    "counted": counters.SIZES | counters.accesses(),
    "measured": counters.SIZES | counters.accesses() | dict.fromkeys(DIVERGENCE, NUMBER),
}
TOLERANCE = 0.05
KEPT = ("id", "scenario", "particles", "variant", "stage", "launch", "compiler")
SIZES = ("grid", "block")
SHARED = "shared memory"
ACCESSES = {
    "loads": ["global_load"],
    "stores": ["global_store"],
    "atomics": ["global_atomic"],
    SHARED: ["shared_load", "shared_store", "shared_atomic"],
}
# Launched by the runtime on the way, not by the pack: a prefix sum within a counting sort.
RUNTIME = "cub::"


class Verdict(Enum):
    """What two counters say of the accesses of one kind by one launch."""

    SAME = "same"
    OTHER_REQUESTS = "other requests"
    DIFFERENT = "different"
    OTHER_LAUNCH = "other launch"


def validated(lines, launches, head):
    """A dict for each line of counts whose stage a profiler saw, in their order.

    lines: of load_lines(). launches: of read_launches(OF_COUNTS). head: what each dict begins with,
    such as device, toolchain and profiler. Raises InputError for a launch that was not counted, and
    for another number of launches of a stage.
    """
    counted = {}
    for line in lines:
        counted.setdefault(line["id"], []).append(line)
    seen = {}
    for launch in launches:
        if launch.id not in counted:
            raise InputError(
                f"stage {launch.id} ({launch.kernel}) was profiled and not counted: count the same "
                "scenario and variants, with the same --set, --cycles and revision"
            )
        if RUNTIME not in launch.kernel:
            seen.setdefault(launch.id, []).append(launch)
    return [
        _validated(line, launch, head)
        for key, of_stage in counted.items()
        if key in seen
        for line, launch in _pairs(of_stage, seen[key])
    ]


def _pairs(lines, launches):
    if len(lines) != len(launches):
        one = lines[0]
        raise InputError(
            f"{one['variant']}, {one['stage']}: {len(lines)} launches were counted and "
            f"{len(launches)} profiled: {', '.join(launch.kernel for launch in launches)}"
        )
    return zip(lines, launches, strict=True)


def _validated(line, launch, head):
    counted = {kind: {cost: line[kind][cost] for cost in costs} for kind, costs in TRAFFIC.items()}
    return {
        "schema": SCHEMA,
        **head,
        **{key: line[key] for key in KEPT},
        "kernel": launch.kernel,
        "counted": {"grid": line["grid"], "block": line["block"], **counted},
        "measured": {
            "grid": int(launch.metrics[GRID]),
            "block": int(launch.metrics[BLOCK]),
            **traffic_of(launch.metrics),
            **divergence_of(launch.metrics),
        },
    }


def load_validations(file):
    """The dicts of such a file. Raises InputError, naming file and line."""
    return load_objects(file, SCHEMA, SHAPE, "holds no validation", "validate again")


def added(traffic, kinds):
    """Requests of several kinds of access, and the sectors or wavefronts that they cost."""
    requests = sum(traffic[kind]["requests"] for kind in kinds)
    cost = sum(traffic[kind].get("sectors", traffic[kind].get("wavefronts")) for kind in kinds)
    return requests, cost


def verdict_of(validation, access):
    """The Verdict on one of ACCESSES; None where a launch has none of it on either side.

    Global memory is the same where sectors a request are, shared memory where all wavefronts are.
    Where the other of the two is the same, the device has joined or split accesses, or made more of
    them or fewer: other requests.
    """
    counted = added(validation["counted"], ACCESSES[access])
    measured = added(validation["measured"], ACCESSES[access])
    if counted[0] == measured[0] == 0:
        return None
    if counted[0] == 0 or measured[0] == 0:
        return Verdict.DIFFERENT
    if any(validation["counted"][size] != validation["measured"][size] for size in SIZES):
        return Verdict.OTHER_LAUNCH
    same_cost = _close(counted[1], measured[1])
    same_of_one = _close(counted[1] * measured[0], measured[1] * counted[0])
    judged, other = (same_cost, same_of_one) if access == SHARED else (same_of_one, same_cost)
    if judged:
        return Verdict.SAME
    return Verdict.OTHER_REQUESTS if other else Verdict.DIFFERENT


def _close(counted, measured):
    if not counted or not measured:
        return counted == measured
    return abs(counted / measured - 1) <= TOLERANCE

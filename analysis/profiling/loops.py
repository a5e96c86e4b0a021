"""Loops: a line a recorded step, made of timelines and the records, and kept beside them."""

from dataclasses import dataclass
from itertools import pairwise

from analysis.errors import InputError
from analysis.json_lines import load_objects
from analysis.profiling.crosscheck import run_of
from analysis.shape import COUNT, EACH, NUMBER, POSITIVE, SOME, TEXT

SCHEMA = "sphlab-loop/2"
OF_RECORD = ("record", "suite", "device", "toolchain", "scenario", "state", "variant")
# Kernels of an invocation; of each invocation from its first kernel to its last, the sum of its
# kernels, and the pause before the first.
OF_STAGE = {"kernels": SOME, "spans_ns": [POSITIVE], "busy_ns": [POSITIVE], "pauses_ns": [NUMBER]}
SHAPE = {
    **dict.fromkeys(OF_RECORD, TEXT),
    **dict.fromkeys(("particles", "steps_per_cycle"), SOME),
    "cupti": COUNT,
    "cycles_ns": [POSITIVE],  # from the first kernel to the last of each cycle
    "graphs_ns": [POSITIVE],  # the own time of each graph
    "graph_pauses_ns": [NUMBER],  # between them
    "stages": {EACH: OF_STAGE},
}
AGAIN = "make it again with ci/timeline"


@dataclass(frozen=True)
class Invocation:
    """One of a stage: what the device does in it, as (kind, name)."""

    stage: str
    work: list[tuple[str, str]]


def loops_of(parts, whole, records):
    """A dict for each record of a step whose loop `parts` has.

    parts: the Timeline of every kernel, copy and fill; of a cycle that ran stage by stage it knows
    which are of which stage. whole: that of the graphs, whose time no stamps of parts have
    stretched. records: of load_records(). Raises InputError where one is not there, or the cycles
    are not of the same work as the one that ran stage by stage.
    """
    by_id = {record["id"]: record for record in records}
    stages = _stages_of_runs(records)
    loops = []
    for of_loop in parts.ranges:
        if "/" in of_loop.name:
            continue
        record = by_id.get(of_loop.name.removeprefix("record-"))
        if record is None:
            raise InputError(
                f"{of_loop.name} is on the timeline and not among the records; name the file that "
                "`sphlab profile` was given"
            )
        loops.append(_loop(record, stages[run_of(record)[:-1]], of_loop, parts, whole))
    return loops


def _stages_of_runs(records):
    """{run: {stage: its record in the loop}}."""
    stages = {}
    for record in records:
        of_run = stages.setdefault(run_of(record)[:-1], {})
        if (record["scope"], record["cache"]) == ("stage", "loop"):
            of_run[record["stage"]] = record
    return stages


def _loop(record, stages, of_loop, parts, whole):
    cycle = [
        Invocation(
            range_.name.split("/")[1], [(one.kind, one.name) for one in parts.within(range_)]
        )
        for range_ in parts.ranges
        if range_.name.startswith(of_loop.name + "/")
    ]
    cycles = _cycles(parts.within(of_loop), cycle, of_loop.name)
    counts = {stage: sum(one.stage == stage for one in cycle) for stage in _names(cycle)}
    graphs = _graphs(whole, of_loop.name)
    return {
        "schema": SCHEMA,
        "record": record["id"],
        "suite": record["suite"],
        "device": record["device"]["slug"],
        "toolchain": record["toolchain"]["name"],
        "scenario": record["scenario"]["name"],
        "particles": record["scenario"]["particles"],
        "state": record["scenario"]["state"]["label"],
        "variant": record["variant"],
        "cupti": parts.cupti,
        "steps_per_cycle": _steps_per_cycle(counts, stages, record),
        "cycles_ns": [cycle[-1].end - cycle[0].begin for cycle in cycles],
        "graphs_ns": [one.end - one.begin for one in graphs],
        "graph_pauses_ns": [after.begin - one.end for one, after in pairwise(graphs)],
        "stages": {stage: _of_stage(stage, cycle, cycles) for stage in counts},
    }


def _names(cycle):
    """In the order of their first invocation."""
    return list(dict.fromkeys(one.stage for one in cycle))


def _cycles(work, cycle, name):
    """The work of a loop by cycles, each of the work of `cycle`."""
    expected = [one for invocation in cycle for one in invocation.work]
    if not expected:
        raise InputError(f"{name}: no cycle was run stage by stage; {AGAIN}")
    count, rest = divmod(len(work), len(expected))
    if rest or not count:
        raise InputError(
            f"{name}: {len(work)} kernels, copies and fills are no multiple of the "
            f"{len(expected)} that a cycle has, stage by stage"
        )
    for place, one in enumerate(work):
        kind, kernel = expected[place % len(expected)]
        if (one.kind, one.name) != (kind, kernel):
            raise InputError(
                f"{name}: the cycles are not of the same work as the one that ran stage by stage: "
                f"{one.kind} {one.name} in place of {kind} {kernel}"
            )
    size = len(expected)
    return [work[begin : begin + size] for begin in range(0, len(work), size)]


def _of_stage(stage, cycle, cycles):
    """Of each invocation: from its first kernel to its last, what of that a kernel was running, and
    the pause before it; ns. The first of a loop has no pause that would tell anything."""
    spans, busy, pauses = [], [], []
    before = None
    for work in cycles:
        begin = 0
        for invocation in cycle:
            own = work[begin : begin + len(invocation.work)]
            begin += len(own)
            if not own:
                continue
            if invocation.stage == stage:
                spans.append(own[-1].end - own[0].begin)
                busy.append(sum(one.end - one.begin for one in own))
                if before is not None:
                    pauses.append(own[0].begin - before)
            before = own[-1].end
    kernels = next(len(one.work) for one in cycle if one.stage == stage)
    return {"kernels": kernels, "spans_ns": spans, "busy_ns": busy, "pauses_ns": pauses}


def _graphs(whole, name):
    """The graphs of a loop; none where no second timeline was recorded."""
    of_loop = [one for one in whole.ranges if one.name == name] if whole else []
    return [one for range_ in of_loop for one in whole.within(range_) if one.kind == "graph"]


def _steps_per_cycle(counts, stages, record):
    """From how often the record says that a step runs a stage."""
    for stage, count in counts.items():
        if stage in stages and stages[stage]["calls_per_step"]:
            return round(count / stages[stage]["calls_per_step"])
    raise InputError(f"record {record['id']}: no stage of its loop is among the records")


def load_loops(path):
    """All loops of a file. Raises InputError, naming file and line."""
    return load_objects(path, SCHEMA, SHAPE, "holds no loop", AGAIN)

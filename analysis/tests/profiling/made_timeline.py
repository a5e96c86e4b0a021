"""Timelines of loops, made up: what libsphlab-timeline.so writes."""

import json

SESSION = {"kind": "session", "schema": "sphlab-timeline/1", "cupti": 130001}
# A cycle of two steps, stage by stage: kernels with their time [ns], and a fill before one.
CYCLE = [
    ("hash", [("hash_kernel", 6_000)]),
    ("sort", [("cub::onesweep", 25_000), ("cub::onesweep", 25_000)]),
    ("list", [(None, 1_000), ("build", 198_000)]),
] + 2 * [
    ("forces", [("forces_kernel", 60_000)]),
    ("euler", [("predict", 9_000)]),
    ("forces", [("forces_kernel", 60_000)]),
    ("euler", [("correct", 9_000)]),
]
# The same without the fill: the sort alone is of several parts.
CYCLE_OF_KERNELS = [(stage, [one for one in work if one[0]]) for stage, work in CYCLE]
PAUSE = 1_000  # between two kernels [ns]


def range_line(name, begin, end):
    return {"kind": "range", "name": name, "begin_ns": begin, "end_ns": end}


class Clock:
    """Places work on the timeline, one after the other."""

    def __init__(self):
        self.now = 1_000_000
        self.lines = []

    def work(self, name, nanoseconds):
        begin = self.now + PAUSE
        self.now = begin + nanoseconds
        line = {"kind": "kernel", "name": name} if name else {"kind": "fill"}
        self.lines.append(line | {"begin_ns": begin, "end_ns": self.now})

    def ranged(self, name, do):
        begin = self.now + 5_000
        self.now = begin + 5_000
        do()
        self.now += 5_000
        self.lines.append(range_line(name, begin, self.now))


def timeline_of_loop(record, cycles=3, cycle=None, staged=None):
    """Lines of a loop of a record: cycles of `cycle`, then one of `staged` stage by stage."""
    cycle = cycle or CYCLE
    clock = Clock()

    def run(work):
        for name, nanoseconds in work:
            clock.work(name, nanoseconds)

    def replay():
        for _ in range(cycles):
            for _, work in cycle:
                run(work)

    run([("upload", 1_000)])
    clock.ranged(f"record-{record}", replay)
    for stage, work in staged or cycle:
        clock.ranged(f"record-{record}/{stage}", lambda work=work: run(work))
    return [SESSION, *clock.lines]


def timeline_of_graphs(record, *nanoseconds):
    """Lines of a loop of a record: whole graphs."""
    clock = Clock()

    def replay():
        for one in nanoseconds:
            clock.work(None, one)
            clock.lines[-1]["kind"] = "graph"

    clock.ranged(f"record-{record}", replay)
    return [SESSION, *clock.lines]


def text_of(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)

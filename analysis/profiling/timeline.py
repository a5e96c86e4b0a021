"""Reads what libsphlab-timeline.so has written: what a device did, and the ranges around it."""

from bisect import bisect_left
from dataclasses import dataclass

from analysis.errors import InputError
from analysis.json_lines import checked, one_of, parsed, read_lines
from analysis.shape import COUNT, TEXT

SCHEMA = "sphlab-timeline/1"
SHAPES = {
    "session": {"schema": TEXT, "cupti": COUNT},
    "problem": {"call": TEXT, "text": TEXT},
    "dropped": {"count": COUNT},
    **dict.fromkeys(("range", "kernel"), {"name": TEXT, "begin_ns": COUNT, "end_ns": COUNT}),
    **dict.fromkeys(("copy", "fill", "graph"), {"begin_ns": COUNT, "end_ns": COUNT}),
}
AGAIN = "record it with ci/timeline"


@dataclass(frozen=True)
class Work:
    """A kernel with its name, a "copy", a "fill", or a whole "graph"; times in ns."""

    kind: str
    name: str
    begin: int
    end: int


@dataclass(frozen=True)
class Range:
    """What the harness told a profiler of: nothing else was running at either end."""

    name: str
    begin: int
    end: int


@dataclass(frozen=True)
class Timeline:
    """One process: ranges and work, both by their beginning."""

    cupti: int  # version
    ranges: list[Range]
    work: list[Work]

    def within(self, range_):
        """The work that began in a range."""
        first = bisect_left(self.work, range_.begin, key=_begin)
        return self.work[first : bisect_left(self.work, range_.end, key=_begin)]


def read_timeline(path):
    """The Timeline of a file. Raises InputError, naming file and line, for what is none, or where
    the recorder met a problem."""
    (first, text), *others = read_lines(path, f"holds nothing; {AGAIN}")
    head = one_of(parsed(text, first), first, SCHEMA, SHAPES["session"], AGAIN)
    ranges, work = [], []
    for where, text in others:
        _sort_in(_parse(text, where), where, ranges, work)
    if not work or not ranges:
        raise InputError(f"{path}: tells of no {'range' if work else 'work'}; {AGAIN}")
    return Timeline(head["cupti"], sorted(ranges, key=_begin), sorted(work, key=_begin))


def _begin(one):
    return one.begin


def _sort_in(line, where, ranges, work):
    kind = line.get("kind")
    if kind == "problem":
        raise InputError(f"{where}: {line['call']} failed: {line['text']}")
    if kind == "dropped":
        raise InputError(f"{where}: CUPTI has lost {line['count']} records; {AGAIN}")
    if kind not in ("range", "kernel", "copy", "fill", "graph"):
        raise InputError(f"{where}: tells of a {kind!r}, which is not known; {AGAIN}")
    begin, end = line.get("begin_ns"), line.get("end_ns")
    if not begin or not end or end < begin:
        raise InputError(f"{where}: lasts from {begin} to {end} ns, which is no time; {AGAIN}")
    if kind == "range":
        ranges.append(Range(line["name"], begin, end))
    else:
        work.append(Work(kind, line.get("name", kind), begin, end))


def _parse(line, where):
    found = checked(parsed(line, where), where, {"kind": TEXT}, AGAIN)
    return checked(found, where, SHAPES.get(found["kind"], {}), AGAIN)

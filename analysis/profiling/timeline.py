"""Reads what libsphlab-timeline.so has written: what a device did, and the ranges around it."""

import json
from bisect import bisect_left
from dataclasses import dataclass

from analysis.errors import InputError
from analysis.json_lines import read_lines

SCHEMA = "sphlab-timeline/1"
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
    head = _parse(text, first)
    if head.get("schema") != SCHEMA:
        raise InputError(f"{first}: has schema {head.get('schema')!r}, not {SCHEMA!r}; {AGAIN}")
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
    try:
        found = json.loads(line)
    except ValueError as error:
        raise InputError(f"{where}: is no JSON: {error}; the line is cut short") from error
    if not isinstance(found, dict):
        raise InputError(f"{where}: is no object; {AGAIN}")
    return found

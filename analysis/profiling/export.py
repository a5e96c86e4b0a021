"""Reads Nsight Compute's export of its raw page: ncu --import REPORT --csv --page raw."""

import csv
import re
from dataclasses import dataclass

from analysis.errors import InputError
from analysis.profiling.metrics import METRICS, Metric

RANGE_COLUMN = "Push/Pop_Range"
KERNEL, PROCESS = "Kernel Name", "Process ID"
FORBIDDEN = "ERR_NVGPUCTRPERM"


@dataclass(frozen=True)
class Kind:
    """What an export must hold: metrics by key, of launches in ranges named `<prefix>-<id>`."""

    prefix: str
    metrics: dict[str, Metric]
    again: str  # how to come by one

    @property
    def range(self):
        """A field holds all ranges that were open at the launch."""
        return re.compile(rf"\b{self.prefix}-([0-9a-f]{{16}})\b")


OF_RECORDS = Kind("record", METRICS, "profile with ci/profile")


@dataclass(frozen=True)
class Launch:
    """One kernel that the profiler saw: in the range of which id, and its metrics by key."""

    id: str
    process: str
    kernel: str
    metrics: dict[str, float | None]


def read_launches(path, kind=OF_RECORDS):
    """The Launches of an export of a kind, in the order in which they ran.

    Raises InputError, naming file, line and column, for what is no such export.
    """
    lines = _lines(path)
    header, units = lines[0][1], lines[1][1] if len(lines) > 1 else []
    places = _places(header, kind, f"{path}:{lines[0][0]}")
    if len(lines) < 3:
        raise InputError(f"{path}: holds no kernel; {kind.again}")
    launches = []
    for number, fields in lines[1:]:
        if len(fields) != len(header):
            raise InputError(
                f"{path}:{number}: {len(fields)} fields under {len(header)} headings: the export "
                "is cut short; write it again with ncu --import"
            )
    for number, fields in lines[2:]:
        launches.append(_launch(fields, units, places, kind, f"{path}:{number}"))
    return launches


def _lines(path):
    """The lines of the table as (number, fields): headings, units, and a line a launch."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.reader(_table(file, path), strict=True)
            lines = [(reader.line_num, fields) for fields in reader if fields]
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text: {error.reason}") from error
    except csv.Error as error:
        raise InputError(
            f"{path}: is no whole export: {error}; write it again with ncu --import"
        ) from error
    if not lines or KERNEL not in lines[0][1]:
        raise InputError(
            f"{path}: has no column '{KERNEL}'; it is not what ncu --csv --page raw writes"
        )
    return lines


def _table(file, path):
    """The lines of a file without what the profiler says of its own run, which may hold errors."""
    for line in file:
        if FORBIDDEN in line:
            raise InputError(
                f"{path}: {FORBIDDEN}: the profiler may not read the device's counters; "
                "docs/profiling.md tells how to permit it"
            )
        if line.startswith("==ERROR=="):
            raise InputError(f"{path}: the profiler failed: {line.strip()}")
        # An empty line in its place keeps the numbers of the others.
        yield "\n" if line.startswith("==") else line


def _places(header, kind, where):
    """Where each metric, the kernel, its process and its range stand in a line."""
    wanted = {key: metric.name for key, metric in kind.metrics.items()} | {KERNEL: KERNEL}
    missing = [name for name in [*wanted.values(), PROCESS] if name not in header]
    if missing:
        raise InputError(f"{where}: has no column {', '.join(missing)}; {kind.again}")
    ranges = [place for place, name in enumerate(header) if RANGE_COLUMN in name]
    if not ranges:
        raise InputError(f"{where}: has no column of NVTX ranges; {kind.again}")
    places = {key: header.index(name) for key, name in wanted.items()}
    return places | {PROCESS: header.index(PROCESS), RANGE_COLUMN: ranges}


def _launch(fields, units, places, kind, where):
    kernel = fields[places[KERNEL]]
    ids = {name for place in places[RANGE_COLUMN] for name in kind.range.findall(fields[place])}
    if len(ids) != 1:
        raise InputError(
            f"{where}: {kernel}: ran in {len(ids)} ranges of the name {kind.prefix}-<id>, not in "
            f"one; {kind.again}"
        )
    values = {}
    for key, metric in kind.metrics.items():
        place = places[key]
        try:
            values[key] = metric.value(fields[place], units[place])
        except InputError as error:
            raise InputError(f"{where}: {metric.name}: {error}") from error
        if values[key] is None and metric.required:
            raise InputError(
                f"{where}: {metric.name}: '{fields[place]}' is not a number: this device or this "
                "version of the profiler does not tell it"
            )
    return Launch(ids.pop(), fields[places[PROCESS]], kernel, values)

"""Reads Nsight Compute's export of its raw page: ncu --import REPORT --csv --page raw."""

import csv
import re
from dataclasses import dataclass

from analysis.errors import InputError
from analysis.profiling.metrics import METRICS

# `sphlab profile` names its ranges so; a field holds all that were open at the launch.
RANGE = re.compile(r"\brecord-([0-9a-f]{16})\b")
RANGE_COLUMN = "Push/Pop_Range"
KERNEL, PROCESS = "Kernel Name", "Process ID"
FORBIDDEN = "ERR_NVGPUCTRPERM"
AGAIN = "profile with ci/profile"


@dataclass(frozen=True)
class Launch:
    """One kernel that the profiler saw: in the range of which record, and its metrics by key."""

    record: str
    process: str
    kernel: str
    metrics: dict[str, float | None]


def read_launches(path):
    """The Launches of an export, in the order in which they ran.

    Raises InputError, naming file, line and column, for what is no such export.
    """
    lines = _lines(path)
    header, units = lines[0][1], lines[1][1] if len(lines) > 1 else []
    places = _places(header, f"{path}:{lines[0][0]}")
    if len(lines) < 3:
        raise InputError(f"{path}: holds no kernel; {AGAIN}")
    launches = []
    for number, fields in lines[1:]:
        if len(fields) != len(header):
            raise InputError(
                f"{path}:{number}: {len(fields)} fields under {len(header)} headings: the export "
                "is cut short; write it again with ncu --import"
            )
    for number, fields in lines[2:]:
        launches.append(_launch(fields, units, places, f"{path}:{number}"))
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


def _places(header, where):
    """Where each metric, the kernel, its process and its range stand in a line."""
    wanted = {key: metric.name for key, metric in METRICS.items()} | {KERNEL: KERNEL}
    missing = [name for name in [*wanted.values(), PROCESS] if name not in header]
    if missing:
        raise InputError(f"{where}: has no column {', '.join(missing)}; {AGAIN}")
    ranges = [place for place, name in enumerate(header) if RANGE_COLUMN in name]
    if not ranges:
        raise InputError(f"{where}: has no column of NVTX ranges; {AGAIN}")
    places = {key: header.index(name) for key, name in wanted.items()}
    return places | {PROCESS: header.index(PROCESS), RANGE: ranges}


def _launch(fields, units, places, where):
    kernel = fields[places[KERNEL]]
    records = {name for place in places[RANGE] for name in RANGE.findall(fields[place])}
    if len(records) != 1:
        raise InputError(
            f"{where}: {kernel}: ran in the ranges of {len(records)} records, not of one; {AGAIN}"
        )
    values = {}
    for key, metric in METRICS.items():
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
    return Launch(records.pop(), fields[places[PROCESS]], kernel, values)

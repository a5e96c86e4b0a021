"""What kernels ask of the memory, as `sphlab count` writes it (docs/counters.md)."""

import re
from typing import NamedTuple

from analysis.errors import InputError
from analysis.json_lines import load_objects
from analysis.kernels.committed import read_rows, write_lines
from analysis.shape import COUNT, TEXT

SCHEMA = "sphlab-counts/1"
COSTS = {
    **dict.fromkeys(("global_load", "global_store", "global_atomic"), ("sectors",)),
    **dict.fromkeys(("shared_load", "shared_store", "shared_atomic"), ("wavefronts",)),
}


def accesses(*more):
    """The shape of the accesses of a launch by kind, with more counts beside requests and cost."""
    return {
        kind: dict.fromkeys(("requests", *costs, *more), COUNT) for kind, costs in COSTS.items()
    }


OF_LAUNCH = {
    **dict.fromkeys(("id", "scenario", "variant", "stage", "compiler"), TEXT),
    **dict.fromkeys(("particles", "launch"), COUNT),
}
SIZES = {"grid": COUNT, "block": COUNT}
SHAPE = {
    **OF_LAUNCH,
    **SIZES,
    **dict.fromkeys(("runs", "run_lanes", "branches", "divergent_branches"), COUNT),
    **accesses("lanes"),
}
# A smaller rise passes: counts are exact, but a compiler that reads a loop's bound once more is no
# uncoalesced access.
TOLERANCE = 0.05
HEADER = """\
# Sums over the warps of a launch; `python -m analysis counters COUNTS --update` writes this file.
# sectors of loads  of stores  of atomics  wavefronts  scenario  particles  variant  stage  launch
"""
COLUMNS = 9


class Launch(NamedTuple):
    """Which launch of which kernel."""

    scenario: str
    particles: int
    variant: str
    stage: str
    launch: int

    def __str__(self):
        return f"{self.scenario} ({self.particles} particles), {self.variant}, {self.stage}" + (
            f" {self.launch}" if self.launch else ""
        )


class Traffic(NamedTuple):
    """What it costs the memory: the numbers that a check compares."""

    load_sectors: int
    store_sectors: int
    atomic_sectors: int
    wavefronts: int


def load_lines(file):
    """The objects of a file of counts. Raises InputError."""
    return load_objects(file, SCHEMA, SHAPE, "holds no counts", "count again")


def launch_of(line):
    return Launch(*(line[key] for key in Launch._fields))


def traffic_of(line):
    shared = ("shared_load", "shared_store", "shared_atomic")
    return Traffic(
        line["global_load"]["sectors"],
        line["global_store"]["sectors"],
        line["global_atomic"]["sectors"],
        sum(line[kind]["wavefronts"] for kind in shared),
    )


def report_of(lines):
    """{Launch: Traffic} of a file's lines. Raises InputError where it counts one twice."""
    report = {}
    for line in lines:
        launch = launch_of(line)
        if launch in report:
            raise InputError(f"{launch} was counted twice")
        report[launch] = traffic_of(line)
    return report


def compiler_of(lines):
    """ "gcc-12": which expectation a file's counts belong to. Counts are a compiler's."""
    versions = {line["compiler"] for line in lines}
    if len(versions) > 1:
        raise InputError(f"counts of several compilers: {', '.join(sorted(versions))}")
    numbers = re.findall(r"\b(\d+)\.\d+\.\d+", versions.pop())
    return f"gcc-{numbers[-1]}" if numbers else "gcc-unknown"


class Rise(NamedTuple):
    """One number of a launch that is higher than expected."""

    launch: Launch
    quantity: str
    expected: int
    found: int

    def __str__(self):
        quantity = self.quantity.replace("_", " ")
        return f"{self.launch}: {self.expected} -> {self.found} {quantity}"


def rises(expected, found):
    """What costs more than expected, of launches that both reports have."""
    return [
        Rise(launch, quantity, before, after)
        for launch in sorted(expected.keys() & found.keys())
        for quantity, before, after in zip(
            Traffic._fields, expected[launch], found[launch], strict=True
        )
        if after > before * (1 + TOLERANCE)
    ]


def read_expectation(file):
    """{Launch: Traffic} of a committed file, or None where there is no such file."""
    return read_rows(file, _parse_row)


def _parse_row(file, number, line):
    words = line.split()
    numbers = words[:4] + words[5:6] + words[8:]
    if len(words) == COLUMNS and all(word.isdecimal() for word in numbers):
        launch = Launch(words[4], int(words[5]), words[6], words[7], int(words[8]))
        return launch, Traffic(*map(int, words[:4]))
    raise InputError(
        f"{file}:{number}: not four numbers and a launch: '{line}'; write the file anew with "
        "--update"
    )


def write_expectation(file, report):
    """Writes a report as read_expectation() reads it."""
    lines = [HEADER]
    for launch, traffic in sorted(report.items()):
        numbers = "".join(f"{number:9d}" for number in traffic)
        lines.append(numbers + "  " + "  ".join(map(str, launch)) + "\n")
    write_lines(file, lines)

"""What a build compiles, and what that takes: kernels, seconds and megabytes, pack by pack."""

import json
import re
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from analysis.errors import InputError, quoted
from analysis.kernels.resources import PREFIX, read_report, report_file

# A pack may have so many times the kernels that are committed for it.
MOST_GROWTH = 1.25


@dataclass(frozen=True)
class PackCost:
    """One pack. A pack of the host has functions instead of kernels: nothing tells those apart."""

    kernels: int  # of the device; functions of ours where it runs on the host
    seconds: float  # of its compiler, one process at a time
    megabytes: float  # of the library


@dataclass(frozen=True)
class BuildCost:
    matrix: str  # of kernels/matrix.json
    machine: str  # what the seconds were measured on
    packs: dict[str, PackCost]
    other_seconds: dict[str, float]  # what is compiled beside packs: harness, tests, ...


def measure(build, machine):
    """The BuildCost of a build folder whose packs are there.

    Seconds are those of ninja's log: of the last time that each object was made.
    """
    seconds = seconds_of(build / ".ninja_log")
    packs = {}
    for library in sorted((build / "lib").glob(f"{PREFIX}*.so")) + sorted(
        (build / "lib" / "counting").glob(f"{PREFIX}*.so")
    ):
        toolchain = library.stem[len(PREFIX) :]
        packs[toolchain] = PackCost(
            count_kernels(library, toolchain),
            round(seconds.pop(f"kernels/{toolchain}", 0.0), 1),
            round(library.stat().st_size / 1e6, 2),
        )
    if not packs:
        raise InputError(f"{build}: holds no pack in lib/; build it, and name its folder")
    other = {part.removeprefix("kernels/"): round(taken, 1) for part, taken in seconds.items()}
    return BuildCost(cached(build, "SPHLAB_MATRIX"), machine, packs, other)


def cached(build, variable):
    """The value of a variable of CMake's cache, "" where it has none."""
    try:
        text = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{build}: is not a build folder: {error.strerror}") from error
    found = re.search(rf"^{variable}:\w+=(.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def seconds_of(log):
    """{part of the build: seconds of its compilers}; a part is kernels/<toolchain>, harness, ..."""
    try:
        lines = log.read_text(encoding="utf-8").splitlines()[1:]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{log}: cannot be read: {error}") from error
    last = {}
    for number, line in enumerate(lines, start=2):
        fields = line.split("\t")
        if len(fields) != 5 or not (fields[0].isdecimal() and fields[1].isdecimal()):
            raise InputError(f"{log}:{number}: {quoted(line)}: is no line of ninja's log")
        begin, end, _, output, command = fields
        if output.endswith((".o", ".gch")):
            last[command] = (output, (int(end) - int(begin)) / 1000)
    seconds = {}
    for output, taken in last.values():
        part = part_of(output)
        seconds[part] = seconds.get(part, 0.0) + taken
    return seconds


def part_of(output):
    """The part of the build that an object belongs to."""
    if found := re.search(r"(?:^|/)kernels/((?!CMakeFiles)[a-z]+-[^/]+)/", output):
        return f"kernels/{found[1]}"
    return output.split("/", 1)[0]


def count_kernels(library, toolchain):
    """Kernels of a pack: those of its report, or functions of ours where it is of the host."""
    report = report_file(library.parent, toolchain)
    if report.exists():
        return len({entry["symbol"] for entry in read_report(report)})
    done = subprocess.run(
        ["nm", "--defined-only", library], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise InputError(f"{library}: is no library: {done.stderr.strip()}; build it again")
    return len(re.findall(r"^\S+ [tTwW] _ZN+K?6sphlab", done.stdout, re.MULTILINE))


def read(file):
    """The committed BuildCost, or None where there is none."""
    try:
        entry = json.loads(Path(file).read_text(encoding="utf-8"))
        packs = {name: PackCost(**cost) for name, cost in entry.pop("packs").items()}
        return BuildCost(packs=packs, **entry)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(f"{file}: is not a cost of a build: {error!r}") from error


def as_json(cost):
    return json.dumps(asdict(cost), indent=1) + "\n"


def grown(expected, found):
    """{toolchain: (kernels before, now)} of the packs that have grown too much."""
    return {
        toolchain: (expected.packs[toolchain].kernels, now.kernels)
        for toolchain, now in found.packs.items()
        if toolchain in expected.packs
        and now.kernels > MOST_GROWTH * expected.packs[toolchain].kernels
    }


def as_markdown(cost):
    """The table of docs/build-cost.md."""
    rows = [
        [f"`{name}`", f"{one.kernels:,}", f"{one.seconds:.0f}", f"{one.megabytes:.1f}"]
        for name, one in sorted(cost.packs.items())
    ]
    rows += [[name, "", f"{taken:.0f}", ""] for name, taken in sorted(cost.other_seconds.items())]
    total = sum(one.seconds for one in cost.packs.values()) + sum(cost.other_seconds.values())
    rows.append(["together", "", f"{total:.0f}", ""])
    head = ["| compiled | kernels | seconds | MB |", "| --- | --: | --: | --: |"]
    lines = [f"Matrix `{cost.matrix}`, {cost.machine}.", "", *head]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows]) + "\n"

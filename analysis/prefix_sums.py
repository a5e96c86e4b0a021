"""The command `prefix-sums`: the report of a prefix-sum-benchmark as a table and a figure."""

import re
from dataclasses import dataclass
from pathlib import Path

from analysis.columns import aligned
from analysis.errors import InputError
from analysis.help_layout import add_command
from analysis.output import show, write
from analysis.shape import NUMBER, POSITIVE, TEXT, Kind, misfit
from analysis.strict_json import strictly

# In the order in which paper C introduces them, section 6, and the vendor's.
ALGORITHMS = ["in-place", "blelloch", "vendor"]
CASE = re.compile(
    r"(?P<algorithm>[a-z-]+)/(?P<length>\d+)/block:(?P<block>\d+)(?:/iterations:\d+)?/manual_time"
)
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
UNIT = Kind(f"one of {', '.join(NANOSECONDS)}", lambda value: str(value) in NANOSECONDS)
SHAPE = {
    "context": dict.fromkeys(("device", "driver", "runtime"), TEXT),
    "benchmarks": [{"run_name": TEXT, "real_time": POSITIVE, "time_unit": UNIT}],
}
COUNTS = ["synchronisations", "synchronisations_of_paper", "updates", "updates_of_paper"]

EPILOG = """\
examples:
  build/all/bin/prefix-sum-benchmark-cuda --benchmark_out=prefix-sums.json
  python -m analysis prefix-sums prefix-sums.json
  python -m analysis prefix-sums prefix-sums.json --figure O4-prefix-sums.png

Of each algorithm and number of values: the fastest block, and the time of one sum with it. Where
cases were repeated, the median of the repetitions.

exit codes:
  0  done
  2  the command line is wrong
  3  the file cannot be read, or is not a report of a prefix-sum-benchmark
  8  the figure cannot be written
"""


@dataclass(frozen=True)
class Sum:
    """The time of one sum of `length` values by a block of `block` threads [ns]."""

    algorithm: str
    length: int
    block: int
    nanoseconds: float
    counts: dict  # of COUNTS, those that are known


def add_to(commands):
    """Adds the command to the subparsers of a command line."""
    text = "print the times of block prefix sums, from the JSON of a prefix-sum-benchmark"
    sub = add_command(commands, "prefix-sums", _run, text, EPILOG)
    sub.add_argument("report", metavar="JSON", type=Path, help="a report of Google Benchmark")
    sub.add_argument("--figure", metavar="PNG", type=Path, help="also draw the times")


def load(path):
    """The context of a report, a dict, and its Sums. Raises InputError, naming file and key."""
    try:
        report = strictly(path.read_text(encoding="utf-8"))
        wrong = misfit(report, SHAPE)
        if wrong is not None:
            raise InputError(f"{path}: is no report of a prefix-sum-benchmark: {wrong}")
        return report["context"], _sums(report["benchmarks"])
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path}: {error}") from error


def fastest(sums):
    """A dict from (algorithm, length) to the Sum of the fastest block."""
    found = {}
    for one in sums:
        key = (one.algorithm, one.length)
        if key not in found or one.nanoseconds < found[key].nanoseconds:
            found[key] = one
    return found


def as_text(sums):
    """The table, by length and algorithm."""
    best = fastest(sums)
    heading = ["values", "algorithm", "threads", "ns", *COUNTS]
    cells = [
        [
            str(one.length),
            one.algorithm,
            str(one.block),
            f"{one.nanoseconds:.4g}",
            *(f"{one.counts[name]:.0f}" if name in one.counts else "-" for name in COUNTS),
        ]
        for one in sorted(best.values(), key=_order)
    ]
    return aligned(heading, cells, [True, False, *[True] * (len(heading) - 2)])


def figure(context, sums):
    """Times of the fastest block over the number of values: a Figure."""
    # matplotlib takes a second to import, which the table does not need
    from analysis.cutoff import COLOURS, MARKERS
    from analysis.drawing.interactions import draw_line
    from analysis.drawing.page import Page

    best = fastest(sums)
    algorithms = [name for name in ALGORITHMS if any(key[0] == name for key in best)]
    page = Page(
        "Prefix sum of an array in shared memory, by one block",
        "fastest number of threads, a block on every multiprocessor",
        [
            f"{context['device']}, driver {context['driver']}, {context['runtime']}",
            "in-place: paper C, section 6 (its code 1); blelloch: Blelloch 1990; vendor: CUB or "
            "rocPRIM. Time of one sum, by the device's events around a launch of many.",
        ],
        legend_entries=len(algorithms),
    )
    drawn, axes = page.open()
    for algorithm, colour, marker in zip(algorithms, COLOURS[3:], MARKERS, strict=False):
        points = sorted(
            (key[1], one.nanoseconds) for key, one in best.items() if key[0] == algorithm
        )
        lengths, times = zip(*points, strict=True)
        draw_line(axes, lengths, times, algorithm, color=colour, marker=marker)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("values")
    axes.set_ylabel("time of a sum [ns]")
    axes.grid(axis="both")
    page.legend(axes)
    return drawn


def _run(options):
    context, sums = load(options.report)
    show(as_text(sums))
    if options.figure is not None:
        from analysis.drawing.page import png

        write(options.figure, png(figure(context, sums)))
    return 0


def _sums(rows):
    """Of rows, or of their medians where they were repeated."""
    medians = [row for row in rows if row.get("aggregate_name") == "median"]
    sums = [_sum(row) for row in medians or rows]
    if not sums:
        raise ValueError("benchmarks: holds no case")
    return sums


def _sum(row):
    case = CASE.fullmatch(row["run_name"])
    if case is None or case["algorithm"] not in ALGORITHMS:
        raise ValueError(f"benchmarks: {row['run_name']!r} is no case of a prefix-sum-benchmark")
    counts = {name: row[name] for name in COUNTS if name in row}
    wrong = misfit(counts, dict.fromkeys(counts, NUMBER), f"benchmarks: {row['run_name']}")
    if wrong is not None:
        raise ValueError(wrong)
    return Sum(
        case["algorithm"],
        int(case["length"]),
        int(case["block"]),
        row["real_time"] * NANOSECONDS[row["time_unit"]],
        counts,
    )


def _order(one):
    return one.length, ALGORITHMS.index(one.algorithm)

"""`counters`: the table of what `sphlab count` counted, and the check against the expectation."""

from pathlib import Path

from analysis.errors import AnalysisError
from analysis.help_layout import add_command
from analysis.kernels.committed import NoExpectation, add_options
from analysis.kernels.counters import (
    TOLERANCE,
    compiler_of,
    launch_of,
    load_lines,
    read_expectation,
    report_of,
    rises,
    write_expectation,
)
from analysis.kernels.tables import as_markdown, as_text
from analysis.output import show

EXPECTATIONS = Path("tests/expectations/counters")
EPILOG = f"""\
examples:
  sphlab count random-box --set cells_per_side=5 --output counts.jsonl
  python -m analysis counters counts.jsonl
  python -m analysis counters counts.jsonl --check
  python -m analysis counters counts.jsonl --update

The check fails where a launch touches more sectors of global memory, or takes more wavefronts of
shared memory, than expected, by more than {TOLERANCE:.0%}: an access that is no longer coalesced, a
bank conflict, or more accesses. Launches that are new or gone are reported, and pass. Mend the
kernel, or accept what it takes: --update, and commit {EXPECTATIONS}.

exit codes:
  0   done; --check: nothing is worse
  2   the command line is wrong
  3   the counts or an expectation cannot be read
  8   an expectation cannot be written
  20  --check: a launch costs the memory more than expected
  21  --check: there is no expectation for the compiler of the counts
"""
HEADINGS = (
    "launch",
    "loads",
    "lanes",
    "sectors",
    "stores",
    "sectors",
    "shared",
    "wavefronts",
    "lanes per run",
    "diverging",
)


class MoreTraffic(AnalysisError):
    """A launch costs the memory more than expected."""

    exit_code = 20


def add_to(commands):
    """Adds the command to the subparsers of a command line."""
    text = "print what kernels ask of the memory, as sphlab count counted it, or check it"
    sub = add_command(commands, "counters", _run, text, EPILOG)
    sub.add_argument("counts", metavar="COUNTS", type=Path, nargs="+", help="files of sphlab count")
    add_options(sub, EXPECTATIONS)


def _run(options):
    lines = [line for file in options.counts for line in load_lines(file)]
    if options.check:
        _check(options, lines)
    elif options.update:
        file = _file(options, lines)
        write_expectation(file, report_of(lines))
        show(f"{file} written\n")
    else:
        layout = as_markdown if options.markdown else as_text
        show(layout(HEADINGS, [_row(line) for line in lines]))
    return 0


def _file(options, lines):
    return options.expectations / f"{compiler_of(lines)}.txt"


def _check(options, lines):
    file = _file(options, lines)
    found = report_of(lines)
    expected = read_expectation(file)
    if expected is None:
        raise NoExpectation(f"{file}: is not there; make it with --update")
    for launch in sorted(found.keys() - expected.keys()):
        show(f"new: {launch}\n")
    for launch in sorted(expected.keys() - found.keys()):
        show(f"gone: {launch}\n")
    worse = rises(expected, found)
    if worse:
        raise MoreTraffic(
            "\n".join(map(str, worse)) + f"\nMend the kernels, or accept with --update: {file}"
        )
    show(f"{len(found)} launches, none costs the memory more than expected\n")


def _row(line):
    shared = ("shared_load", "shared_store")
    requests = sum(line[kind]["requests"] for kind in shared)
    wavefronts = sum(line[kind]["wavefronts"] for kind in shared)
    loads, stores = line["global_load"], line["global_store"]
    return (
        str(launch_of(line)),
        str(loads["requests"]),
        _ratio(loads["lanes"], loads["requests"]),
        _ratio(loads["sectors"], loads["requests"]),
        str(stores["requests"]),
        _ratio(stores["sectors"], stores["requests"]),
        str(requests),
        _ratio(wavefronts, requests),
        _ratio(line["run_lanes"], line["runs"]),
        _ratio(line["divergent_branches"], line["branches"]),
    )


def _ratio(numerator, denominator):
    return f"{numerator / denominator:.2f}" if denominator else "-"

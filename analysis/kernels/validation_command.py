"""`validate-counters`: what `sphlab count` counts against what a device's profiler counts."""

from collections import Counter
from pathlib import Path

from analysis.errors import naming
from analysis.help_layout import add_command
from analysis.json_lines import as_lines
from analysis.kernels.counters import load_lines
from analysis.kernels.device_metrics import OF_COUNTS
from analysis.kernels.names import base_name
from analysis.kernels.tables import as_markdown, as_text
from analysis.kernels.validation import (
    ACCESSES,
    TOLERANCE,
    Verdict,
    added,
    load_validations,
    validated,
    verdict_of,
)
from analysis.output import show, write
from analysis.profiling.export import read_launches

EPILOG = f"""\
examples:
  python -m analysis validate-counters counts.jsonl export.csv --device 'NVIDIA H200' \\
      --toolchain nvcc-13.0 --profiler 'Nsight Compute 2025.3.1' --out validation.jsonl
  python -m analysis counters-validation results/nvidia-h200/counters.validation.jsonl --markdown

ci/validate-counters makes both files, and calls the first of these. Each number is told as counted
on the host / measured on the device. The same: sectors a request of global memory, or wavefronts of
shared memory, within {TOLERANCE:.0%}. Other requests: the device's compiler makes more or fewer of
them, which cost the same together, or each. docs/counters.md tells what else may differ, and why.

exit codes:
  0  done, whatever the verdicts
  2  the command line is wrong
  3  a file cannot be read, is not what it should be, or the two are not of the same stages
  8  an output file cannot be written
"""
HEADINGS = (
    "kernel",
    "of",
    "loads",
    "sectors a load",
    "stores",
    "sectors a store",
    "atomics",
    "sectors an atomic",
    "shared requests",
    "wavefronts",
    "lanes",
    "verdict",
)


def add_to(commands):
    """Adds the commands to the subparsers of a command line."""
    text = "join what sphlab count counted with what a device's profiler did, and print both"
    sub = add_command(commands, "validate-counters", _validate, text, EPILOG)
    sub.add_argument("counts", metavar="COUNTS", type=Path, help="of sphlab count --output")
    sub.add_argument(
        "exports", metavar="CSV", type=Path, nargs="+", help="ncu --import ... --csv --page raw"
    )
    for name, help_text in {
        "device": "its name, to be kept",
        "toolchain": "of the kernels that were profiled, to be kept",
        "profiler": "its name and version, to be kept",
    }.items():
        sub.add_argument(f"--{name}", metavar="TEXT", required=True, help=help_text)
    sub.add_argument("--out", metavar="FILE", type=Path, help="*.validation.jsonl")
    _add_markdown(sub)

    text = "print a file of validate-counters again"
    sub = add_command(commands, "counters-validation", _print_again, text, EPILOG)
    sub.add_argument("validation", metavar="FILE", type=Path, help="*.validation.jsonl")
    _add_markdown(sub)


def _add_markdown(sub):
    sub.add_argument("--markdown", action="store_true", help="the table for a document")


def _print_again(options):
    return _print(load_validations(options.validation), options)


def _validate(options):
    lines = load_lines(options.counts)
    head = {key: getattr(options, key) for key in ("device", "toolchain", "profiler")}
    launches = [launch for file in options.exports for launch in read_launches(file, OF_COUNTS)]
    with naming(options.counts, *options.exports):
        validations = validated(lines, launches, head)
    if options.out is not None:
        write(options.out, as_lines(validations).encode())
    absent = {line["id"]: line for line in lines}.keys() - {one["id"] for one in validations}
    for line in lines:
        if line["id"] in absent and line["launch"] == 0:
            show(f"not profiled: {line['variant']}, {line['stage']}\n")
    return _print(validations, options)


def _print(validations, options):
    told = _told_once(validations)
    layout = as_markdown if options.markdown else as_text
    show(layout(HEADINGS, [row_of(one) for one in told]))
    counts = Counter(_overall(one) for one in told)
    verdicts = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    show(f"\n{len(told)} launches of {len({_name(one) for one in told})} kernels: {verdicts}.\n")
    return 0


def _told_once(validations):
    """Without launches that equal an earlier one: variants of a scenario have stages in common."""
    told = {}
    for one in validations:
        same = (one["kernel"], one["scenario"], str(one["counted"]), str(one["measured"]))
        told.setdefault(same, one)
    return list(told.values())


def _name(one):
    return base_name(one["kernel"])


def row_of(one):
    """The cells of a launch, those of HEADINGS."""
    cells = [_name(one), f"{one['variant']}, {one['stage']}"]
    for kinds in ACCESSES.values():
        counted, measured = added(one["counted"], kinds), added(one["measured"], kinds)
        is_shared = kinds is ACCESSES["shared memory"]
        cells.append(_both(counted[0], measured[0]))
        if is_shared:
            cells.append(_both(counted[1], measured[1]))
        else:
            cells.append(_both(_ratio(counted), _ratio(measured)))
    return [*cells, f"{one['measured']['lanes_an_instruction']:.1f}", _verdicts(one)]


def _ratio(requests_and_cost):
    requests, cost = requests_and_cost
    return f"{cost / requests:.2f}" if requests else 0


def _both(counted, measured):
    return f"{counted} / {measured}" if counted or measured else "-"


def _judged(one):
    verdicts = {access: verdict_of(one, access) for access in ACCESSES}
    return {access: verdict for access, verdict in verdicts.items() if verdict is not None}


def _overall(one):
    """The gravest verdict: the last of their order."""
    order = list(Verdict)
    return max(_judged(one).values(), key=order.index, default=Verdict.SAME)


def _verdicts(one):
    grave = {access: verdict for access, verdict in _judged(one).items() if verdict != Verdict.SAME}
    return ", ".join(f"{access}: {verdict.value}" for access, verdict in grave.items()) or "same"

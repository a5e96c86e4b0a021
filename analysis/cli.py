"""The command line: python -m analysis COMMAND, on recorded runs and on built packs."""

import argparse
from pathlib import Path

from analysis import additions, merging, migration, prefix_sums, table
from analysis.audit import commands as auditing
from analysis.believable import believable
from analysis.compare import commands as comparing
from analysis.drawing import commands as drawing
from analysis.help_layout import HelpLayout, add_command
from analysis.kernels import commands as compiled
from analysis.load import load_records, require_valid
from analysis.outcome import exit_code_of
from analysis.output import make_legible, show, write
from analysis.particles import commands as importing
from analysis.peers import command as comparing_peers
from analysis.profiling import commands as profiling
from analysis.published import commands as publishing
from analysis.report import command as reporting
from analysis.verification.reading import is_verification, load_verification, require_passed
from analysis.why import commands as explaining

DESCRIPTION = "Figures, tables and verdicts from sphlab's recorded runs (docs/read-a-record.md)."
EPILOG = """\
examples:
  python -m analysis validate results/nvidia-h200/dam-break-lj.jsonl
  python -m analysis figures results/nvidia-h200/dam-break-lj.jsonl
  python -m analysis figures results/nvidia-h200/dam-break-lj.jsonl --out figures --only A9 mipps
  python -m analysis figures results/host-x86_64/verification.jsonl
  python -m analysis figures best.json --out figures
  python -m analysis figures results/nvidia-h200 --paper C --also svg
  python -m analysis index results/nvidia-h200
  python -m analysis report results --out site
  python -m analysis table results/nvidia-h200/dam-break-lj.jsonl
  python -m analysis table results/nvidia-h200/dam-break-lj.jsonl --csv --out records.csv
  python -m analysis merge node-1.jsonl node-2.jsonl --out both.jsonl
  python -m analysis compare base.jsonl candidate.jsonl
  python -m analysis why rows --scenario dam-break-lj
  python -m analysis import snapshot.hdf5 --output my.particles

exit codes:
  0  done
  2  the command line is wrong
  3  the file cannot be read, is not a recorded run, or holds nothing to draw
  6  a record is invalid: its validity.status is not ok; a check of a verification failed
  8  an output file cannot be written

Those of compare, gate, import, report and why are told by their --help.
"""


def main(arguments=None):
    """Runs one command and returns its exit code."""
    make_legible()
    return exit_code_of(_parser().parse_args(arguments))


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m analysis",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=HelpLayout,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text, what="a recorded run, *.jsonl"):
        sub = add_command(commands, name, run, text, EPILOG)
        sub.add_argument("results", metavar="RESULTS", type=Path, help=what)
        return sub

    skip = "leave invalid records out, and count them on standard error"
    text = "draw the figures that a suite was recorded for, as PNG"
    what = (
        "a recorded run or a verification, *.jsonl; an answer of sphlab best, *.json; with --paper "
        "also a folder of runs"
    )
    drawing.add_figures_arguments(command("figures", drawing.draw_figures, text, what))

    text = "write a page of all figures of a device, figures/index.html, with what each shows"
    sub = add_command(commands, "index", drawing.write_index, text, EPILOG)
    sub.add_argument("device", metavar="FOLDER", type=Path, help="results/<device>")

    sub = command("table", _table, "print one row per record")
    sub.add_argument("--csv", action="store_true", help="all digits, comma-separated")
    sub.add_argument("--out", metavar="FILE", type=Path, help="instead of standard output")
    sub.add_argument("--skip-invalid", action="store_true", help=skip)

    command("validate", _validate, "check every record against the schema, and its validity")
    migration.add_to(commands)
    merging.add_to(commands)
    comparing.add_to(commands)
    auditing.add_to(commands)
    compiled.add_to(commands)
    prefix_sums.add_to(commands)
    comparing_peers.add_to(commands)
    profiling.add_to(commands)
    publishing.add_to(commands)
    additions.add_to(commands)
    reporting.add_to(commands)
    explaining.add_to(commands)
    importing.add_to(commands)
    return parser


def _table(options):
    records = believable(options)
    text = table.as_csv(records) if options.csv else table.as_text(records)
    if options.out is None:
        show(text)
    else:
        write(options.out, text.encode())
    return 0


def _validate(options):
    if is_verification(options.results):
        return _validate_verification(options)
    records = load_records(options.results)
    require_valid(records, options.results)
    show(f"{options.results}: {len(records)} records, all valid\n")
    return 0


def _validate_verification(options):
    found = load_verification(options.results)
    require_passed(found, options.results)
    curves = f"{len(found.curves)} curves" if found.curves else "no curve"
    show(f"{options.results}: {len(found.checks)} checks, all passed, and {curves}\n")
    return 0

"""The command repeat: does a run that is recorded again from scratch give the same times?"""

import os
from pathlib import Path

from analysis.compare import arguments
from analysis.compare.duel import require_no_duel
from analysis.compare.files import load_of_one_device
from analysis.compare.repetition import Tolerance, repetition
from analysis.compare.reports.repeated import as_markdown
from analysis.errors import UsageError
from analysis.help_layout import add_command
from analysis.output import show, write

USUAL = Tolerance()
NOT_REPEATED = 13
EPILOG = """\
Rows are paired by scenario, particles, state, toolchain, variant, stage and scope, so that the two
runs may be of different suites. A row whose medians differ by more than --within is explained where
the environments of its two records differ (the keys that the gate compares), or where they agree in
clock cycles. Rows that only one of the two has are counted.

examples:
  python -m analysis repeat monday.jsonl tuesday.jsonl
  python -m analysis repeat monday.jsonl tuesday.jsonl --within 1 --worst 30 --out repeated.md
  python -m analysis repeat results/nvidia-h200/lists.jsonl results/nvidia-h200/list-builders.jsonl

exit codes:
  0   every row agrees, or its difference is explained
  2   the command line is wrong
  3   a file cannot be read or is no recorded run, or the two share no row
  8   the output cannot be written
  12  recorded on different devices
  13  a row differs and nothing explains it, or is valid in one run alone
"""


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    text = "say whether two recordings of the same agree, row by row, as Markdown"
    sub = add_command(commands, "repeat", _repeat, text, EPILOG)
    sub.add_argument("files", metavar="FIRST SECOND", nargs=2, type=Path, help="recorded runs")
    sub.add_argument(
        "--within",
        type=arguments.change,
        default=USUAL.within,
        metavar="PERCENT",
        help=f"that medians may differ by (default: {100 * USUAL.within:g})",
    )
    sub.add_argument(
        "--floor",
        type=arguments.microseconds,
        default=USUAL.shortest_s,
        metavar="MICROSECONDS",
        help=f"leave out stages that take less in both (default: {USUAL.shortest_s * 1e6:g})",
    )
    arguments.add_scope(sub, USUAL.scopes)
    sub.add_argument(
        "--worst",
        type=arguments.count,
        default=10,
        metavar="N",
        help="rows in the table of those that agree least (default: %(default)s)",
    )
    sub.add_argument("--out", type=Path, metavar="FILE", help="instead of standard output")


def _repeat(options):
    if _is_one_file(options.files):
        raise UsageError(f"{options.files[0]}: is given twice; FIRST and SECOND are two recordings")
    sides = [load_of_one_device(path) for path in options.files]
    for records, path in zip(sides, options.files, strict=True):
        require_no_duel(records, path)
    found = repetition(*sides, Tolerance(options.within, options.floor, tuple(options.scope)))
    text = as_markdown(found, options.files, sides, options.worst)
    if options.out is None:
        show(text)
    else:
        write(options.out, text.encode())
    return 0 if found.is_explained else NOT_REPEATED


def _is_one_file(paths):
    return all(path.exists() for path in paths) and os.path.samefile(*paths)

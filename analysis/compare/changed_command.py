"""The command changed: a summary of what a new recording of all suites brought."""

from pathlib import Path

from analysis.compare import arguments
from analysis.compare.changed import OldFolder, suites
from analysis.compare.reports.changed import as_markdown
from analysis.errors import UsageError
from analysis.help_layout import add_command
from analysis.output import show, write

EPILOG = """\
examples:
  python -m analysis changed HEAD results/nvidia-h200
  python -m analysis changed ../before/results/nvidia-h200 results/nvidia-h200 --limit 10
  python -m analysis changed v0.1 results/nvidia-h200 --out changed.md

OLD is a folder, or a git revision: the same folder as it was there. Files of one name are compared;
verdicts are those of `compare` (docs/gate.md), whatever differs of the environments, which is told.

exit codes:
  0  compared, whatever has changed
  2  the command line is wrong, or OLD is neither a folder nor a revision
  3  a file cannot be read or is not a recorded run, or there is none
  8  the output cannot be written
"""


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    text = "say what changed between two recordings of a device's suites, as Markdown"
    sub = add_command(commands, "changed", _run, text, EPILOG)
    sub.add_argument("old", metavar="OLD", help="a folder of recorded runs, or a git revision")
    sub.add_argument("new", metavar="NEW", type=Path, help="a folder, results/<device>")
    sub.add_argument(
        "--limit",
        type=arguments.count,
        default=30,
        metavar="N",
        help="rows of each list, the largest changes first (default: %(default)s)",
    )
    sub.add_argument("--out", type=Path, metavar="FILE", help="instead of standard output")


def _run(options):
    if not options.new.is_dir():
        raise UsageError(f"{options.new}: is no folder of recorded runs")
    with OldFolder(options.old, options.new) as old:
        found = suites(old, options.new)
    text = as_markdown(found, options.old, str(options.new), options.limit)
    if options.out is None:
        show(text)
    else:
        write(options.out, text.encode())
    return 0

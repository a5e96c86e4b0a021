"""The command peers: times neighbour lists by other libraries beside those of this laboratory."""

import argparse
import json
from pathlib import Path

from analysis.errors import NotAvailableError
from analysis.help_layout import add_command
from analysis.output import show, write
from analysis.peers import libraries
from analysis.peers.table import as_text

EPILOG = """\
examples:
  python -m analysis peers
  python -m analysis peers --particles 100000 1000000 --out peers.json
  python -m analysis peers --device cuda --only sphlab warp

All libraries that can be imported get the same particles, at random in a cube with about 40
neighbours each, and must give the same pairs as SciPy in double precision: one that fails, or gives
others, has no number. They take turns; times are of whole lists, in arrays of the library's own.
The record is written after each number of particles: an interrupt loses none that is done.
OMP_WAIT_POLICY=passive keeps the OpenMP threads of one from the processors of the next.

exit codes:
  0  done
  2  the command line is wrong
  5  no library gave a right list
  8  the record cannot be written
"""


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    text = "time neighbour lists by other libraries beside those of sphlab"
    sub = add_command(commands, "peers", _run, text, EPILOG)
    sub.add_argument(
        "--particles", metavar="N", nargs="+", type=_positive, default=[100_000], help="how many"
    )
    names = libraries.names()
    sub.add_argument("--only", metavar="LIBRARY", nargs="+", choices=names, default=names)
    sub.add_argument("--repeats", metavar="N", type=_several, default=7, help="2 or more; usual: 7")
    sub.add_argument("--device", choices=("host", "cuda"), default="host")
    sub.add_argument("--out", metavar="FILE", type=Path, help="of the record, as JSON")


def _run(options):
    # SciPy takes a third of the start of a command, which no other one shall wait for
    from analysis.peers.measuring import measure
    from analysis.sphlab.progress import ProgressLine

    def keep(record):
        if options.out is not None:
            write(options.out, (json.dumps(record) + "\n").encode())

    line = ProgressLine()
    chosen = (options.only, options.particles, options.repeats, options.device)
    record = measure(*chosen, line.show, keep)
    line.show("")
    show(as_text(record))
    if not any("median_s" in one for case in record["cases"] for one in case["results"]):
        raise NotAvailableError("no library gave a right list")
    return 0


def _positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of particles")
    return int(text)


def _several(text):
    if not text.isdigit() or int(text) < 2:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 2 or more")
    return int(text)

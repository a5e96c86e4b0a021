"""The command of ci/first-hour."""

import argparse
import sys
from pathlib import Path

from analysis.errors import AnalysisError
from analysis.output import make_legible
from analysis.walk.circumstances import circumstances
from analysis.walk.page import steps_of
from analysis.walk.walker import walk

PAGE = Path("docs/first-hour.md")
EPILOG = """\
Writes OUT/steps.json, anew after each step, and a log of each.

exit codes:
  0  all steps have ended with 0
  2  the command line is wrong
  3  the page cannot be read, or shows no steps
  8  OUT is there already, or cannot be written
otherwise that of the step that has failed, after which none is run
"""


def main(words=None):
    """Runs the command and returns its exit code."""
    make_legible()
    parser = argparse.ArgumentParser(
        prog="first-hour",
        description="Runs what docs/first-hour.md shows, step by step, and times each.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, default=Path("out/first-hour"), help="a new folder")
    parser.add_argument("--page", type=Path, default=PAGE, help="(default: %(default)s)")
    options = parser.parse_args(words)
    try:
        steps = steps_of(options.page)
        return walk(steps, options.page.as_posix(), options.out, circumstances(), _tell)
    except AnalysisError as error:
        print(f"first-hour: error: {error}", file=sys.stderr)
        return error.exit_code


def _tell(text):
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())

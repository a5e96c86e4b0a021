"""Whether a comparison on a busy machine says what it says on a quiet one, or nothing.

`python -m analysis.compare.under_load QUIET LOADED BASE=CANDIDATE` compares two toolchains in each
of two recordings of one suite. Exit code 1: a verdict of LOADED contradicts QUIET.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from analysis.columns import aligned
from analysis.compare import arguments
from analysis.compare.comparison import Judgement, Policy
from analysis.compare.files import compare_runs
from analysis.compare.reports.words import interval
from analysis.compare.verdict import Verdict, percent
from analysis.errors import AnalysisError

HEADINGS = ["stage", "quiet", "interval", "verdict", "busy", "verdict", "holds"]


@dataclass(frozen=True)
class Held:
    """A row that was measured with nothing else on the machine, and with something."""

    quiet: Judgement
    loaded: Judgement

    @property
    def holds(self):
        """Whether the busy machine leaves it unclear, or finds a change in the quiet one's
        interval."""
        if self.loaded.verdict == Verdict.UNCLEAR:
            return True
        quiet = self.quiet.measured
        return quiet.low <= self.loaded.measured.ratio <= quiet.high


def held(quiet, loaded, pair):
    """The Held rows of two files, by stage. pair: (toolchain of the base, of the candidate)."""
    quiet_rows, loaded_rows = (_by_row(path, pair) for path in (quiet, loaded))
    return [
        Held(quiet_rows[row], loaded_rows[row])
        for row in sorted(quiet_rows.keys() & loaded_rows.keys())
    ]


def _by_row(path, pair):
    comparison = compare_runs([path, path], Policy(renamed=(pair,)))
    return {one.row: one for one in comparison.judgements if one.measured is not None}


def table(rows):
    """The rows as text."""
    return aligned(HEADINGS, [_cells(row) for row in rows], [False] + [True] * 2 + [False] * 4)


def _cells(row):
    quiet, loaded = row.quiet, row.loaded
    return [
        quiet.row.stage,
        percent(quiet.measured.ratio),
        interval(quiet.measured),
        quiet.verdict,
        percent(loaded.measured.ratio),
        loaded.verdict,
        "yes" if row.holds else "NO",
    ]


def main(words=None):
    """Prints the table. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m analysis.compare.under_load")
    parser.add_argument("quiet", type=Path)
    parser.add_argument("loaded", type=Path)
    parser.add_argument("pair", type=arguments.pair, metavar="BASE=CANDIDATE")
    options = parser.parse_args(words)
    try:
        rows = held(options.quiet, options.loaded, options.pair)
    except AnalysisError as error:
        print(f"under_load: {error}", file=sys.stderr)
        return error.exit_code
    print(table(rows), end="")
    return 0 if rows and all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

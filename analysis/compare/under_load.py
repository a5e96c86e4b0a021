"""Whether a comparison on a busy machine says what it says on a quiet one, or nothing.

`python -m analysis.compare.under_load QUIET LOADED BASE=CANDIDATE` compares two toolchains in each
of two recordings of one suite, and prints a table in Markdown. Exit code 1: a verdict of LOADED
contradicts QUIET.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from analysis.compare import arguments
from analysis.compare.comparison import Judgement, Policy
from analysis.compare.files import compare_runs
from analysis.compare.reports.words import NOT_KNOWN, interval
from analysis.compare.verdict import Verdict, percent
from analysis.errors import AnalysisError
from analysis.output import make_legible

HEADING = """\
| stage | quiet | interval | verdict | busy | interval | verdict | lost there | holds |
|---|---:|---:|---|---:|---:|---|---:|---|
"""


@dataclass(frozen=True)
class Held:
    """A row that was measured with nothing else on the machine, and with something."""

    quiet: Judgement
    loaded: Judgement

    @property
    def holds(self):
        """Whether the busy machine leaves it unclear, or its interval and the quiet one's meet."""
        if self.loaded.verdict == Verdict.UNCLEAR:
            return True
        quiet, loaded = self.quiet.measured, self.loaded.measured
        return loaded.low <= quiet.high and quiet.low <= loaded.high


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
    """The rows in Markdown. Lost: the most that the load can have taken from the median block of
    either toolchain."""
    return HEADING + "".join(f"| {' | '.join(_cells(row))} |\n" for row in rows)


def _cells(row):
    quiet, loaded = row.quiet.measured, row.loaded.measured
    return [
        row.quiet.row.stage,
        percent(quiet.ratio),
        interval(quiet),
        row.quiet.verdict,
        percent(loaded.ratio),
        interval(loaded),
        row.loaded.verdict,
        _lost(loaded),
        "yes" if row.holds else "**no**",
    ]


def _lost(measured):
    if measured.unloaded is None:
        return NOT_KNOWN
    least, largest = measured.unloaded
    return f"{100 * (1 - min(least / measured.ratio, measured.ratio / largest)):.0f} %"


def main(words=None):
    """Prints the table. Returns the exit code."""
    make_legible()
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

"""The command line: python -m analysis COMMAND, on recorded runs and on built packs."""

import argparse
from pathlib import Path

from analysis import figures, migration, prefix_sums, table
from analysis.audit import commands as auditing
from analysis.compare import commands as comparing
from analysis.errors import InputError, InvalidRecordsError, OutputError
from analysis.kernels import commands as compiled
from analysis.load import frame, load_records, require_valid, split_by_validity
from analysis.outcome import exit_code_of
from analysis.output import complain, show, write
from analysis.profiling import commands as profiling
from analysis.profiling.join import with_profiles
from analysis.profiling.profiles import load_profiles
from analysis.published import commands as publishing
from analysis.runs import require_one_device

DESCRIPTION = "Figures, tables and verdicts from sphlab's recorded runs (docs/read-a-record.md)."
EPILOG = """\
examples:
  python -m analysis validate results/nvidia-h200/dam-break-lj.jsonl
  python -m analysis figures results/nvidia-h200/dam-break-lj.jsonl --out figures
  python -m analysis figures results/nvidia-h200/dam-break-lj.jsonl --out figures --only A4 mipps
  python -m analysis table results/nvidia-h200/dam-break-lj.jsonl
  python -m analysis table results/nvidia-h200/dam-break-lj.jsonl --csv --out records.csv
  python -m analysis compare base.jsonl candidate.jsonl

exit codes:
  0  done
  2  the command line is wrong
  3  the file cannot be read, is not a recorded run, or holds nothing to draw
  6  a record is invalid: its validity.status is not ok
  8  an output file cannot be written

Those of compare and gate are told by their --help.
"""


def main(arguments=None):
    """Runs one command and returns its exit code."""
    return exit_code_of(_parser().parse_args(arguments))


def _parser():
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m analysis", description=DESCRIPTION, epilog=EPILOG, formatter_class=layout
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text):
        sub = commands.add_parser(
            name, help=text, description=text, epilog=EPILOG, formatter_class=layout
        )
        sub.add_argument("results", metavar="RESULTS", type=Path, help="a recorded run, *.jsonl")
        sub.set_defaults(run=run)
        return sub

    skip = "leave invalid records out, and count them on standard error"
    sub = command("figures", _figures, "draw the figures that the records suffice for, as PNG")
    sub.add_argument("--out", metavar="DIR", type=Path, required=True, help="made if missing")
    sub.add_argument(
        "--only", metavar="NAME", nargs="+", choices=figures.names(), help="out of: %(choices)s"
    )
    sub.add_argument("--skip-invalid", action="store_true", help=skip)
    sub.add_argument(
        "--profile", metavar="FILE", type=Path, help="counters of a profiler, *.profile.jsonl"
    )

    sub = command("table", _table, "print one row per record")
    sub.add_argument("--csv", action="store_true", help="all digits, comma-separated")
    sub.add_argument("--out", metavar="FILE", type=Path, help="instead of standard output")
    sub.add_argument("--skip-invalid", action="store_true", help=skip)

    command("validate", _validate, "check every record against the schema, and its validity")
    migration.add_to(commands, layout)
    comparing.add_to(commands)
    auditing.add_to(commands)
    compiled.add_to(commands)
    prefix_sums.add_to(commands)
    profiling.add_to(commands)
    publishing.add_to(commands)
    return parser


def _figures(options):
    drawings = _drawings(options)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{options.out}: cannot be made: {error.strerror}") from error
    # Drawing needs matplotlib, which takes a second to import that the other commands do not have.
    from analysis.drawing.page import png

    for drawing in drawings:
        file = options.out / f"{drawing.name}.png"
        write(file, png(drawing.figure))
        show(f"{file}\n")
    return 0


def _drawings(options):
    records = frame(_believable(options))
    require_one_device(records)
    if options.profile is not None:
        records = with_profiles(records, load_profiles(options.profile), options.profile)
    drawings = []
    for name in options.only or figures.names():
        drawn = figures.draw(name, records)
        if not drawn:
            complain(f"{name}: no record to draw it from; it needs {figures.needs(name)}")
        drawings += drawn
    if not drawings:
        raise InputError(f"{options.results}: holds no record that a figure is drawn from")
    return drawings


def _table(options):
    records = _believable(options)
    text = table.as_csv(records) if options.csv else table.as_text(records)
    if options.out is None:
        show(text)
    else:
        write(options.out, text.encode())
    return 0


def _validate(options):
    records = load_records(options.results)
    require_valid(records, options.results)
    show(f"{options.results}: {len(records)} records, all valid\n")
    return 0


def _believable(options):
    """The valid records; the others end the command, or are left out and counted when asked."""
    records = load_records(options.results)
    if not options.skip_invalid:
        require_valid(records, options.results)
        return records
    valid, invalid = split_by_validity(records)
    if not valid:
        raise InvalidRecordsError(f"{options.results}: all {len(invalid)} records are invalid")
    if invalid:
        complain(
            f"{options.results}: {len(invalid)} of {len(records)} records are invalid and left out"
        )
    return valid

"""From what a profiler has written to a file beside the records, and on to the cross-checks."""

import argparse
from pathlib import Path

from analysis import json_lines
from analysis.errors import naming
from analysis.help_layout import add_command
from analysis.load import load_records, split_by_validity
from analysis.output import show, write
from analysis.profiling.crosscheck import TOLERANCE, crosscheck
from analysis.profiling.crosscheck_table import as_markdown
from analysis.profiling.export import read_launches
from analysis.profiling.loop_crosscheck import loop_crosscheck
from analysis.profiling.loop_table import as_markdown as loop_table
from analysis.profiling.loops import load_loops, loops_of
from analysis.profiling.profiles import as_lines, load_profiles, profiles_of
from analysis.profiling.timeline import read_timeline

EPILOG = """\
examples:
  python -m analysis profile results/nvidia-h200/cutoff.jsonl build/profile/cutoff.csv \\
      --profiler 'Nsight Compute 2025.3.1' --out results/nvidia-h200/cutoff.profile.jsonl
  python -m analysis figures results/nvidia-h200/cutoff.jsonl --only C7 \\
      --profile results/nvidia-h200/cutoff.profile.jsonl --out figures
  python -m analysis crosscheck results/nvidia-h200/lists.jsonl \\
      results/nvidia-h200/lists.profile.jsonl --tolerance 2
  python -m analysis loop gate.jsonl build/timeline/gate.parts.jsonl \\
      --whole build/timeline/gate.whole.jsonl --out gate.loop.jsonl
  python -m analysis crosscheck-loop gate.jsonl gate.loop.jsonl

ci/profile makes the export and calls `profile`, ci/timeline makes timelines and calls `loop`.
docs/profiling.md tells what they need, and how their times compare with the harness's.

exit codes:
  0  done, whatever the verdicts
  2  the command line is wrong
  3  a file cannot be read, is not what it should be, or does not belong to the records
  8  an output file cannot be written
"""


def add_to(commands):
    """Adds the commands to the subparsers of the command line."""
    sub = _add(commands, "profile", _profile, "join what a profiler counted to the records")
    sub.add_argument("export", metavar="CSV", type=Path, help="ncu --import ... --csv --page raw")
    sub.add_argument(
        "--profiler", metavar="TEXT", required=True, help="its name and version, to be kept"
    )
    sub.add_argument("--out", metavar="FILE", type=Path, required=True, help="*.profile.jsonl")

    sub = _add(commands, "crosscheck", _crosscheck, "compare recorded times with a profiler's")
    sub.add_argument("profiles", metavar="PROFILE", type=Path, help="what `profile` has written")
    _add_tolerance(sub)

    sub = _add(commands, "loop", _loop, "join the timeline of recorded loops to their records")
    sub.add_argument("parts", metavar="TIMELINE", type=Path, help="of every kernel, copy and fill")
    sub.add_argument("--whole", metavar="TIMELINE", type=Path, help="of whole graphs, for the step")
    sub.add_argument("--out", metavar="FILE", type=Path, required=True, help="*.loop.jsonl")

    sub = _add(
        commands,
        "crosscheck-loop",
        _crosscheck_loop,
        "compare recorded times in the loop with a timeline's",
    )
    sub.add_argument("loops", metavar="LOOP", type=Path, help="what `loop` has written")
    _add_tolerance(sub)


def _add(commands, name, run, text):
    sub = add_command(commands, name, run, text, EPILOG)
    sub.add_argument("results", metavar="RECORDS", type=Path, help="a recorded run, *.jsonl")
    return sub


def _add_tolerance(sub):
    sub.add_argument(
        "--tolerance",
        metavar="PERCENT",
        type=_percent,
        default=TOLERANCE,
        help="that two times may differ by and be the same (default: 2)",
    )


def _percent(text):
    value = float(text)
    if not 0 < value < 100:
        raise argparse.ArgumentTypeError(f"{text} is not a percentage between 0 and 100")
    return value / 100


def _profile(options):
    launches = read_launches(options.export)
    records = load_records(options.results)
    with naming(options.export, options.results):
        profiles = profiles_of(launches, records, options.profiler)
    write(options.out, as_lines(profiles).encode())
    show(f"{options.out}: {len(profiles)} stages, {len(launches)} kernels\n")
    return 0


def _crosscheck(options):
    records, _ = split_by_validity(load_records(options.results))
    profiles = load_profiles(options.profiles)
    with naming(options.profiles, options.results):
        checks = crosscheck(records, profiles)
    show(as_markdown(checks, options.tolerance))
    return 0


def _loop(options):
    whole = None if options.whole is None else read_timeline(options.whole)
    parts, records = read_timeline(options.parts), load_records(options.results)
    with naming(options.parts, options.results):
        loops = loops_of(parts, whole, records)
    write(options.out, json_lines.as_lines(loops).encode())
    show(f"{options.out}: {len(loops)} loops\n")
    return 0


def _crosscheck_loop(options):
    records, _ = split_by_validity(load_records(options.results))
    loops = load_loops(options.loops)
    with naming(options.loops, options.results):
        checks = loop_crosscheck(records, loops)
    show(loop_table(checks, options.tolerance))
    return 0

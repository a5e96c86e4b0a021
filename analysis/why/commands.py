"""The command why."""

import argparse
import math
import re
from pathlib import Path

from analysis.help_layout import add_command
from analysis.limits import load_limits, rates_of
from analysis.output import show, write
from analysis.program import find_program
from analysis.why.comparison import compare
from analysis.why.counts import load_counts
from analysis.why.diagnosis import diagnose
from analysis.why.document import as_text, document_of, document_of_two
from analysis.why.facts import Sources, facts_of
from analysis.why.files import limits_beside, profile_beside
from analysis.why.profiled import load_profiled
from analysis.why.program import count, devices_at_hand
from analysis.why.report import report_of, report_of_two
from analysis.why.rows import choose_rows, find_rows, table_of

STANDARD_OUTPUT = "-"
PARAMETER = re.compile(r"([^=]+)=(-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
TEXT = "tell from records what a variant waits for"
EPILOG = """\
Explains from records what a variant waits for: where the time of a step goes, how near each stage
comes to the device's measured limits, what limits its warps, and what profiles and counts say. What
no fact decides is "not known", with the command that would tell. docs/why.md has the rules.

Of several rows the largest is taken, then the latest state, then the fastest.

examples:
  python -m analysis why list-gather+per-particle
  python -m analysis why rows --scenario dam-break-lj --state t1.5
  python -m analysis why rows --against all-in-sm --scenario dam-break-lj
  python -m analysis why rows --scenario dam-break-lj --count particles_per_height=8
  python -m analysis why x-pencil --record results/nvidia-h200/cutoff.jsonl --list
  python -m analysis why rows --scenario dam-break-lj --json - | jq .paragraph

exit codes:
  0  explained
  2  the command line is wrong, or rows of several variants, scenarios or devices match, and are
     listed
  3  a file of records, limits, profiles or counts is wrong
  5  no row matches, or no two that can be compared; with --count, no sphlab or no pack that counts
  6  what matches is recorded as invalid
  8  an output file cannot be written
"""


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    sub = add_command(commands, "why", _why, TEXT, EPILOG)

    def add(name, metavar, text, kind=_text, **more):
        sub.add_argument(name, metavar=metavar, type=kind, help=text, **more)

    def add_repeatable(name, metavar, text, kind=_path, **more):
        more = {"action": "append", "default": []} | more
        add(name, metavar, f"{text}; repeatable", kind, **more)

    def add_parameters(name, text):
        more = {"action": _Parameters, "default": {}}
        add_repeatable(name, "KEY=VALUE", text, _parameter, **more)

    add("variant", "VARIANT", "a recorded variant, or its traversal")
    add("--against", "V", "tell why this one is faster or slower")
    add("--scenario", "NAME", "only records of this scenario")
    add_parameters("--set", "only records whose scenario has this parameter")
    add("--state", "LABEL", "only records of this state, as t1.5")
    add("--toolchain", "T", "only of this toolchain, or of a pattern")
    add_repeatable("--record", "FILE", "record file, or folder of them [results/*/]")
    add("--limits", "FILE", "of 'sphlab limits' [limits.json beside]", _path)
    what = "of 'ci/profile', besides what lies beside the records"
    add_repeatable("--profile", "FILE", what)
    add_repeatable("--counts", "FILE", "of 'sphlab count --output'")
    what = "count now, on the host, with this parameter, which makes it small"
    add_parameters("--count", what)
    add("--sphlab", "FILE", "the program that counts [SPHLAB, PATH, else build/*/bin]", _path)
    add("--json", "FILE", "also a JSON document; - prints it alone", _path_or_output)
    sub.add_argument(
        "--list", action="store_true", help="show the rows that match, and explain none"
    )


def _why(options):
    rows = find_rows(options)
    if options.list:
        show(table_of(row for of_name in rows for row in of_name))
        return 0
    chosen = choose_rows(rows, options, lambda: devices_at_hand(options.sphlab))
    diagnoses = diagnoses_of(chosen, options)
    if len(diagnoses) == 1:
        _tell(options.json, report_of(*diagnoses), document_of(*diagnoses))
    else:
        of_two = (*diagnoses, compare(*diagnoses))
        _tell(options.json, report_of_two(*of_two), document_of_two(*of_two))
    return 0


def diagnoses_of(rows, options):
    """A Diagnosis of each of rows of one device, with the limits, profiles and counts that options
    name, as the command line has them, and those that lie beside. Raises AnalysisError."""
    sources = _sources(rows, options)
    return [diagnose(facts_of(row, sources)) for row in rows]


def _tell(json, report, document):
    if json == STANDARD_OUTPUT:
        show(as_text(document))
        return
    if json is not None:
        write(json, as_text(document).encode())
    show(report)


def _sources(rows, options):
    sources = Sources()
    _add_limits(rows[0], options.limits, sources)
    beside = [profile for row in rows if (profile := profile_beside(row.file)) is not None]
    for file in (*options.profile, *beside):
        sources.profiles = load_profiled(file) | sources.profiles
    if options.count:
        program = find_program(options.sphlab)
        for row in rows:
            sources.counts += count(program, row.head, options.count)
    for file in options.counts:
        sources.counts += load_counts(file)
    return sources


def _add_limits(row, named, sources):
    """Takes the limits that were named, which must be of the device, else those that lie beside the
    records, and leaves these out where they are of another."""
    device = row.head["device"]
    file = named or limits_beside(row.file, device["slug"])
    if file is None:
        return
    document = load_limits(file)
    limits_of = document["device"]["name"]
    if named is None and limits_of != device["name"]:
        sources.left_out.append(f"{file} is of {limits_of}, and left out")
        return
    sources.limits_of, sources.rates = limits_of, rates_of(document)


def _text(word):
    """Refuses an empty one: as of a variable that is not set, it would read as no option."""
    if not word.strip():
        raise argparse.ArgumentTypeError(
            "must not be empty: leave the option out for what is usual"
        )
    return word


def _path(word):
    return Path(_text(word))


def _path_or_output(word):
    return word if word == STANDARD_OUTPUT else _path(word)


def _parameter(word):
    found = PARAMETER.fullmatch(word)
    if found is None or not math.isfinite(float(found[2])):
        raise argparse.ArgumentTypeError(
            f"'{word}': expected key=value, as in particles_per_height=80"
        )
    return found[1], float(found[2])


class _Parameters(argparse.Action):
    """Collects key=value, each key once."""

    def __call__(self, parser, namespace, value, option=None):
        known = getattr(namespace, self.dest)
        if value[0] in known:
            parser.error(f"argument {option}: '{value[0]}' is set twice")
        setattr(namespace, self.dest, known | dict([value]))

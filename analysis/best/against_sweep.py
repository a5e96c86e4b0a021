"""The search of `sphlab best` against the sweep of everything it could have found.

For each scenario: every variant along the axes that are named is measured (`sphlab best
--exhaustive`), then searched with a tenth of the time that this took; then both winners take turns
in one `sphlab run`, whose records tell by how much the search's is slower.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from analysis.best.answer import load_answer
from analysis.best.regret import regret_of, suite_of
from analysis.best.summary import (
    FILE,
    SHARE,
    Outcome,
    outcome_of,
    share_of_time,
    write_summary,
)
from analysis.errors import AnalysisError, UsageError
from analysis.load import load_records
from analysis.output import make_legible, write

INTERRUPTED = 130
SETTING = re.compile(r"\w+=-?[\d.]+(e[+-]?\d+)?")
# As the gate's of what is slower, and of no verdict; the first that is among the outcomes counts.
EXIT_CODES = {Outcome.NOT_WITHIN: 10, Outcome.UNDECIDED: 11}
EPILOG = """\
A scenario is a name or a file, with parameters behind colons: dam-break-lj:particles_per_height=80

Writes OUT/<scenario>.sweep.json, .best.json and .jsonl, and after each scenario
OUT/against-sweep.json with all until then. Where one fails it goes on with the next.
A sweep that OUT holds is not made again: it takes nearly all of the time, and what
is compared is measured anew.

exit codes:
  0    the search's winners are within 3 % of the sweeps', by the whole of their intervals
  2    the command line is wrong, or the folder holds such a comparison already
  8    a file cannot be written
  10   one is not: its whole interval is above that
  11   none is told to be slower, but an interval holds both
  130  interrupted; what was compared until then stands in OUT/against-sweep.json
otherwise, before 10 and 11, that of the first scenario that has failed: sphlab's, or 3 where there
is no valid record of a winner
"""


class Failed(AnalysisError):
    """sphlab has ended with this exit code, which it has explained."""

    def __init__(self, command, exit_code):
        super().__init__(f"sphlab {command} has ended with exit code {exit_code}")
        self.exit_code = exit_code


@dataclass(frozen=True)
class Asked:
    """A scenario of the command line."""

    text: str
    scenario: str  # name or file
    settings: tuple[str, ...]  # key=number

    @property
    def name(self):
        """For files that are of it."""
        return "-".join([Path(self.scenario).stem, *self.settings]).replace("=", "-")

    @property
    def words(self):
        """Of a command line of sphlab."""
        return [self.scenario, *(word for each in self.settings for word in ("--set", each))]

    @property
    def parameters(self):
        """As a suite has them."""
        pairs = (setting.split("=") for setting in self.settings)
        return {key: float(value) for key, value in pairs}


def asked(text):
    """The Asked of "dam-break-lj:particles_per_height=80". Raises UsageError."""
    scenario, *settings = text.split(":")
    if not scenario or not all(map(SETTING.fullmatch, settings)):
        raise UsageError(f"'{text}' is no scenario with parameters, as name:key=number")
    return Asked(text, scenario, tuple(settings))


def run_sphlab(program, *words):
    """Runs sphlab to its end. Raises Failed, and KeyboardInterrupt where that was interrupted."""
    code = subprocess.run([program, *words], check=False).returncode
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    if code:
        raise Failed(words[0], code)


def compare(one, options, run):
    """What is found of one Asked, as the summary has it. run(program, *words): runs sphlab."""
    files = {
        kind: options.out / f"{one.name}.{kind}" for kind in ("sweep.json", "best.json", "jsonl")
    }
    common = [word for axis in options.vary for word in ("--vary", axis)]
    common += [word for each in options.toolchain for word in ("--toolchain", each)]
    if not files["sweep.json"].exists():
        sweep_words = ["--exhaustive", "--top", "3", "--json", str(files["sweep.json"])]
        run(options.program, "best", *one.words, *common, *sweep_words)
    sweep = load_answer(files["sweep.json"])
    took = sweep["search"]["seconds_before_ranking"]
    budget = round(SHARE * took, 3)
    for kind in ("best.json", "jsonl"):  # of a comparison that was interrupted
        files[kind].unlink(missing_ok=True)
    budget_words = ["--budget", f"{budget:.3f}s", "--json", str(files["best.json"])]
    run(options.program, "best", *one.words, *common, *budget_words)
    best = load_answer(files["best.json"])
    winners = [sweep["ranking"][0], best["ranking"][0]]
    low, high = _ratio(one, winners, files["jsonl"], options, run)
    circumstances = ("recorded_at", "code", "device", "host", "runtime")
    return {
        "asked": one.text,
        "outcome": outcome_of(low, high),
        "scenario": sweep["scenario"],
        **{key: best[key] for key in circumstances},
        "sweep": {"seconds": took, "code": sweep["code"], **_found(sweep)},
        "search": {"budget_s": budget, "seconds": best["search"]["seconds"], **_found(best)},
        "ratio": {"low": low, "high": high},
    }


def _found(answer):
    first = answer["ranking"][0]
    return {
        "tried": len(answer["search"]["tried"]),
        "winner": first["name"],
        "variant": first["variant"],
    }


def _ratio(one, winners, file, options, run):
    """(low, high) of the search's step to the sweep's; 1 where they are one variant."""
    variants = [winner["variant"] for winner in winners]
    if variants[0] == variants[1]:
        return 1.0, 1.0
    suite = options.out / f"{one.name}.suite.json"
    document = suite_of(one.name, one.scenario, one.parameters, variants)
    write(suite, json.dumps(document, indent=1).encode())
    run(options.program, "run", str(suite), "--output", str(file))
    return regret_of(load_records(file), winners)


def text_of(found):
    """What is told of a scenario."""
    if found["outcome"] == Outcome.FAILED:
        return f"{found['asked']}: failed: {found['reason']}"
    low, high = (100 * (found["ratio"][end] - 1) for end in ("low", "high"))
    sweep, search = found["sweep"], found["search"]
    return (
        f"{found['asked']}, {found['scenario']['particles']:,} particles: {found['outcome']}, "
        f"the search's winner takes {low:+.1f} to {high:+.1f} %\n"
        f"  sweep:  {sweep['tried']} variants in {sweep['seconds']:.1f} s: {sweep['winner']}\n"
        f"  search: {search['tried']} in {search['seconds']:.1f} s, "
        f"{100 * share_of_time(found):.1f} % of that (budget {search['budget_s']:.1f} s): "
        f"{search['winner']}"
    )


def exit_code_of(scenarios):
    """Of all that was found: of a failure before one of a slower winner before an undecided."""
    failures = [found["exit_code"] for found in scenarios if found["outcome"] == Outcome.FAILED]
    if failures:
        return failures[0]
    outcomes = {Outcome(found["outcome"]) for found in scenarios}
    return next((code for outcome, code in EXIT_CODES.items() if outcome in outcomes), 0)


def parse(words):
    """The options of a command line."""
    parser = argparse.ArgumentParser(
        prog="best-against-sweep",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenarios", nargs="+", metavar="SCENARIO", help="to search and to sweep")
    parser.add_argument("--program", default="build/all/bin/sphlab", help="(default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="a folder for what is written")
    parser.add_argument(
        "--vary", action="append", default=[], metavar="AXIS", help="as sphlab best takes it"
    )
    parser.add_argument(
        "--toolchain", action="append", default=[], metavar="T", help="as sphlab best takes it"
    )
    options = parser.parse_args(words)
    if not options.vary:
        parser.error("name the axes to sweep with --vary: all together take days")
    return options


def compare_all(options, run):
    """What is found of all scenarios, each of which is written and told once it is known."""
    scenarios = [asked(text) for text in options.scenarios]
    names = [one.name for one in scenarios]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"two scenarios would be the one file {twice}.jsonl: name each once")
    summary = _new_summary(options.out)
    found = []
    for one in scenarios:
        found.append(_compare_or_fail(one, options, run))
        write_summary(summary, options.vary, options.toolchain, found)
        print(text_of(found[-1]), flush=True)
    return found


def _require_program(program):
    if shutil.which(program) is None:
        raise UsageError(f"--program {program}: is no command here; build it, or name another")


def _new_summary(folder):
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {folder}: {error.strerror}; name a folder") from error
    if (folder / FILE).exists():
        raise UsageError(f"--out {folder}: holds {FILE} already; remove it or name another folder")
    return folder / FILE


def _compare_or_fail(one, options, run):
    try:
        return compare(one, options, run)
    except AnalysisError as error:
        return {
            "asked": one.text,
            "outcome": Outcome.FAILED,
            "reason": str(error),
            "exit_code": error.exit_code,
        }


def main(words=None, run=run_sphlab):
    """Runs the command and returns its exit code."""
    make_legible()
    options = parse(words)
    try:
        _require_program(options.program)
        return exit_code_of(compare_all(options, run))
    except AnalysisError as error:
        print(f"best-against-sweep: error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"best-against-sweep: interrupted; see {options.out / FILE}", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())

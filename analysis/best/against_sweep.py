"""The search of `sphlab best` against the sweep of everything it could have found.

For each scenario: every variant along the axes that are named is measured (`sphlab best
--exhaustive`), then searched with a share of the time that this took; then both winners take turns
in one `sphlab run`, whose records tell by how much the search's is slower.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from analysis.compare import bootstrap
from analysis.compare.blocks import times
from analysis.errors import AnalysisError, InputError, UsageError
from analysis.load import is_valid, load_records

CONFIDENCE = 0.95
# What the search is to reach: this share of the sweep's time, and no more than this slower.
SHARE, MOST_REGRET = 0.1, 0.03
POLICY = {"isolated_samples": 0, "blocks": 12, "cycles_per_block": 10, "relocate": True}
EPILOG = """\
A scenario is a name or a file, with parameters behind colons: dam-break-lj:particles_per_height=80

Writes OUT/<scenario>.sweep.json, .best.json and .jsonl, and OUT/against-sweep.jsonl, a line a
scenario.

exit codes:
  0  no winner of the search is told apart from what is within 3 % of the sweep's
  1  one is: its whole interval is above that
  2  the command line is wrong, or the folder is there already
  3  a file cannot be read, or has no record of a winner
  otherwise that of sphlab, where it has failed
"""


class Failed(AnalysisError):
    """sphlab has ended with this exit code, which it has explained."""

    def __init__(self, command, exit_code):
        super().__init__(f"sphlab {command} has ended with exit code {exit_code}")
        self.exit_code = exit_code


def run_sphlab(program, *words):
    """Runs sphlab to its end. Raises Failed."""
    if code := subprocess.run([program, *words], check=False).returncode:
        raise Failed(words[0], code)


def scenario_words(text):
    """(a name for files, the words of a command line) of "dam-break-lj:particles_per_height=80"."""
    scenario, *parameters = text.split(":")
    if not scenario or not all("=" in parameter for parameter in parameters):
        raise UsageError(f"'{text}' is no scenario with parameters, as name:key=value")
    name = "-".join([Path(scenario).stem, *parameters]).replace("=", "-")
    return name, [scenario, *(word for each in parameters for word in ("--set", each))]


def suite_of(name, words, variants):
    """A suite that measures the loop of the variants in the scenario's initial state."""
    parameters = dict(each.split("=") for each in words[2::2])
    return {
        "schema_version": 1,
        "name": "best-against-sweep",
        "description": f"The winners of search and sweep for {name}.",
        "device": "any",
        "toolchains": "all",
        "scenarios": [
            {
                "scenario": words[0],
                "parameters": {key: float(value) for key, value in parameters.items()},
            }
        ],
        "variants": variants,
        "policy": POLICY,
    }


def regret_of(records, winners):
    """(low, high) of the search's step over the sweep's, from the records of both.

    winners: the ranked of sweep and search. Raises InputError where a record is missing or invalid.
    """
    steps = [_step_of(records, *pair) for pair in (winners, winners[::-1])]
    return bootstrap.ratio_interval(*map(times, steps), CONFIDENCE, paired=True)


def _step_of(records, winner, other):
    name, toolchain = _named(winner)
    own = _values(_tunings(winner))
    # Where a variant names no value it has the default, and what the other names is none.
    not_own = _values(_tunings(other)) - own if _named(other) == (name, toolchain) else set()
    for record in records:
        found = (record["scope"], record["variant"], record["toolchain"]["name"])
        values = _values(record["tuning"])
        if found == ("step", name, toolchain) and own <= values and not not_own & values:
            if is_valid(record):
                return record
            raise InputError(f"{name}: {record['validity']['status']}")
    raise InputError(f"there is no record of {name} by {toolchain}")


def _named(winner):
    [toolchain] = winner["variant"]["toolchains"]
    return winner["name"], toolchain


def _tunings(winner):
    choices = winner["variant"].items()
    return {
        stage: choice.get("tuning", {}) for stage, choice in choices if isinstance(choice, dict)
    }


def _values(tunings):
    """The set of (stage, parameter, value)."""
    return {
        (stage, *parameter) for stage, tuning in tunings.items() for parameter in tuning.items()
    }


def compare(text, options, run=run_sphlab):
    """The line of one scenario. run(program, *words): runs sphlab."""
    name, words = scenario_words(text)
    files = {kind: options.out / f"{name}.{kind}" for kind in ("sweep.json", "best.json", "jsonl")}
    common = [word for axis in options.vary for word in ("--vary", axis)]
    common += [word for each in options.toolchain for word in ("--toolchain", each)]
    sweep_words = ["--exhaustive", "--top", "3", "--json", str(files["sweep.json"])]
    run(options.program, "best", *words, *common, *sweep_words)
    sweep = _answer(files["sweep.json"])
    took = sweep["search"]["seconds_before_ranking"]
    budget_words = ["--budget", f"{SHARE * took:.3f}s", "--json", str(files["best.json"])]
    run(options.program, "best", *words, *common, *budget_words)
    best = _answer(files["best.json"])
    winners = [sweep["ranking"][0], best["ranking"][0]]
    return {
        "scenario": sweep["scenario"],
        "device": sweep["device"],
        "recorded_at": best["recorded_at"],
        "code": best["code"],
        "vary": options.vary,
        "sweep": {"seconds": took, **_found(sweep)},
        "search": {"seconds": best["search"]["seconds"], **_found(best)},
        "ratio": _ratio(name, words, winners, files["jsonl"], options, run),
    }


def _answer(file):
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error


def _found(answer):
    first = answer["ranking"][0]
    return {
        "tried": len(answer["search"]["tried"]),
        "winner": first["name"],
        "variant": first["variant"],
    }


def _ratio(name, words, winners, file, options, run):
    """Of the search's step to the sweep's: {"low", "high"}; 1 where they are one variant."""
    variants = [winner["variant"] for winner in winners]
    if variants[0] == variants[1]:
        return {"low": 1.0, "high": 1.0}
    suite = options.out / f"{name}.suite.json"
    suite.write_text(json.dumps(suite_of(name, words, variants), indent=1), encoding="utf-8")
    run(options.program, "run", str(suite), "--output", str(file))
    low, high = regret_of(load_records(file), winners)
    return {"low": low, "high": high}


def is_within(line):
    """Whether nothing speaks against the search's winner being as fast as is demanded."""
    return line["ratio"]["low"] <= 1 + MOST_REGRET


def text_of(line):
    low, high = (100 * (line["ratio"][end] - 1) for end in ("low", "high"))
    return (
        f"{line['scenario']['name']}, {line['scenario']['particles']} particles: "
        f"{line['sweep']['tried']} variants in {line['sweep']['seconds']:.1f} s, "
        f"{line['search']['tried']} in {line['search']['seconds']:.1f} s; "
        f"the search's winner takes {low:+.1f} to {high:+.1f} %\n"
        f"  sweep:  {line['sweep']['winner']}\n"
        f"  search: {line['search']['winner']}"
    )


def parse(words):
    parser = argparse.ArgumentParser(
        prog="best-against-sweep",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenarios", nargs="+", metavar="SCENARIO", help="to search and to sweep")
    parser.add_argument("--program", default="build/all/bin/sphlab", help="(default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="a new folder for what is written")
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


def main(words=None):
    options = parse(words)
    try:
        lines = list(_compare_all(options))
    except AnalysisError as error:
        print(f"best-against-sweep: error: {error}", file=sys.stderr)
        return error.exit_code
    return 0 if all(map(is_within, lines)) else 1


def _compare_all(options):
    """The lines of all scenarios; each is written and told once it is known."""
    try:
        options.out.mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"--out {options.out}: {error.strerror}; name a new folder") from error
    for text in options.scenarios:
        line = compare(text, options)
        print(text_of(line), flush=True)
        with (options.out / "against-sweep.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        yield line


if __name__ == "__main__":
    sys.exit(main())

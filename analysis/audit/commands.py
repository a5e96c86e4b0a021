"""The commands audit and audit-report: how often the gate is wrong."""

import argparse
import random
import sys
from pathlib import Path

from analysis.audit import sessions
from analysis.audit.calibration import calibrate, calibration_of
from analysis.audit.holding import hold
from analysis.audit.records import append, load_audit
from analysis.audit.summary import summarise
from analysis.audit.tally import confirms, count_of, is_false_alarm, tallied
from analysis.audit.text import as_text
from analysis.compare import arguments
from analysis.compare.comparison import Policy
from analysis.compare.harness import Harness, find_program
from analysis.errors import OutputError, naming
from analysis.help_layout import add_command
from analysis.output import show, write

EPILOG = """\
First the injected work is calibrated: duels with more and more of it tell how much slower it makes
the stage. Then duels of equal code and duels with each slowdown are held in random order, spread
over several sessions, and judged as `ci/gate --duel` judges one.

examples:
  ci/gate-audit build/all/lib/audit gate-audit --toolchain nvcc-13.0
  ci/gate-audit build/all/lib/audit gate-audit-host --equal 60 --each 20 --sessions 2
  ci/gate-audit build/all/lib/audit gate-audit-host --beside 'timeout 1 yes >/dev/null || true'
  ci/gate-audit build/all/lib/audit gate-audit-many --toolchain nvcc-13.0 \
--seed 7 --out many.jsonl --tally --again \
--equal 2000 --each 20 --slowdown 2 3 --calibrate 2 --sessions 8
  ci/gate-audit build/all/lib/audit gate-audit-many-host --toolchain cpu-gcc-12 \
--seed 7 --out many.jsonl --tally --again \
--equal 10000 --each 50 --slowdown 5 10 --calibrate 2 --sessions 20
  ci/gate-audit build/all/lib/audit gate-audit-long --toolchain nvcc-13.0 \
--seed 7 --out long.jsonl --tally --threshold 0.5 --equal 10 --each 40 --slowdown 1 --sessions 2 \
--calibration results/nvidia-h200/gate-audit.jsonl --calibration-suite gate-audit
  python -m analysis audit-report results/nvidia-h200/gate-audit.jsonl --plot gate-audit.png

exit codes:
  0  held, or reported
  2  the command line is wrong
  3  a file cannot be read, or the work cannot be calibrated
  6  a side did not pass verification
  8  an output file cannot be written
  Where sphlab fails, its exit code.
"""


def add_to(commands):
    """Adds the commands to the subparsers of the command line."""
    _add_audit(
        add_command(
            commands, "audit", _audit, "hold duels of which it is known who is slower", EPILOG
        )
    )
    text = "say how often the gate was wrong in an audit"
    sub = add_command(commands, "audit-report", _report, text, EPILOG)
    sub.add_argument("file", metavar="FILE", type=Path, help="as `audit` writes it, *.jsonl")
    sub.add_argument("--plot", type=Path, metavar="FILE", help="write the power curve, as PNG")


def _add_audit(sub):
    sub.add_argument("packs", metavar="PACKS", type=Path, help="the folder lib/audit of a build")
    sub.add_argument("suite", metavar="SUITE", help="gate-audit, gate-audit-host or another's file")
    sub.add_argument(
        "--out", type=Path, metavar="FILE", help="results/<device>/gate-audit.jsonl; is added to"
    )
    sub.add_argument(
        "--sphlab",
        type=Path,
        metavar="FILE",
        help="the harness (default: bin/sphlab of that build)",
    )
    sub.add_argument("--toolchain", metavar="T", help="of several, the one to audit with")
    sub.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="of the scenario; repeatable",
    )
    sub.add_argument(
        "--inject",
        type=_parameter,
        default=("forces", "extra"),
        metavar="STAGE.PARAMETER",
        help="the tuning parameter that slows a stage down (default: forces.extra)",
    )
    sub.add_argument(
        "--slowdown",
        nargs="+",
        type=arguments.change,
        default=[0.005, 0.01, 0.02, 0.03, 0.05, 0.10],
        metavar="PERCENT",
        help="to inject (default: 0.5 1 2 3 5 10)",
    )
    for name, count, what in (
        ("--equal", 300, "duels of equal code"),
        ("--each", 100, "duels of each slowdown"),
        ("--calibrate", 6, "duels with each amount of work that is calibrated"),
        ("--sessions", 5, "processes that hold them"),
    ):
        text = f"{what} (default: %(default)s)"
        sub.add_argument(name, type=arguments.count, default=count, metavar="N", help=text)
    sub.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="of an earlier audit of the suite: takes its calibration instead of another",
    )
    sub.add_argument(
        "--calibration-suite",
        metavar="SUITE",
        help="whose calibration of that file it is, where not this suite's: of the same particles",
    )
    arguments.add_threshold(sub)
    sub.add_argument(
        "--tally",
        action="store_true",
        help="keep of each session how many duels had which verdict, and false alarms whole, in "
        "place of a line a duel",
    )
    sub.add_argument(
        "--beside",
        metavar="COMMAND",
        help="a shell command to run beside the duels, again and again: another load",
    )
    sub.add_argument(
        "--condition",
        metavar="TEXT",
        help="how the records name what ran beside the duels (default: that command, or alone)",
    )
    sub.add_argument(
        "--again",
        action="store_true",
        help="hold each duel of equal code with an alarm once more, in another process, as "
        "`gate --suite` does, and count what both show",
    )
    sub.add_argument(
        "--seed",
        type=arguments.count,
        help="of the order (default: drawn, and told); with the --out of an audit that was "
        "interrupted, it goes on behind its last whole session",
    )


def _parameter(text):
    stage, _, parameter = text.partition(".")
    if not stage or not parameter:
        raise argparse.ArgumentTypeError(f"{text!r} is not STAGE.PARAMETER, as in forces.extra")
    return stage, parameter


def _audit(options):
    harness = Harness(
        find_program(options.sphlab, options.packs),
        options.packs,
        options.packs,
        options.suite,
        tuple(_harness_options(options)),
    )
    condition = options.condition or options.beside or "alone"

    seed = options.seed or random.SystemRandom().randrange(1, 10**6)
    policy = Policy(smallest_change=options.threshold)

    def held(injections, session):
        duels = hold(harness, options.beside, condition, injections, session, policy)
        alarmed = [duel for duel in duels if is_false_alarm(duel)]
        if options.again and alarmed:
            equal = [injections[duel["bout"]] for duel in alarmed]
            second = hold(harness, options.beside, condition, equal, session, policy)
            for duel, again in zip(alarmed, second, strict=True):
                duel["confirmed"] = confirms(duel, again)
        of_session = [duel | {"seed": seed} for duel in duels]
        return tallied(of_session) if options.tally else of_session

    duels = _held_before(options.out, seed, condition)
    numbers = {duel["session"] for duel in duels}
    if options.calibration is None:
        calibrating = [duel for duel in duels if duel["session"] == 0]
        if not calibrating:
            injections = sessions.calibration_session(*options.inject, options.calibrate, seed)
            calibrating = held(injections, 0)
            duels += calibrating
    else:
        earlier = load_audit(options.calibration)
        with naming(options.calibration):
            calibrating = calibration_of(earlier, options.calibration_suite or options.suite)
    slug = calibrating[0]["device"]["slug"]
    out = options.out or Path("results") / slug / "gate-audit.jsonl"
    if options.calibration is None and 0 not in numbers:
        append(out, calibrating)
    calibration = calibrate(calibrating, options.inject[0])
    _say(f"seed {seed}; calibrated: {_calibrated(calibration)}")
    wanted = sessions.sessions(
        calibration,
        *options.inject,
        options.slowdown,
        (options.equal, options.each),
        options.sessions,
        seed,
    )
    for number, injections in enumerate(wanted, start=1):
        if number in numbers:
            _say(f"session {number} of {len(wanted)}: stands in {out} already")
            continue
        _say(f"session {number} of {len(wanted)}: {len(injections)} duels")
        of_session = held(injections, number)
        append(out, of_session)
        duels += of_session
    show(as_text(summarise(duels)))
    show(f"\n{sum(map(count_of, duels))} duels of this audit are in {out}\n")
    return 0


def _held_before(out, seed, condition):
    """The duels of an audit of this seed that was interrupted."""
    if out is None or not out.exists():
        return []
    asked = (seed, condition)
    return [one for one in load_audit(out) if (one.get("seed"), one["condition"]) == asked]


def _harness_options(options):
    if options.toolchain is not None:
        yield from ("--toolchain", options.toolchain)
    for pair in options.set:
        yield from ("--set", pair)


def _calibrated(calibration):
    pairs = zip(calibration.values, calibration.slowdowns, strict=True)
    return ", ".join(f"{value}: {100 * slowdown:.2f} %" for value, slowdown in pairs)


def _say(text):
    print(f"audit: {text}", file=sys.stderr, flush=True)


def _report(options):
    summaries = summarise(load_audit(options.file))
    show(as_text(summaries))
    if options.plot is not None:
        # Drawing needs matplotlib, which takes a second to import.
        from analysis.audit.figure import draw
        from analysis.drawing.page import png

        try:
            options.plot.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{options.plot}: cannot be written: {error.strerror}") from error
        write(options.plot, png(draw(summaries)))
    return 0

"""`build-cost`: what packs cost to compile, and the check that a change does not multiply it."""

from pathlib import Path

from analysis.errors import AnalysisError, InputError
from analysis.help_layout import add_command
from analysis.kernels import build_cost
from analysis.kernels.committed import NoExpectation, write_lines
from analysis.output import show, write
from analysis.published.errors import PublishedError

EXPECTATION = Path("tests/expectations/build_cost.json")
DOCUMENT = Path("docs/build-cost.md")
EPILOG = f"""\
examples:
  python -m analysis build-cost build/push
  python -m analysis build-cost build/push --check
  python -m analysis build-cost build/push --update --machine 'two cores of an EPYC'

The check fails where a pack has more than {build_cost.MOST_GROWTH} times the kernels of
{EXPECTATION}; it skips a build of another matrix, or under sanitizers.
Seconds are only right after a build from nothing, without a compiler cache, on an idle machine.
Take a combination out of kernels/matrix.json, or accept the cost: --update, and commit
{EXPECTATION} and {DOCUMENT}.

exit codes:
  0   done; --check: no pack has grown too much
  2   the command line is wrong
  3   the build, the expectation or the document cannot be read
  8   the expectation or the document cannot be written
  21  --check: there is nothing to check this build against
  24  --check: a pack has grown too much
"""


class MultipliedKernels(AnalysisError):
    """A pack compiles many times what it did."""

    exit_code = 24


def add_to(commands):
    """Adds the command to the subparsers of a command line."""
    text = "print what the packs of a build cost, or check it"
    sub = add_command(commands, "build-cost", _run, text, EPILOG)
    sub.add_argument("build", metavar="BUILD", type=Path, help="a build folder, built")
    sub.add_argument("--machine", default="on an unnamed machine", help="what it was built on")
    action = sub.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="compare with what is committed")
    action.add_argument("--update", action="store_true", help="make this what is committed")
    sub.add_argument("--expectation", metavar="FILE", type=Path, default=EXPECTATION)
    sub.add_argument("--document", metavar="FILE", type=Path, default=DOCUMENT)


def _run(options):
    cost = build_cost.measure(options.build, options.machine)
    show(build_cost.as_markdown(cost))
    if options.check:
        _check(options, cost)
    elif options.update:
        write_lines(options.expectation, [build_cost.as_json(cost)])
        write(options.document, updated(options.document, cost).encode())
    return 0


def _check(options, cost):
    expected = build_cost.read(options.expectation)
    sanitized = build_cost.cached(options.build, "SPHLAB_SANITIZE") == "ON"
    if expected is None or expected.matrix != cost.matrix or sanitized:
        raise NoExpectation(f"{options.expectation}: nothing to check {options.build} against")
    grown = build_cost.grown(expected, cost)
    if grown:
        packs = ", ".join(f"{name}: {before} -> {now}" for name, (before, now) in grown.items())
        raise MultipliedKernels(
            f"more than {build_cost.MOST_GROWTH} times the kernels of {options.expectation}: "
            f"{packs}; take a combination out of kernels/matrix.json, or accept it with\n"
            f"  python -m analysis build-cost {options.build} --update"
        )


def updated(document, cost):
    """The text of the document with the table of a cost in place of the one it has."""
    # What records are read with needs libraries that a check of packs does not have.
    from analysis.published.page import with_table

    try:
        text = document.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{document}: cannot be read: {error}") from error
    try:
        return with_table(text, "build-cost", build_cost.as_markdown(cost))
    except PublishedError as error:
        raise InputError(f"{document}: has {error}") from error

"""The commands compare and gate, and power, repeat and changed beside them."""

from pathlib import Path

from analysis.compare import arguments, changed_command, gate, power_command, repeat_command
from analysis.compare.comparison import GPU_CHANGE, HOST_CHANGE, SHORTEST_STAGE_S, Policy
from analysis.compare.confirm import confirm
from analysis.compare.files import compare_duel, compare_runs
from analysis.compare.fingerprint import ALL, KEYS
from analysis.compare.harness import Harness, find_program
from analysis.compare.held import hold
from analysis.compare.reports.as_json import as_json
from analysis.compare.reports.junit import as_junit
from analysis.compare.reports.markdown import as_markdown
from analysis.compare.reports.text import as_text
from analysis.compare.same_code import nothing_measured, same_toolchains
from analysis.errors import UsageError
from analysis.foreign.reading import TOOLS
from analysis.help_layout import add_command
from analysis.output import complain, show, write
from analysis.report.anchors import url_of_row
from analysis.report.url import http_url

USUAL = Policy()
EPILOG = """\
examples:
  python -m analysis compare base.jsonl candidate.jsonl
  python -m analysis compare base.jsonl candidate.jsonl --stage forces=1 --format markdown
  python -m analysis compare run.jsonl run.jsonl --pair clang-16=clang-19
  python -m analysis gate base.jsonl candidate.jsonl --junit gate.xml --markdown gate.md
  python -m analysis gate base.jsonl candidate.jsonl --again base-2.jsonl candidate-2.jsonl
  python -m analysis gate runs/base runs/candidate
  python -m analysis gate --duel duel.jsonl --again duel-2.jsonl
  python -m analysis gate ../base/build/all/lib build/all/lib --suite gate --records out/gate

exit codes:
  0   compare: compared, whatever the verdicts. gate: nothing is slower
  2   the command line is wrong
  3   a file cannot be read or is of nothing known, or the two share no row
  5   gate --suite: a pack does not load, or has no counterpart
  6   gate: a variant of the candidate is invalid, or its code ended the duel
  7   gate --suite: the device is gone; the base's code or a signal ended it
  8   an output file cannot be written
  10  gate: the candidate is slower
  11  gate: no verdict, rows are unclear or missing (see --allow)
  12  the two were not recorded in the same environment (see --across)

docs/gate.md tells how the verdicts are reached, and how often they are wrong.
"""


def add_to(commands):
    """Adds the commands to the subparsers of the command line."""
    sub = _add(commands, "compare", _compare, "say of each row of two runs what has changed")
    sub.add_argument(
        "--format",
        choices=FORMATS,
        default="table",
        help="of standard output (default: %(default)s)",
    )
    sub = _add(commands, "gate", _gate, "compare, and say by the exit code whether to go on")
    sub.add_argument(
        "--allow",
        nargs="+",
        default=[],
        choices=[str(verdict) for verdict in gate.CAN_BE_ALLOWED],
        metavar="VERDICT",
        help="verdicts that pass all the same, out of: %(choices)s",
    )
    _add_duel(sub)
    power_command.add_to(commands)
    repeat_command.add_to(commands)
    changed_command.add_to(commands)


def _add_duel(sub):
    sub.add_argument(
        "--suite",
        metavar="SUITE",
        help="BASE and CANDIDATE are folders of packs, the lib of two builds: hold a duel of this "
        "suite, and another of what it leaves in doubt",
    )
    sub.add_argument(
        "--records", type=Path, metavar="DIR", help="of the duels; a new folder, with --suite"
    )
    sub.add_argument(
        "--sphlab", type=Path, metavar="FILE", help="the harness (default: that of CANDIDATE)"
    )
    sub.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TOOLCHAIN",
        help="of those that both builds have; may be repeated",
    )


def _add(commands, name, run, text):
    usage = f"python -m analysis {name} (BASE CANDIDATE | --duel FILE) [OPTION ...]"
    sub = add_command(commands, name, run, text, EPILOG, usage=usage)
    sub.add_argument(
        "files",
        metavar="BASE CANDIDATE",
        nargs="*",
        type=Path,
        help="two recorded runs, *.jsonl; or two folders of several runs of Google Benchmark or "
        "nvbench, *.json, or a file of each; without --duel both are needed",
    )
    sub.add_argument(
        "--duel",
        type=Path,
        metavar="FILE",
        help="both sides in one file, as `sphlab duel` records them, compared block by block",
    )
    sub.add_argument(
        "--again",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="the same, recorded again in new sessions (BASE2 CANDIDATE2, or one duel): "
        "only what both show counts; give it after BASE CANDIDATE",
    )
    sub.add_argument(
        "--threshold",
        type=arguments.change,
        metavar="PERCENT",
        help="the smallest change that matters "
        f"(default: {100 * GPU_CHANGE:g} on a GPU, {100 * HOST_CHANGE:g} on the host)",
    )
    sub.add_argument(
        "--stage",
        type=arguments.change_of_stage,
        action="append",
        default=[],
        metavar="STAGE=PERCENT",
        help="the same for one stage; may be repeated",
    )
    sub.add_argument(
        "--alpha",
        type=arguments.probability,
        default=USUAL.alpha,
        metavar="P",
        help="chance of one false difference among all rows (default: %(default)s)",
    )
    arguments.add_scope(sub, USUAL.scopes)
    sub.add_argument(
        "--floor",
        type=arguments.microseconds,
        metavar="MICROSECONDS",
        help="leave out stages that take less on both sides "
        f"(default: {SHORTEST_STAGE_S * 1e6:g}; of another tool's benchmarks none)",
    )
    sub.add_argument(
        "--pair",
        type=arguments.pair,
        action="append",
        default=[],
        metavar="BASE=CANDIDATE",
        help="compare a toolchain of BASE with another one of CANDIDATE; may be repeated",
    )
    sub.add_argument(
        "--across",
        nargs="+",
        default=[],
        choices=[ALL, *KEYS, *(key for tool in TOOLS for key in tool.fingerprint)],
        metavar="KEY",
        help=f"what may differ between the environments: {ALL}, or keys that a message names",
    )
    sub.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    sub.add_argument("--markdown", type=Path, metavar="FILE", help="write Markdown")
    sub.add_argument(
        "--report",
        type=http_url,
        metavar="URL",
        help="of a site of `report`, into which the rows of the Markdown link",
    )
    sub.add_argument("--json", type=Path, metavar="FILE", help="write JSON")
    sub.add_argument("--plot", type=Path, metavar="FILE", help="write a figure, as PNG")
    return sub


FORMATS = {"table": as_text, "markdown": as_markdown, "json": as_json}
NO_PAGE = "--report: results of another tool have no page in a site; leave it out"


def _compare(options):
    comparison = _comparison(options)
    _write_reports(options, comparison, "")
    if options.format == "markdown":
        show(as_markdown(comparison, link=_links(options, comparison)))
    else:
        show(FORMATS[options.format](comparison))
    return 0


def _gate(options):
    comparison = _comparison(options) if options.suite is None else _held(options)
    code = gate.exit_code(comparison, options.allow)
    outcome = gate.outcome(comparison, code)
    _write_reports(options, comparison, outcome)
    show(as_text(comparison, outcome, everything=False))
    return code


def _held(options):
    if len(options.files) != 2 or options.duel or options.again or options.records is None:
        raise UsageError(
            "--suite holds its own duels: give BASE and CANDIDATE, folders of packs, and --records"
        )
    base, candidate = options.files
    # Toolchains of two names are two compilers: that their code is the same is nobody's claim.
    same, present = (
        (set(), set()) if options.pair else same_toolchains(base, candidate, options.only)
    )
    if present and same == present:
        return nothing_measured(_policy(options))
    words = [word for name in options.only for word in ("--toolchain", name)]
    words += [word for pair in options.pair for word in ("--pair", "=".join(pair))]
    program = find_program(options.sphlab, candidate)
    harness = Harness(program, base, candidate, options.suite, tuple(words))
    return hold(harness, options.records, _policy(options), options.allow, same)


def _policy(options):
    return Policy(
        alpha=options.alpha,
        smallest_change=options.threshold,
        of_stage=tuple(options.stage),
        scopes=tuple(options.scope),
        shortest_s=options.floor,
        across=tuple(options.across),
        renamed=tuple(options.pair),
    )


def _comparison(options):
    _require_files(options)
    policy = _policy(options)
    first = _compared(options.files or [options.duel], policy)
    if options.again is None:
        return first
    return confirm(first, _compared(options.again, policy))


def _compared(paths, policy):
    return compare_duel(*paths, policy) if len(paths) == 1 else compare_runs(paths, policy)


def _require_files(options):
    if options.duel is not None and options.files:
        raise UsageError("--duel FILE holds both sides: leave out BASE and CANDIDATE")
    if options.duel is None and len(options.files) != 2:
        raise UsageError(
            "give BASE and CANDIDATE, and options after them, or both in one file with --duel FILE"
        )
    wanted = 2 if options.duel is None else 1
    if options.again is not None and len(options.again) != wanted:
        raise UsageError(
            "--again takes as many files as there were before: "
            + ("BASE2 CANDIDATE2" if wanted == 2 else "one duel")
        )


def _write_reports(options, comparison, outcome):
    if options.junit is not None:
        write(options.junit, as_junit(comparison))
    if options.markdown is not None:
        text = as_markdown(comparison, outcome, _links(options, comparison))
        write(options.markdown, text.encode())
    if options.json is not None:
        write(options.json, as_json(comparison, outcome).encode())
    if options.plot is not None:
        _write_plot(options.plot, comparison, outcome)


def _links(options, comparison):
    """A function from a row to its URL in the site that was named; None where none was, or nothing
    was measured."""
    if options.report is None or not comparison.judgements:
        return None
    if comparison.slug is None:
        raise UsageError(NO_PAGE)
    return lambda row: url_of_row(options.report, comparison.slug, row)


def _write_plot(file, comparison, outcome):
    # Drawing needs matplotlib, which takes a second to import.
    from analysis.compare.reports.plot import draw
    from analysis.drawing.page import png

    figure = draw(comparison, outcome)
    if figure is None:
        complain(f"{file}: is not drawn: no row was measured anew on both sides")
    else:
        write(file, png(figure))

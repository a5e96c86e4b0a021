"""`resources`: the table of what kernels take, and the check against the committed expectation."""

from pathlib import Path

from analysis.errors import AnalysisError
from analysis.kernels.changes import changes, shared_architectures
from analysis.kernels.committed import NoExpectation, add_options
from analysis.kernels.expectations import expectation_file, read_expectation, write_expectation
from analysis.kernels.resources import load_kernels, report_of
from analysis.kernels.tables import as_markdown, as_text, resource_rows
from analysis.output import show

EXPECTATIONS = Path("tests/expectations/kernel_resources")
EPILOG = f"""\
examples:
  python -m analysis resources build/all/lib
  python -m analysis resources build/all/lib --kernels 'list_gather<*' --markdown
  python -m analysis resources build/all/lib --check --toolchain nvcc-13.0
  python -m analysis resources build/all/lib --update

A cell of the table: registers, and what there is of stack frame, spills (stores and loads
together) and static shared memory.

The check fails where a kernel has gained a stack frame or spills, a new kernel that has some
included. Registers that change by a group of eight, static shared memory, new kernels and kernels
that are gone are reported, and pass. Mend the kernel, or accept what it takes: --update, and
commit {EXPECTATIONS}.

exit codes:
  0   done; --check: nothing is worse
  2   the command line is wrong
  3   a report or an expectation cannot be read
  8   an expectation cannot be written
  20  --check: a kernel gained a stack frame or spills
  21  --check: there is no expectation for a toolchain, or for its architectures
"""


class WorseKernels(AnalysisError):
    """A kernel gained a stack frame or spills."""

    exit_code = 20


def add_to(commands, **layout):
    """Adds the command to the subparsers of a command line."""
    text = "print what kernels take of registers, stack and shared memory, or check it"
    sub = commands.add_parser("resources", help=text, description=text, epilog=EPILOG, **layout)
    sub.add_argument("folder", metavar="LIBDIR", type=Path, help="lib folder of a build")
    sub.add_argument(
        "--toolchain", metavar="NAME", nargs="+", help="of these packs; all that are there"
    )
    sub.add_argument(
        "--kernels", metavar="PATTERN", default="*", help="rows of the table, like 'list_*'"
    )
    add_options(sub, EXPECTATIONS)
    sub.set_defaults(run=_run)


def _run(options):
    packs = load_kernels(options.folder, options.toolchain)
    reports = {toolchain: report_of(kernels) for toolchain, kernels in packs.items()}
    if options.update:
        for toolchain, report in reports.items():
            _update(options, toolchain, report)
    elif options.check:
        _check_all(options, reports)
    else:
        layout = as_markdown if options.markdown else as_text
        show(layout(*resource_rows(reports, options.kernels)))
    return 0


def _check_all(options, reports):
    """Checks every toolchain before it says how the check went."""
    worse = 0
    unknown = []
    for toolchain, report in reports.items():
        expected = read_expectation(expectation_file(options.expectations, toolchain))
        if expected is None or not shared_architectures(expected, report):
            unknown.append(toolchain)
        else:
            worse += _check(toolchain, expected, report)
    if worse:
        raise WorseKernels(
            f"kernels that gained a stack frame or spills: {worse}; mend them, or accept with\n"
            f"  python -m analysis resources {options.folder} --update"
        )
    if unknown:
        raise NoExpectation(
            f"{options.expectations}: nothing to check {', '.join(unknown)} against; make it with\n"
            f"  python -m analysis resources {options.folder} --update"
        )


def _check(toolchain, expected, report):
    """Prints the changes of one toolchain that matter; returns how many are worse."""
    found = [c for c in changes(expected, report) if not c.only_registers_of_a_group]
    _print_changes(toolchain, found, len(report))
    return sum(change.worse for change in found)


def _update(options, toolchain, report):
    """Writes one expectation, and prints how it differs from the one before.

    Lines of architectures that the pack was not built for stay.
    """
    file = expectation_file(options.expectations, toolchain)
    before = read_expectation(file) or {}
    built = {architecture for architecture, _ in report}
    kept = {key: has for key, has in before.items() if key[0] not in built}
    if before == kept | report:
        show(f"{toolchain}: as expected, {file} stays\n")
        return
    if shared_architectures(before, report):
        _print_changes(toolchain, changes(before, report), len(report))
    write_expectation(file, toolchain, kept | report)
    show(f"{toolchain}: {file} written\n")


def _print_changes(toolchain, found, count):
    show(f"{toolchain}: {count} kernels, {len(found) or 'none'} changed\n")
    for change in found:
        show(f"  {'WORSE ' if change.worse else ''}{change}\n")

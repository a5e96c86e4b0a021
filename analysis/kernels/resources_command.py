"""`resources`: the table of what kernels take, and the check against the committed expectation."""

from pathlib import Path

from analysis.errors import AnalysisError, UsageError
from analysis.help_layout import add_command
from analysis.kernels.binutils import NoBinutils
from analysis.kernels.changes import changes, shared_architectures
from analysis.kernels.code_hashes import CodeComparison, CodeHashes, compare_code, hashes_of
from analysis.kernels.committed import NoExpectation, add_options
from analysis.kernels.expectations import (
    Expectation,
    expectation_file,
    read_expectation,
    write_expectation,
)
from analysis.kernels.resources import load_kernels, report_of
from analysis.kernels.tables import as_markdown, as_text, resource_rows
from analysis.output import show

EXPECTATIONS = Path("tests/expectations/kernel_resources")
EPILOG = f"""\
examples:
  python -m analysis resources build/all/lib
  python -m analysis resources build/all/lib --kernels 'list_gather<*' --markdown
  python -m analysis resources build/all/lib --check --toolchain nvcc-13.0
  python -m analysis resources build/all/lib --check --same-code
  python -m analysis resources build/all/lib --update

A cell of the table: registers, and what there is of stack frame, spills (stores and loads
together) and static shared memory.

The check fails where a kernel has gained a stack frame or spills, a new kernel that has some
included. Registers that change by a group of eight, static shared memory, new kernels, kernels that
are gone and kernels whose machine code is another are reported, and pass. Machine code is compared
by hash, where the compiler is the expectation's to the last digit of its version. With --same-code,
for a change that is to leave every kernel alone, another machine code fails, too.

Mend the kernel, or accept what it takes: --update, and commit {EXPECTATIONS}. Lines of kernels
that this build lacks stay, since another matrix of kernels/matrix.json may compile them; with
--prune, for a build of all of them, those of its architectures go.

exit codes:
  0   done; --check: nothing is worse
  2   the command line is wrong
  3   a report, a pack or an expectation cannot be read
  5   --update, --same-code: cuobjdump is not there
  8   an expectation cannot be written
  20  --check: a kernel gained a stack frame or spills
  21  --check: there is no expectation for a toolchain, or for its architectures; --same-code: none
      of its compiler's machine code
  22  --same-code: machine code differs
"""


class WorseKernels(AnalysisError):
    """A kernel gained a stack frame or spills."""

    exit_code = 20


class OtherCode(AnalysisError):
    """Machine code is not what it was to be."""

    exit_code = 22


def add_to(commands):
    """Adds the command to the subparsers of a command line."""
    text = "print what kernels take of registers, stack and shared memory, or check it"
    sub = add_command(commands, "resources", _run, text, EPILOG)
    sub.add_argument("folder", metavar="LIBDIR", type=Path, help="lib folder of a build")
    sub.add_argument(
        "--toolchain", metavar="NAME", nargs="+", help="of these packs; all that are there"
    )
    sub.add_argument(
        "--kernels", metavar="PATTERN", default="*", help="rows of the table, like 'list_*'"
    )
    add_options(sub, EXPECTATIONS)
    sub.add_argument(
        "--same-code", action="store_true", help="with --check: machine code must be as expected"
    )
    sub.add_argument(
        "--prune", action="store_true", help="with --update: drop what this build lacks"
    )


def _run(options):
    if options.prune and not options.update:
        raise UsageError("--prune says what --update is to drop: give both")
    if options.same_code and not options.check:
        raise UsageError("--same-code says what --check is to fail for: give both")
    packs = load_kernels(options.folder, options.toolchain)
    if options.update:
        for toolchain, kernels in packs.items():
            _update(options, toolchain, kernels)
    elif options.check:
        _check_all(options, packs)
    else:
        reports = {toolchain: report_of(kernels) for toolchain, kernels in packs.items()}
        layout = as_markdown if options.markdown else as_text
        show(layout(*resource_rows(reports, options.kernels)))
    return 0


def _check_all(options, packs):
    """Checks every toolchain before it says how the check went."""
    worse = 0
    unknown = []
    code = {}
    for toolchain, kernels in packs.items():
        report = report_of(kernels)
        expected = read_expectation(expectation_file(options.expectations, toolchain))
        if expected is None or not shared_architectures(expected.resources, report):
            unknown.append(toolchain)
        else:
            worse += _check(toolchain, expected.resources, report)
            code[toolchain] = _check_code(options, toolchain, expected.code, kernels)
    accept = f"\n  python -m analysis resources {options.folder} --update"
    if worse:
        raise WorseKernels(
            f"kernels that gained a stack frame or spills: {worse}; mend them, or accept "
            f"with{accept}"
        )
    if unknown:
        raise NoExpectation(
            f"{options.expectations}: nothing to check {', '.join(unknown)} against; make it "
            f"with{accept}"
        )
    if options.same_code:
        _require_same_code(code, accept)


def _check(toolchain, expected, report):
    """Prints the changes of one toolchain that matter; returns how many are worse."""
    found = [c for c in changes(expected, report) if not c.only_registers_of_a_group]
    _print_changes(toolchain, found, len(report))
    return sum(change.worse for change in found)


def _check_code(options, toolchain, expected, kernels):
    """Prints and returns the CodeComparison of one toolchain."""
    try:
        comparison = compare_code(expected, hashes_of(options.folder, toolchain, kernels))
    except NoBinutils as error:
        if options.same_code:
            raise
        comparison = CodeComparison(not_compared=str(error))
    show(f"{toolchain}: {comparison}\n")
    return comparison


def _require_same_code(code, accept):
    """code: {toolchain: CodeComparison}"""
    unlike = [toolchain for toolchain, one in code.items() if not one.is_same]
    unknown = [toolchain for toolchain in unlike if code[toolchain].not_compared]
    if unlike != unknown:
        other = [toolchain for toolchain in unlike if toolchain not in unknown]
        raise OtherCode(
            f"machine code that is not as expected: {', '.join(other)}; undo what changed it, or "
            f"accept it with{accept}"
        )
    if unknown:
        raise NoExpectation(
            f"{', '.join(unknown)}: machine code not compared, so that nobody knows whether it is "
            f"the same; name others with --toolchain, or make an expectation with{accept}"
        )


def _update(options, toolchain, kernels):
    """Writes one expectation, and prints how it differs from the one before.

    Lines of architectures that the pack was not built for stay, and without --prune those of all
    kernels that it lacks.
    """
    file = expectation_file(options.expectations, toolchain)
    before = read_expectation(file) or Expectation({}, None)
    report = report_of(kernels)
    code = hashes_of(options.folder, toolchain, kernels)
    now = _with_what_was_not_built(before, Expectation(report, code), options.prune)
    if before == now:
        show(f"{toolchain}: as expected, {file} stays\n")
        return
    if shared_architectures(before.resources, report):
        _print_changes(toolchain, changes(before.resources, now.resources), len(report))
        show(f"{toolchain}: {compare_code(before.code, code)}\n")
    write_expectation(file, toolchain, now)
    show(f"{toolchain}: {file} written\n")


def _with_what_was_not_built(before, built, prune):
    """The built Expectation with what else the one before holds, or with its other architectures
    alone. Hashes of theirs stay where the compiler has."""
    architectures = {architecture for architecture, _ in built.resources} if prune else set()

    def kept(entries):
        return {key: value for key, value in entries.items() if key[0] not in architectures}

    code = built.code
    if code is not None and before.code is not None and code.compiler == before.code.compiler:
        code = CodeHashes(code.compiler, kept(before.code.of) | code.of)
    return Expectation(kept(before.resources) | built.resources, code)


def _print_changes(toolchain, found, count):
    show(f"{toolchain}: {count} kernels, {len(found) or 'none'} changed\n")
    for change in found:
        show(f"  {'WORSE ' if change.worse else ''}{change}\n")

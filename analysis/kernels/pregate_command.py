"""`pregate`: what a change has done to the kernels of a build, found without a GPU."""

import argparse
from pathlib import Path

from analysis.errors import InputError
from analysis.help_layout import add_command
from analysis.kernels.occupancy import MULTIPROCESSORS, resident_warps
from analysis.kernels.pregate import compare_builds
from analysis.kernels.resources_command import WorseKernels
from analysis.output import show

EPILOG = """\
examples:
  python -m analysis pregate base/build/all/lib build/all/lib
  python -m analysis pregate base/build/all/lib build/all/lib --toolchain nvcc-13.0 --block 256

Kernels with the same machine code, byte by byte, are counted and need not be measured. Of the
others it says what has changed: registers, stack frame, spills, static shared memory; resident
warps of a multiprocessor, without dynamic shared memory; and how many of which instruction. Where
no count differs, order, registers or schedule do.

exit codes:
  0   nothing is worse
  2   the command line is wrong
  3   a build holds no packs, or one of them cannot be read
  5   cuobjdump, or llvm-objdump for HIP packs, is not there
  20  a kernel of the candidate gained a stack frame or spills
"""


def add_to(commands):
    """Adds the command to the subparsers of a command line."""
    text = "say which kernels of two builds differ, and how"
    sub = add_command(commands, "pregate", _run, text, EPILOG)
    sub.add_argument("base", metavar="BASE_LIBDIR", type=Path, help="lib folder of a build")
    sub.add_argument("candidate", metavar="CANDIDATE_LIBDIR", type=Path, help="of another")
    sub.add_argument("--toolchain", metavar="NAME", nargs="+", help="these packs; all in both")
    sub.add_argument(
        "--block", metavar="N", type=_block, default=128, help="threads, for warps; %(default)s"
    )


def _block(text):
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"a block has 1 to 1024 threads, not '{text}'")
    return int(text)


def _run(options):
    comparisons, alone = compare_builds(options.base, options.candidate, options.toolchain)
    if not comparisons:
        raise InputError(f"{options.base} and {options.candidate}: have no toolchain in common")
    for comparison in comparisons:
        show(f"{_summary(comparison)}\n")
        for change in comparison.changed:
            worse = "WORSE " if change.resources.worse else ""
            show(f"  {worse}{_describe(change, options.block)}\n")
    for toolchain in alone:
        show(f"{toolchain}: in one build alone, not compared\n")
    worse = sum(comparison.worse for comparison in comparisons)
    if worse:
        raise WorseKernels(f"kernels that gained a stack frame or spills: {worse}")
    return 0


def _summary(comparison):
    parts = [f"{len(comparison.identical)} kernels with the same machine code"]
    new_or_gone = sum(change.new_or_gone for change in comparison.changed)
    parts.append(f"{len(comparison.changed) - new_or_gone} changed, {new_or_gone} new or gone")
    if comparison.assembly_s is not None:
        base, candidate = comparison.assembly_s
        parts.append(f"assembled in {base:.1f} s -> {candidate:.1f} s")
    return f"{comparison.toolchain}: {'; '.join(parts)}"


def _describe(change, block):
    text = str(change.resources)
    if change.new_or_gone:
        return text
    notes = [_warps(change.resources, block), _instructions(change)]
    return "; ".join([text, *filter(None, notes)])


def _warps(resources, block):
    """Resident warps before and after, "" where they are the same or not known."""
    if resources.architecture not in MULTIPROCESSORS:
        return ""
    before = resident_warps(resources.architecture, resources.before, block)
    after = resident_warps(resources.architecture, resources.after, block)
    return "" if before == after else f"warps {before} -> {after}"


def _instructions(change):
    if change.base_mix is None:
        return ""
    counts = [f"{op} {base} -> {now}" for op, (base, now) in change.mix_difference().items()]
    return ", ".join(counts) or "the same instructions, not the same code"

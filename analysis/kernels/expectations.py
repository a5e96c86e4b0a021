"""Committed expectations: one text file a toolchain, one line a kernel and architecture."""

from analysis.errors import InputError
from analysis.kernels.committed import read_rows, write_lines
from analysis.kernels.resources import Resources

HEADER = """\
# The kernels of {toolchain}; `python -m analysis resources LIBDIR --update` writes this file.
# registers  stack [B]  spills [B]  static shared [B]  architecture  kernel
"""
COLUMNS = 6


def expectation_file(folder, toolchain):
    return folder / f"{toolchain}.txt"


def read_expectation(file):
    """{(architecture, kernel): Resources} of a file, or None where there is no such file."""
    return read_rows(file, _parse)


def write_expectation(file, toolchain, report):
    """Writes a report as read_expectation() reads it."""
    lines = [HEADER.format(toolchain=toolchain)]
    for (architecture, kernel), has in sorted(report.items()):
        numbers = (has.registers, has.stack_bytes, has.spill_bytes, has.shared_bytes)
        lines.append("".join(f"{n:5d}" for n in numbers) + f"  {architecture}  {kernel}\n")
    write_lines(file, lines)


def _parse(file, number, line):
    words = line.split(None, COLUMNS - 1)
    if len(words) == COLUMNS and all(word.isdecimal() for word in words[:4]):
        return (words[4], words[5]), Resources(*map(int, words[:4]))
    raise InputError(
        f"{file}:{number}: not four numbers, an architecture and a kernel: '{line}'; "
        "write the file anew with --update"
    )

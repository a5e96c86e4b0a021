"""Committed expectations: one text file per toolchain, one line per kernel and architecture."""

import re
from dataclasses import dataclass

from analysis.errors import InputError
from analysis.kernels.code_hashes import DIGITS, CodeHashes
from analysis.kernels.committed import read_rows, write_lines
from analysis.kernels.resources import Resources

HEADER = """\
# The kernels of {toolchain}; `python -m analysis resources LIBDIR --update` writes this file.
# registers  stack [B]  spills [B]  static shared [B]  hash of machine code  architecture  kernel
"""
COLUMNS = 7
COMPILER = "compiler"  # the row that says whose machine code it is
NO_CODE = "-"
CODE = re.compile(rf"[0-9a-f]{{{DIGITS}}}|{NO_CODE}")


@dataclass(frozen=True)
class Expectation:
    """What the kernels of one toolchain take, and what their machine code was.

    resources: {(architecture, kernel): Resources}. code: None where it is not known.
    """

    resources: dict
    code: CodeHashes | None


def expectation_file(folder, toolchain):
    return folder / f"{toolchain}.txt"


def read_expectation(file):
    """The Expectation of a file, or None where there is no such file."""
    rows = read_rows(file, _parse)
    if rows is None:
        return None
    compiler = rows.pop(COMPILER, None)
    hashes = {key: code for key, (_, code) in rows.items() if code != NO_CODE}
    if hashes and compiler is None:
        raise InputError(
            f"{file}: has hashes of machine code, and no row '{COMPILER}' that says whose; "
            "write the file anew with --update"
        )
    resources = {key: has for key, (has, _) in rows.items()}
    return Expectation(resources, CodeHashes(compiler, hashes) if hashes else None)


def write_expectation(file, toolchain, expectation):
    """Writes an Expectation as read_expectation() reads it."""
    code = expectation.code
    lines = [HEADER.format(toolchain=toolchain)]
    if code is not None:
        lines.append(f"{COMPILER}  {code.compiler}\n")
    for (architecture, kernel), has in sorted(expectation.resources.items()):
        numbers = (has.registers, has.stack_bytes, has.spill_bytes, has.shared_bytes)
        hashed = NO_CODE if code is None else code.of.get((architecture, kernel), NO_CODE)
        columns = "".join(f" {n:4d}" for n in numbers) + f"  {hashed:{DIGITS}}"
        lines.append(f"{columns}  {architecture}  {kernel}\n")
    write_lines(file, lines)


def _parse(file, number, line):
    """A row's ((architecture, kernel), (Resources, hash)), or that of the compiler."""
    words = line.split(None, COLUMNS - 1)
    if words[0] == COMPILER:
        return COMPILER, line.removeprefix(COMPILER).strip()
    if (
        len(words) == COLUMNS
        and all(word.isdecimal() for word in words[:4])
        and CODE.fullmatch(words[4])
    ):
        return (words[5], words[6]), (Resources(*map(int, words[:4])), words[4])
    raise InputError(
        f"{file}:{number}: not four numbers, a hash or {NO_CODE}, an architecture and a kernel: "
        f"'{line}'; write the file anew with --update"
    )

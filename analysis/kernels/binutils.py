"""The programs that read machine code, and what compilers say of themselves beside it."""

import os
import re
import shutil
import subprocess

from analysis.errors import AnalysisError, InputError

COMPILER_SECTION = ".comment"
CLANG = re.compile(rb"[^\0]*\bclang version [^\0]*")


def clang_versions(found):
    """The full versions of clang that an ELF file names. found: its sections, {name: bytes}."""
    return {version.decode() for version in CLANG.findall(found.get(COMPILER_SECTION, b""))}


class NoBinutils(AnalysisError):
    """A program that reads machine code is not there."""

    exit_code = 5


def output_of(program, *arguments, search, remedy, also=None, folder=None):
    """What a program prints of the file that its last argument names.

    search: folders where it is, as PATH has them, and where it finds `also`, which it calls.
    remedy: what to do where one is not there. folder: where it runs. Raises NoBinutils, and
    InputError where it fails.
    """
    for needed in filter(None, (program, also)):
        if shutil.which(needed, path=search) is None:
            raise NoBinutils(f"{needed}: {remedy}")
    result = subprocess.run(
        [shutil.which(program, path=search), *arguments],
        capture_output=True, text=True, cwd=folder, env=os.environ | {"PATH": search},
    )  # fmt: skip
    if result.returncode != 0:
        raise InputError(f"{arguments[-1]}: {program} cannot read it: {result.stderr.strip()}")
    return result.stdout

"""Prove by hash that a kernel's machine code is the same where some of the sources do not exist.

usage: same_code_without.py --built FILE --source S --pattern P [P ...] -- COMPILER FLAG...

S is compiled once more by the command that compiled the pack or object FILE, from a copy of
kernels/ without the files of the patterns. The machine code of every kernel of S is then compared
with that in FILE. Run in the root of the source tree.

exit codes:
  0   it is the same
  1   it is another, or nothing is proven: the copy does not compile, or a pattern has no file
  77  cuobjdump is not there
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
from fnmatch import fnmatchcase

from analysis.errors import AnalysisError
from analysis.kernels.binutils import NoBinutils
from analysis.kernels.code_hashes import hash_of
from analysis.kernels.cuda_code import load_code

SKIPPED = 77


class NotProven(Exception):
    """Says why."""


def copy_without(root: pathlib.Path, patterns: list[str], copy: pathlib.Path) -> None:
    """Copies kernels/ without the files of the patterns, each of which must have one."""
    left_out = set()
    for file in sorted((root / "kernels").rglob("*")):
        name = file.relative_to(root)
        matched = {p for p in patterns if fnmatchcase(name.as_posix(), p)}
        left_out |= matched
        if file.is_file() and not matched:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy / name)
    for pattern in set(patterns) - left_out:
        raise NotProven(f"{pattern}: no file is called so; mend the pattern")


def compile_copy(root: pathlib.Path, copy: pathlib.Path, source: str, command: list[str]):
    """The object that the command makes of a source, with the copy in place of the tree."""
    made = copy / "copy.o"
    there = [f"-I{copy}" if word == f"-I{root}" else word for word in command]
    if there == command:
        raise NotProven(f"the command has no -I{root}, so that it would not read the copy")
    result = subprocess.run(
        [*there, "-c", copy / source, "-o", made], capture_output=True, text=True
    )
    if result.returncode != 0:
        raise NotProven(f"{source} does not compile without them:\n{result.stdout}{result.stderr}")
    return made


def hashes(file: pathlib.Path) -> dict:
    """{(architecture, symbol): hash}"""
    return {kernel: hash_of(code) for kernel, code in load_code(file).items()}


def compare(built: dict, copied: dict) -> None:
    """Prints each kernel's hash, and raises NotProven where they are not the same."""
    for kernel, hashed in sorted(copied.items()):
        print(hashed, *kernel)
    if not copied:
        raise NotProven("the source holds no kernel")
    unlike = [key for key in sorted(copied) if built.get(key) != copied[key]]
    if unlike:
        names = "\n".join(" ".join(kernel) for kernel in unlike)
        raise NotProven(f"machine code that differs without them:\n{names}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--built", type=pathlib.Path, required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--pattern", nargs="+", required=True)
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()

    root = pathlib.Path.cwd().resolve()
    try:
        built = hashes(arguments.built)
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            copy_without(root, arguments.pattern, copy)
            copied = hashes(compile_copy(root, copy, arguments.source, arguments.command))
        compare(built, copied)
    except NoBinutils as error:
        print(f"same_code_without: skipped: {error}", file=sys.stderr)
        return SKIPPED
    except (NotProven, AnalysisError) as error:
        print(f"same_code_without: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

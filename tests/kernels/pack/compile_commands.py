"""Fails where compile_commands.json of a build lacks a file of kernels/ or harness/ that the host
compiles, or where a command in it does not compile its file.

usage: compile_commands.py SOURCE BUILD

Commands are tried as clangd runs them, with -fsyntax-only, on a kernel of GPUs and on a strategy of
CPUs.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path

TRIED = ["kernels/grid/lower_bound.cu", "kernels/neighbours/omp_per_particle.cpp"]
# What a device's compiler or its runtime alone compiles, and what only some builds have.
LEFT_OUT = (
    "harness/runtimes/cuda/",
    "harness/runtimes/hip/",
    "kernels/counting/",
    "kernels/audit/",
)


def entries(build):
    """A file's entry of the build, by path; the first where there are several."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        found.setdefault(Path(entry["file"]), entry)
    return found


def files(source):
    """Every file that an entry is expected of, as a path from the root."""
    listed = []
    for tree, suffixes in (("kernels", {".cu", ".cpp"}), ("harness", {".cpp"})):
        paths = sorted(path for path in (source / tree).rglob("*") if path.suffix in suffixes)
        listed += [path.relative_to(source).as_posix() for path in paths]
    return [file for file in listed if not file.startswith(LEFT_OUT)]


def problem(entry):
    """What the compiler says of an entry, "" where it takes the file."""
    words = shlex.split(entry["command"])
    output = words.index("-o")
    del words[output : output + 2]
    words.remove("-c")
    tried = subprocess.run(
        [*words, "-fsyntax-only"],
        cwd=entry["directory"],
        capture_output=True,
        text=True,
        check=False,
    )
    return tried.stderr if tried.returncode else ""


def main():
    source, build = (Path(argument).resolve() for argument in sys.argv[1:])
    known = entries(build)
    wanted = files(source)
    missing = [file for file in wanted if source / file not in known]
    if missing:
        sys.exit(f"{build}/compile_commands.json has no entry of: {', '.join(missing)}")
    for file in TRIED:
        said = problem(known[source / file])
        if said:
            sys.exit(f"{file}: its command in compile_commands.json fails:\n{said}")
    print(f"{len(wanted)} files have an entry; {', '.join(TRIED)} compile by theirs")


if __name__ == "__main__":
    main()

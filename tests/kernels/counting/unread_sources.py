"""Prove from what a compiler has read that objects do not depend on some of the sources.

usage: unread_sources.py --objects DIR --pattern P [P ...]

Every object of DIR must have the list of files that its compiler read (-MD) beside it, OBJECT.d.
Patterns are of paths in the source tree, like 'kernels/simt/*'. Run in its root.

exit codes:
  0  no object was made of a file of these patterns
  1  one was, or nothing is proven: no objects, one without its list, or without a source of ours
"""

import argparse
import pathlib
import re
import sys
from fnmatch import fnmatchcase


def prerequisites(rule: str) -> list[str]:
    """Of a make rule, whose lines end in a backslash and whose names hold `\\ ` for a space."""
    _, _, files = rule.replace("\\\n", " ").partition(": ")
    return [name.replace("\\ ", " ") for name in re.split(r"(?<!\\)\s+", files) if name]


def sources_read(dependencies: pathlib.Path, root: pathlib.Path) -> set[str]:
    """Paths in the source tree, relative to its root."""
    files = [pathlib.Path(name) for name in prerequisites(dependencies.read_text())]
    resolved = [(root / file).resolve() for file in files]
    return {file.relative_to(root).as_posix() for file in resolved if file.is_relative_to(root)}


def problems(folder: pathlib.Path, patterns: list[str], root: pathlib.Path) -> list[str]:
    """What keeps the proof from being one; empty where it holds."""
    found = []
    objects = sorted(folder.rglob("*.cu.o"))
    if not objects:
        found.append(f"{folder}: holds no object; build the packs")
    for file in objects:
        dependencies = file.with_name(f"{file.name}.d")
        if not dependencies.is_file():
            found.append(f"{dependencies}: is not there; build the pack again")
            continue
        sources = sources_read(dependencies, root)
        if not sources:
            found.append(f"{dependencies}: names no file of {root}; was it built from this tree?")
        for pattern in patterns:
            read = sorted(source for source in sources if fnmatchcase(source, pattern))
            found += [f"{file.name} is made of {source}, of {pattern}" for source in read]
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=pathlib.Path, required=True)
    parser.add_argument("--pattern", nargs="+", required=True)
    arguments = parser.parse_args()

    root = pathlib.Path.cwd().resolve()
    found = problems(arguments.objects, arguments.pattern, root)
    found += [
        f"{pattern}: no file is called so; mend the pattern"
        for pattern in arguments.pattern
        if not any(root.glob(pattern))
    ]
    for problem in found:
        print(f"unread_sources: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

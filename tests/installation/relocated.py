"""Installs a build, moves the tree, and uses it from a folder of its own, with no variable set.

usage: relocated.py SOURCE BUILD

Fails where something is missing, where a file that is not of machine code names the source or the
first prefix, or where the command finds packs and scenarios only beside its build.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXPECTED = [
    "bin/sphlab",
    "include/sphlab/kernels/abi/kernel_pack.hpp",
    "lib/cmake/sphlab/sphlabConfig.cmake",
    "lib/libsphlab-kernels-simt-w32.so",
    "share/doc/sphlab/LICENSE",
    "share/doc/sphlab/docs/read-a-record.md",
    "share/sphlab/examples/own-pack/CMakeLists.txt",
    "share/sphlab/scenarios/scenario.schema.json",
    "share/sphlab/scenarios/suites/smoke.json",
    "share/sphlab/schemas/record-file.schema.json",
]


def run(*command, cwd):
    """Standard output of a command that sees no environment. Ends the test where it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def naming(prefix, words):
    """Files of a prefix, but those of machine code, that hold one of the words."""
    for file in sorted(prefix.rglob("*")):
        if file.is_file() and file.suffix != ".so" and file.parent.name != "bin":
            text = file.read_text(encoding="utf-8")
            yield from (f"{file}: {word}" for word in words if word in text)


def require_whole(prefix, words):
    missing = [name for name in EXPECTED if not (prefix / name).is_file()]
    if missing:
        sys.exit(f"not installed: {', '.join(missing)}")
    found = list(naming(prefix, words))
    if found:
        sys.exit("these files name a folder of this build:\n" + "\n".join(found))


def require_version(source, said):
    project = (source / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"^project\(sphlab VERSION (\S+)", project, re.MULTILINE)[1]
    if not said.startswith(f"sphlab {version} ("):
        sys.exit(f"'sphlab --version' does not tell {version}: {said}")


def main():
    source, build = (Path(argument).resolve() for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        first, moved = Path(folder) / "first", Path(folder) / "moved here"
        elsewhere = Path(folder) / "elsewhere"
        elsewhere.mkdir()
        run(shutil.which("cmake"), "--install", build, "--prefix", first, cwd=folder)
        first.rename(moved)
        require_whole(moved, [str(source), str(build), str(first)])
        sphlab = moved / "bin" / "sphlab"
        require_version(source, run(sphlab, "--version", cwd=elsewhere))
        packs = run(sphlab, "list", "packs", cwd=elsewhere)
        if "simt-w32" not in packs or str(build) in packs:
            sys.exit(f"'sphlab list packs' does not tell the installed packs:\n{packs}")
        arguments = ["smoke", "--toolchain", "simt-w32", "--variant", "par-part-noloop"]
        run(sphlab, "run", *arguments, "--output", "smoke.jsonl", cwd=elsewhere)
        lines = (elsewhere / "smoke.jsonl").read_text().splitlines()
        rows = [line for line in map(json.loads, lines) if "samples" in line]
        if not rows:
            sys.exit("'sphlab run smoke' wrote no record")
        print(f"moved to '{moved.name}', it recorded {len(rows)} rows")


if __name__ == "__main__":
    main()

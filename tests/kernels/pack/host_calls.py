"""Fails where host code of nvcc's objects calls a function of the device.

usage: host_calls.py FOLDER

nvcc compiles such a call without a word where it depends on a template's argument; what it calls on
the host ends the process with exit(1), which no kernel file calls otherwise.
"""

import subprocess
import sys
from pathlib import Path


def calls_exit(file):
    symbols = subprocess.run(
        ["nm", "--undefined-only", "--format=posix", file],
        check=True,
        capture_output=True,
        text=True,
    )
    return any(line.split()[0] == "exit" for line in symbols.stdout.splitlines())


def main():
    objects = sorted(Path(sys.argv[1]).rglob("*.o"))
    if not objects:
        sys.exit(f"{sys.argv[1]}: holds no objects; build the pack first")
    guilty = [file for file in objects if calls_exit(file)]
    for file in guilty:
        print(f"{file}: host code calls a __device__ function: make that __host__ __device__")
    print(f"{len(objects)} objects, {len(guilty)} with such a call")
    sys.exit(1 if guilty else 0)


if __name__ == "__main__":
    main()

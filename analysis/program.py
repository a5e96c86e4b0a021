"""Where the program sphlab is."""

import os
import shutil
from pathlib import Path

from analysis.errors import NotAvailableError, UsageError

VARIABLE = "SPHLAB"
# Lies beside this package where a wheel carries the program (analysis/setup.py).
CARRIED = Path(__file__).resolve().parents[1] / "prefix" / "bin" / "sphlab"


def find_program(named=None):
    """The sphlab that was named, a Path, else that of SPHLAB in the environment, that of the wheel,
    that of PATH, or the one that was built last in build/: a Path.

    Raises UsageError where the named one is not there, NotAvailableError where there is none.
    """
    if named is not None:
        return _required(named, f"--sphlab: there is no {named}")
    if told := os.environ.get(VARIABLE):
        return _required(Path(told), f"{VARIABLE}={told} in the environment: there is no such file")
    if CARRIED.is_file():
        return CARRIED
    built = sorted(Path("build").glob("*/bin/sphlab"), key=lambda file: file.stat().st_mtime)
    found = shutil.which("sphlab") or (built[-1] if built else None)
    if found is None:
        raise NotAvailableError(
            "there is no sphlab beside this package, in PATH or in build/*/bin; build the target "
            f"sphlab, or name one in {VARIABLE} in the environment"
        )
    return Path(found).resolve()


def _required(file, otherwise):
    if not file.is_file():
        raise UsageError(f"{otherwise}; build the target sphlab, or name it")
    return file.resolve()

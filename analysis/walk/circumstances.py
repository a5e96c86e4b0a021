"""On what a walk went, by the standard library alone: its first step installs the others."""

import datetime
import os
import platform
import shutil
import subprocess
from pathlib import Path

CPU = "model name"
OS = "PRETTY_NAME="


def circumstances():
    """When, with which code and where: what a record has beside its steps."""
    changed = _said("git", "status", "--porcelain", "--untracked-files=no")
    return {
        "recorded_at": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "code": {
            "revision": _said("git", "rev-parse", "HEAD"),
            "dirty": None if changed is None else bool(changed),
        },
        "host": {"cpu": _cpu(), "cores": len(os.sched_getaffinity(0)), "os": _os()},
        "gpus": (_said("nvidia-smi", "--query-gpu=name", "--format=csv,noheader") or "").split("\n")
        if shutil.which("nvidia-smi")
        else [],
        "compiler_launcher": os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER"),
    }


def _said(*command):
    """What a command says; None where it fails or is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return None if done.returncode else done.stdout.strip()


def _cpu():
    lines = _lines("/proc/cpuinfo")
    names = (line.partition(":")[2].strip() for line in lines if line.startswith(CPU))
    return next(names, platform.machine())


def _os():
    lines = _lines("/etc/os-release")
    names = (line.removeprefix(OS).strip('"') for line in lines if line.startswith(OS))
    return next(names, platform.system())


def _lines(file):
    try:
        return Path(file).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []

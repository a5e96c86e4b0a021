"""Runs the steps of a page one after the other, each in the shell that the one before left.

What a step exports, the next ones have, as in one terminal. The standard library suffices: the
first step of docs/first-hour.md installs what else the analysis needs.
"""

import json
import os
import subprocess
import time

from analysis.errors import OutputError

RECORD, LOG = "steps.json", "{number:02}-{slug}.log"
SCHEMA_VERSION = 1
INTERRUPTED = 130
# $1 holds what the steps before have exported.
SHELL = """\
set -euo pipefail
if [[ -e $1 ]]; then source "$1"; fi
exported=$1
set --
{command}
export -p >"$exported"
"""


def walk(steps, page, folder, around, tell):
    """Runs the Steps until one fails, and returns its exit code, else 0.

    page: the name of the page, for the record. folder: a Path, made here, which gets the record,
    anew after each step, and a log of each. around: what the record holds beside, as
    circumstances() gives it. tell(text): says how far it is. Raises OutputError.
    """
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise OutputError(
            f"{folder}: cannot be made: {error.strerror}; name a new folder"
        ) from error
    done = []
    for number, step in enumerate(steps, 1):
        tell(f"{number} of {len(steps)}: {step.name}")
        log = folder / LOG.format(number=number, slug=_slug(step.name))
        done.append(_run(step, folder / "exported.sh", log))
        _write(folder / RECORD, {"page": page, **around, "steps": done})
        tell(f"{done[-1]['seconds']:.1f} s, exit code {done[-1]['exit_code']}; {log}")
        if code := done[-1]["exit_code"]:
            tell(log.read_text(encoding="utf-8", errors="replace")[-4000:])
            return code
    return 0


def _run(step, exported, log):
    load = os.getloadavg()[0]
    begin = time.monotonic()
    command = ["bash", "-c", SHELL.format(command=step.command), "bash", str(exported)]
    with log.open("wb") as stream:
        try:
            code = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, check=False
            ).returncode
        except KeyboardInterrupt:
            code = INTERRUPTED
    return {
        "step": step.name,
        "command": step.command,
        "seconds": round(time.monotonic() - begin, 2),
        "exit_code": code if code >= 0 else 128 - code,
        "load_before": round(load, 2),
    }


def _write(file, record):
    try:
        text = json.dumps({"schema_version": SCHEMA_VERSION, **record}, indent=1)
        file.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from error


def _slug(name):
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower())

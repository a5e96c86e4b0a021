"""The program sphlab, for what `why` asks of it: to count now, and which devices are at hand."""

import json
import subprocess
import tempfile
from pathlib import Path

from analysis.compare.harness import HarnessError
from analysis.errors import NotAvailableError
from analysis.program import find_program
from analysis.why.counts import load_counts

RUNTIMES = ("cuda", "hip", "host")  # best first


def count(program, record, parameters):
    """StageCounts of a record's variant on its scenario, with the parameters that make it small."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "counts.jsonl"
        words = ["count", record["scenario"]["name"], "--variant", record["variant"]]
        for pair in parameters.items():
            words += ["--set", "{}={!r}".format(*pair)]
        _run(program, *words, "--output", file)
        return load_counts(file, "sphlab count")


def devices_at_hand(named):
    """A function of a record for each device at hand, best first: whether it is of that device."""
    try:
        listed = json.loads(_run(find_program(named), "list", "devices", "--json"))
    except (NotAvailableError, HarnessError):
        return []
    first = [device for device in listed if device["index"] == 0]
    first.sort(key=lambda device: RUNTIMES.index(device["runtime"]))
    return [lambda record, device=device: _is_of(record, device) for device in first]


def _is_of(record, device):
    """Hosts of one architecture are one device: so are their folders of results."""
    key = "architecture" if device["runtime"] == "host" else "name"
    return (record["runtime"]["name"], record["device"][key]) == (device["runtime"], device[key])


def _run(program, *words):
    """Runs the program and returns what it prints. Raises NotAvailableError where it cannot be run,
    HarnessError where it fails: what it said is on standard error already."""
    command = [str(word) for word in (program, *words)]
    try:
        finished = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        reason = f"{program}: cannot be run: {error.strerror}; name another with --sphlab"
        raise NotAvailableError(reason) from error
    if finished.returncode:
        code = finished.returncode
        raise HarnessError(f"sphlab {words[0]} ended with {code}", code if code > 0 else 7)
    return finished.stdout

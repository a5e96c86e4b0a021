"""What the schema cannot say of a record: that its parts agree.

Whatever a record says that follows from the rest of it is derived again here.
"""

import json
import math
import re

from analysis.recorded.allowed import within
from analysis.recorded.drift import drift_of
from analysis.recorded.energy import summarised_energy
from analysis.recorded.statistics import summarised

# The harness writes the shortest decimal that reads back equal, so only rounding inside the sums
# can differ.
RELATIVE_TOLERANCE = 1e-6
LONGEST_S = 1e9  # of a sample: thirty years
STATE = re.compile(r"\(([^()]+)\)$")  # behind the name of a check
RATES = ("step", "density", "forces")  # stages whose accepted pairs are known


def inconsistency(record):
    """The first contradiction in a record that the schema accepts, as `key: reason`, or None."""
    for contradiction in (
        _sample_counts,
        _blocks_of_load,
        _times,
        _summary,
        _mipps,
        _rate,
        _unexplained,
        _energy,
        _drift,
        _checks,
    ):
        found = contradiction(record)
        if found is not None:
            return found
    return None


class States:
    """The particles that the records of one file were taken from, as far as it was read.

    Every record of one configuration at step 0 has the same, and so have all that one variant of
    one toolchain recorded at a later step. Two variants may differ there: a run that is resumed
    steps to the state again, and another variant takes the steps.
    """

    def __init__(self):
        self._seen = {}

    def contradiction(self, record, where):
        """What record of the file, seen before, is of other particles, as `key: reason`, or None.

        where: of this record, in words.
        """
        state = record["scenario"]["state"]
        key = (record["scenario"]["configuration_hash"], state["step"])
        if state["step"] > 0:
            key += (state["label"], *_contender(record))
        known, first = self._seen.setdefault(key, (state["hash"], where))
        if known == state["hash"]:
            return None
        return (
            f"scenario.state.hash: {state['hash']}, but {first} has {known} of the same "
            f"configuration at step {state['step']}; records of other particles are another run: "
            "keep them in a file of their own"
        )


def _contender(record):
    tuning = json.dumps(record["tuning"], sort_keys=True)
    life = json.dumps(record.get("list_life"), sort_keys=True)
    return (record["toolchain"]["name"], record["variant"], record.get("side"), tuning, life)


def _sample_counts(record):
    samples = record["samples"]
    count = len(samples["time_s"])
    for key, values in samples.items():
        if len(values) != count:
            return f"samples.{key}: {len(values)} entries, but samples.time_s has {count}"
    return None


def _blocks_of_load(record):
    if "load" not in record:
        return None
    load = record["load"]
    for key, values in load.items():
        if len(values) != len(load["block"]):
            return f"load.{key}: {len(values)} entries, but load.block has {len(load['block'])}"
    if load["block"] != sorted(set(load["block"])):
        return f"load.block: {load['block']} does not ascend"
    # Of a stage that runs on demand there may be blocks of the loop without a sample.
    blocks = sorted(set(record["samples"]["block"]))
    if not set(blocks) <= set(load["block"]):
        return f"load.block: {load['block']}, but the samples are of blocks {blocks}"
    return None


def _times(record):
    longest = max(map(abs, record["samples"]["time_s"]), default=0)
    # Not a number compares with nothing.
    if not longest < LONGEST_S:
        return f"samples.time_s: {longest!r} s is no time of a sample"
    return None


def _summary(record):
    times = record["samples"]["time_s"]
    derived = summarised(times, record["policy"]["resolution_s"])
    if not times:
        derived |= dict.fromkeys(("median_s", "mean_s", "min_s", "max_s", "p05_s", "p95_s"))
    for key, value in derived.items():
        claimed = record["summary"][key]
        if not _close(claimed, value):
            return f"summary.{key}: {claimed!r}, but samples.time_s gives {value!r}"
    return None


def _mipps(record):
    return _over_median(record, "mipps", record["scenario"]["particles"] / 1e6, "particles / 1e6")


def _rate(record):
    pairs = record["work"]["accepted_pairs"]
    if record["stage"] not in RATES or pairs is None:
        return None
    return _over_median(record, "pairs_per_s", pairs, "work.accepted_pairs")


def _over_median(record, key, amount, what):
    """Whether a key of the summary, where it is known, is an amount over the median."""
    claimed, median = record["summary"][key], record["summary"]["median_s"]
    if claimed is None:
        return None
    if median is None or median <= 0:
        return f"summary.{key}: {claimed!r}, but median_s is not above zero"
    if not _close(claimed, amount / median):
        return f"summary.{key}: {claimed!r}, but {what} / median_s is {amount / median!r}"
    return None


def _unexplained(record):
    seconds = record["summary"]["unexplained_s"]
    if seconds is None:
        return None
    return _over_median(record, "unexplained_fraction", seconds, "unexplained_s")


def _energy(record):
    energy = record.get("energy", {})
    if "samples" not in energy:
        return None
    for key, values in energy["samples"].items():
        if len(values) != len(energy["samples"]["joules"]):
            return f"energy.samples.{key}: {len(values)} entries, but not as many as joules"
    for key, value in summarised_energy(energy["samples"], record["scenario"]["particles"]).items():
        if not _close(energy[key], value):
            return f"energy.{key}: {energy[key]!r}, but energy.samples gives {value!r}"
    return None


def _drift(record):
    if "drift" not in record:
        return None
    drift, derived = record["drift"], drift_of(record["samples"])
    if derived is None:
        return "drift: is told, but the blocks of samples have too few for it"
    for key in ("relative", "low", "high"):
        # A mean near zero is a difference of sums.
        if not math.isclose(drift[key], derived[key], rel_tol=1e-6, abs_tol=1e-9):
            return f"drift.{key}: {drift[key]!r}, but samples give {derived[key]!r}"
    if drift["drifts"] != derived["drifts"]:
        return f"drift.drifts: {drift['drifts']}, but samples give {derived['drifts']}"
    return None


def _checks(record):
    validity = record["validity"]
    if validity["status"] == "ok" and not validity["checks"]:
        return "validity.checks: is empty, but status is ok: nothing was verified"
    own = record["scenario"]["state"]["label"]
    states = {state for check in validity["checks"] for state in STATE.findall(check["name"])}
    if validity["status"] == "ok" and states and own not in states:
        return f"validity.checks: of {', '.join(sorted(states))}, but none of the state '{own}'"
    for check in validity["checks"]:
        value, tolerance = check["value"], check["tolerance"]
        if check["passed"] and not within(value, tolerance):
            return (
                f"validity.checks: '{check['name']}' passed with {value!r}, of {tolerance!r} that "
                "are allowed"
            )
    return None


def _close(a, b):
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=RELATIVE_TOLERANCE)

"""What a device can do at most (docs/limits.md), and the least time that this leaves a stage, and
the stages of a step.
"""

import math

from analysis.documents import load_document
from analysis.errors import InputError
from analysis.runs import OF_A_STEP, unexplained_s
from analysis.schema import FOLDER
from analysis.stages import is_over_pairs

SCHEMA = FOLDER / "limits.schema.json"
FILE = "limits.json"
# Columns of records: the least time of one invocation [s], and the limit that sets it.
LEAST, BY = "limit.least_s", "limit.by"
# Columns of whole steps: the share that the least times of their stages add up to, the stages that
# declare no work, and the share that these were measured to take.
SHARE, UNDECLARED, LEFT_OUT = "limit.share", "limit.undeclared", "limit.left_out"
# Of a step whose SHARE is told.
MOST_LEFT_OUT = 0.05
WORK = ["work.bytes", "work.flops"]
RATES = {"copy": "work.bytes", "fma": "work.flops", "l1": "work.bytes"}


def load_limits(path):
    """The document of `sphlab limits` in a file, a Path. Raises InputError."""
    return load_document(path, SCHEMA, "'sphlab limits' measures the limits of a device")


def rates_of(document):
    """Work a second, by limit."""
    return {limit["name"]: limit["summary"]["median"] for limit in document["limits"]}


def with_limits(records, document, path):
    """The DataFrame of records with LEAST and BY: NaN and None where nothing is known of the work.

    Raises InputError where the limits are of another device, or of another part of one: processors
    of a host have a name whichever their number is.
    """
    _require_of_device(records, document["device"], "name", path)
    _require_of_device(records, document["device"], "compute_units", path)
    rates = rates_of(document)
    least = [least_time(row, rates) for _, row in records.iterrows()]
    return records.assign(
        **{LEAST: [seconds for seconds, _ in least], BY: [name for _, name in least]}
    )


def _require_of_device(records, device, key, path):
    found = sorted(set(records[f"device.{key}"].dropna()) - {device[key]})
    if found:
        others = ", ".join(str(other) for other in found)
        raise InputError(
            f"{path}: device.{key}: the limits are of {device[key]}, but the records of {others}; "
            "measure those with 'sphlab limits'"
        )


def least_time(row, rates):
    """(seconds, the name of the limit that takes so long) of one invocation; (NaN, None) where
    nothing of its work is known. rates: work a second, by limit."""
    binding = that_bind(is_over_pairs(row["stage"], row.get("work.accepted_pairs")))
    needed = {name: _seconds(row.get(RATES[name]), rates.get(name)) for name in binding}
    needed["launch"] = _seconds(len(row["kernels"]), rates.get("launch"))
    known = {name: seconds for name, seconds in needed.items() if seconds is not None}
    if row["stage"] == "step" or not known:
        return math.nan, None
    slowest = max(known, key=known.get)
    return known[slowest], slowest


def with_shares(steps, stages):
    """The DataFrame of whole steps with SHARE, UNDECLARED and LEFT_OUT, by the DataFrame of their
    stages; NaN and None where not all stages were measured. A stage that declares no work counts
    with its kernels or with nothing: a step reaches SHARE at least, and at most LEFT_OUT more.
    SHARE is NaN where that is more than MOST_LEFT_OUT.

    Unchanged where no limits are known.
    """
    if LEAST not in steps.columns:
        return steps
    of_steps = dict(list(stages.groupby(OF_A_STEP)))
    told = [
        _share(step, of_steps.get(tuple(step[key] for key in OF_A_STEP)))
        for _, step in steps.iterrows()
    ]
    columns = (SHARE, UNDECLARED, LEFT_OUT)
    return steps.assign(
        **{column: [of_step[at] for of_step in told] for at, column in enumerate(columns)}
    )


def _share(step, stages):
    if stages is None or not _are_all(step, stages):
        return math.nan, None, math.nan
    calls = stages["calls_per_step"] / step["summary.median_s"]
    undeclared = stages.reindex(columns=WORK).isna().all(axis=1)
    names = tuple(sorted(stages.loc[undeclared, "stage"]))
    left_out = (stages["summary.median_s"] * calls)[undeclared].sum()
    share = math.nan if left_out > MOST_LEFT_OUT else (stages[LEAST] * calls).sum()
    return share, names, left_out


def _are_all(step, stages):
    """Whether the stages are all of a step: they make it up with the rest that its record tells."""
    rest = unexplained_s(step)
    if rest is None:
        return False
    explained = (stages["summary.median_s"] * stages["calls_per_step"]).sum()
    return math.isclose(explained + rest, step["summary.median_s"], rel_tol=1e-6)


def that_bind(over_pairs):
    """The limits that the declared work of a stage is held against. Where it goes over pairs, its
    bytes are loads of pairs, most of which a cache serves."""
    return ("fma", "l1") if over_pairs else ("copy",)


def _seconds(work, rate):
    if rate is None or work is None or math.isnan(work) or work <= 0:
        return None
    return work / rate

"""By how much the winner of a search is slower than that of a sweep, measured in one run."""

from analysis.best.answer import toolchain_of
from analysis.compare import bootstrap
from analysis.compare.blocks import times
from analysis.errors import InputError
from analysis.load import is_valid

CONFIDENCE = 0.95
POLICY = {"isolated_samples": 0, "blocks": 12, "cycles_per_block": 10, "relocate": True}


def suite_of(name, scenario, parameters, variants):
    """A suite that measures the loop of the variants in the scenario's initial state."""
    return {
        "schema_version": 1,
        "name": "best-against-sweep",
        "description": f"The winners of search and sweep for {name}.",
        "device": "any",
        "toolchains": "all",
        "scenarios": [{"scenario": scenario, "parameters": parameters}],
        "variants": variants,
        "policy": POLICY,
    }


def regret_of(records, winners):
    """(low, high) of the search's step over the sweep's, from the records of both.

    winners: the ranked of sweep and search. Raises InputError where a record is missing or invalid.
    """
    steps = [_step_of(records, *pair) for pair in (winners, winners[::-1])]
    return bootstrap.ratio_interval(*map(times, steps), CONFIDENCE, paired=True)


def _step_of(records, winner, other):
    name, toolchain = _named(winner)
    own = _values(_tunings(winner))
    # Where a variant names no value it has the default, and what the other names is none.
    not_own = _values(_tunings(other)) - own if _named(other) == (name, toolchain) else set()
    for record in records:
        found = (record["scope"], record["variant"], record["toolchain"]["name"])
        values = _values(record["tuning"])
        if found == ("step", name, toolchain) and own <= values and not not_own & values:
            if is_valid(record):
                return record
            raise InputError(f"{name}: {record['validity']['status']}")
    raise InputError(f"there is no record of {name} by {toolchain}")


def _named(winner):
    return winner["name"], toolchain_of(winner)


def _tunings(winner):
    choices = winner["variant"].items()
    return {
        stage: choice.get("tuning", {}) for stage, choice in choices if isinstance(choice, dict)
    }


def _values(tunings):
    """The set of (stage, parameter, value)."""
    return {
        (stage, *parameter) for stage, tuning in tunings.items() for parameter in tuning.items()
    }

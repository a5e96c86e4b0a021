"""The functions of expressions. The first line of each docstring tells its arguments.

RECORDS is what records() gives, or the path of a file. KEYS are those of a selection
(analysis/published/selection.py); of what a record is asked in the running loop, unless a scope is
named.
"""

import statistics
from fnmatch import fnmatchcase

from analysis.profiling.profiles import longest_kernel
from analysis.published import instruments, searches, walks
from analysis.published.errors import NoRecord, PublishedError
from analysis.published.selection import KEYS, SWEPT, Selection, at, pairs, select

# Numbers of one record, with their place in it.
OF_ONE = {
    "time": "summary.median_s",
    "shortest": "summary.min_s",
    "longest": "summary.max_s",
    "spread": "summary.relative_spread",
    "mipps": "summary.mipps",
    "joules": "energy.joules_per_million_particle_steps",
    "watts": "energy.power_w",
    "rate": "summary.pairs_per_s",
    "unexplained": "summary.unexplained_fraction",
    "samples": "summary.count",
    "pairs": "work.accepted_pairs",
    "candidates": "work.candidate_pairs",
    "calls_per_step": "calls_per_step",
    "stack": "resources.stack_bytes",
    "registers": "resources.registers",
}
OF_STEPS = ("mipps", "joules", "watts", "unexplained")  # known of whole steps alone
# Numbers that the stages of one run share, and of which any of its records tells.
OF_RUN = {
    "particles": "scenario.particles",
    "fluid": "scenario.fluid",
    "boundary": "scenario.boundary",
    "steps": "scenario.state.step",
    "simulated": "scenario.state.time_s",
    "wave_time": "scenario.state.wave_time_s",
    "neighbours": "scenario.state.neighbours.mean",
    "mean_of_cells": "scenario.state.cells.mean",
    "fullest_cell": "scenario.state.cells.fullest",
    "filled_cells": "scenario.state.cells.filled",
    "rebuilds": "list_life.rebuilds_per_step",
    "missed": "list_life.missed_pairs",
    "bytes_of_list": "resources.bytes_of_list",
    "lanes": "tuning.forces.lanes",
}


def records(scope, source, /, **keys):
    """(RECORDS, KEYS): those of a file, or of a choice made before, that have these values."""
    return select(scope, source, keys)


def count(scope, source, /, **keys):
    """(RECORDS, KEYS): how many there are."""
    try:
        return len(select(scope, source, keys).records)
    except NoRecord:
        return 0


def values(scope, name, source, /, **keys):
    """(NAME, RECORDS, KEYS): a number of each record, NAME one of those of one record."""
    chosen = _measured(scope, source, keys)
    return [_number(one, name, chosen) for one in chosen.records]


def ratios(scope, name, above, below, /):
    """(NAME, RECORDS, RECORDS): of each pair of records that agree in all that was not asked, the
    number of the one over that of the other."""
    sides = [_measured(scope, one, {}) for one in (above, below)]
    found = [
        (_number(one, name, sides[0]), _number(other, name, sides[1]))
        for one, other in pairs(*sides)
    ]
    if any(other == 0 for _, other in found):
        raise PublishedError(f"{name} of a record is zero: nothing can be divided by it")
    return [one / other for one, other in found]


def checks(scope, pattern, source, /, **keys):
    """(PATTERN, RECORDS, KEYS): what the checks of such a name came to, in all the records."""
    return _of_checks(scope, pattern, source, keys, "value")


def tolerances(scope, pattern, source, /, **keys):
    """(PATTERN, RECORDS, KEYS): what they were allowed."""
    return _of_checks(scope, pattern, source, keys, "tolerance")


def sweep(scope, stage, source, /, **keys):
    """(STAGE, RECORDS, KEYS): medians of the tunings that were tried of a stage; keys that choose
    no record are tuning parameters, with `_` for `-`."""
    of_records = {key: value for key, value in keys.items() if key in (*KEYS, SWEPT)}
    tuning = {key.replace("_", "-"): keys[key] for key in keys.keys() - of_records.keys()}
    chosen = select(scope, source, of_records)
    found = [
        point["median_s"]
        for point in chosen.common("tuning_sweep")
        if point["stage"] == stage
        and point["median_s"] is not None
        and tuning.items() <= point["tuning"].items()
    ]
    if not found:
        raise NoRecord(f"{chosen.file}: no tuning of the stage {stage} was tried with {tuning}")
    return found


def counter(scope, metric, profile, source, /, **keys):
    """(METRIC, FILE, RECORDS, KEYS): a profiler's number of a record's longest kernel."""
    profiled = _profiled(scope, profile, source, keys)
    return _metric(metric, profile, scope.library.profiles(profile)[profiled.one()["id"]])


def counters(scope, metric, profile, source, /, **keys):
    """(METRIC, FILE, RECORDS, KEYS): a list, the same of each record that was profiled."""
    profiles = scope.library.profiles(profile)
    profiled = _profiled(scope, profile, source, keys)
    return [_metric(metric, profile, profiles[one["id"]]) for one in profiled.records]


def prepared(scope, name, source, /, **keys):
    """(NAME, RECORDS, KEYS): what the preparations of a run have counted, as `merged_tasks`, the
    same in all its records."""
    chosen = select(scope, source, keys)
    value = chosen.common(f"prepared.{name}")
    if value is None:
        raise PublishedError(f"{chosen.file}: no preparation of these records counts '{name}'")
    return value


def spent(scope, phase, source, /, **keys):
    """(PHASE, RECORDS, KEYS): seconds that the variants of whole steps took of a run in a phase of
    `seconds_spent`, as `verifying`, or in all of them, `all`."""
    # Whole runs of a variant have a record of their own, which says the same.
    chosen = select(scope, source, {"stage": "step", "scope": "step"} | keys)
    seconds = 0
    for record in chosen.records + chosen.invalid:
        phases = record.get("seconds_spent")
        if phases is None:
            raise PublishedError(f"{chosen.file}: a record does not say what its variant took")
        if phase != "all" and phase not in phases:
            raise PublishedError(f"there is no phase '{phase}'; there are {', '.join(phases)}")
        seconds += sum(phases.values()) if phase == "all" else phases[phase]
    return seconds


def most(scope, *numbers):
    """(NUMBERS): the largest of numbers and lists of numbers."""
    return max(_flat("max", numbers))


def least(scope, *numbers):
    """(NUMBERS): the smallest."""
    return min(_flat("min", numbers))


def middle(scope, *numbers):
    """(NUMBERS): the median."""
    return statistics.median(_flat("median", numbers))


def total(scope, *numbers):
    """(NUMBERS): the sum."""
    return sum(_flat("sum", numbers))


def size(scope, number):
    """(NUMBER): without its sign."""
    return abs(_flat("abs", [number])[0])


def percent_more(scope, one, other):
    """(NUMBER, NUMBER): by how many percent the first is above the second."""
    return 100 * (_ratio(one, other) - 1)


def percent_less(scope, one, other):
    """(NUMBER, NUMBER): by how many percent the first is below the second."""
    return 100 * (1 - _ratio(one, other))


def _profiled(scope, profile, source, keys):
    chosen = select(scope, source, keys)
    profiles = scope.library.profiles(profile)
    profiled = [one for one in chosen.records if one["id"] in profiles]
    if not profiled:
        raise NoRecord(f"{profile}: has no profile of any of {len(chosen.records)} records")
    return Selection(chosen.file, profiled, [], chosen.asked)


def _metric(metric, profile, of_record):
    metrics = longest_kernel(of_record)["metrics"]
    if metrics.get(metric) is None:
        known = ", ".join(sorted(key for key, value in metrics.items() if value is not None))
        raise PublishedError(
            f"{profile}: no metric '{metric}' of {of_record['record']}; there are {known}"
        )
    return metrics[metric]


def _measured(scope, source, keys):
    return select(scope, source, keys).in_the_loop()


def _number(record, name, chosen):
    if name not in OF_ONE:
        raise PublishedError(f"'{name}' is no number of a record; there are {', '.join(OF_ONE)}")
    value = at(record, OF_ONE[name])
    if value is None:
        raise PublishedError(f"{chosen.file}: {OF_ONE[name]} of record {record['id']} is not known")
    return value


def _of_checks(scope, pattern, source, keys, what):
    chosen = select(scope, source, keys)
    found = [
        check[what]
        for one in chosen.records
        for check in one["validity"]["checks"]
        if fnmatchcase(check["name"], pattern) and check[what] is not None
    ]
    if not found:
        names = sorted({c["name"] for one in chosen.records for c in one["validity"]["checks"]})
        raise NoRecord(f"{chosen.file}: no check is called '{pattern}'; there are {names}")
    return found


def _flat(name, numbers):
    found = []
    for one in numbers:
        found += one if isinstance(one, list) else [one]
    if not found or any(
        isinstance(one, bool) or not isinstance(one, (int, float)) for one in found
    ):
        raise PublishedError(f"{name}: takes numbers, and lists of them")
    return found


def _ratio(one, other):
    above, below = _flat("percent", [one, other])
    if below == 0:
        raise PublishedError("nothing can be divided by zero")
    return above / below


def _of_one(name):
    def of_one(scope, source, /, **keys):
        usual = {"stage": "step"} if name in OF_STEPS else {}
        chosen = _measured(scope, source, usual | keys)
        return _number(chosen.one(), name, chosen)

    of_one.__doc__ = f"(RECORDS, KEYS): {OF_ONE[name]} of one record."
    return of_one


def _of_run(name):
    def of_run(scope, source, /, **keys):
        value = select(scope, source, keys).common(OF_RUN[name])
        if value is None:
            raise PublishedError(f"{OF_RUN[name]} is not known of these records")
        return value

    of_run.__doc__ = f"(RECORDS, KEYS): {OF_RUN[name]}, the same of all of them."
    return of_run


FUNCTIONS = {
    "records": records,
    "count": count,
    "values": values,
    "ratios": ratios,
    "checks": checks,
    "tolerances": tolerances,
    "sweep": sweep,
    "counter": counter,
    "counters": counters,
    "prepared": prepared,
    "spent": spent,
    **instruments.FUNCTIONS,
    **searches.FUNCTIONS,
    **walks.FUNCTIONS,
    "max": most,
    "min": least,
    "median": middle,
    "sum": total,
    "abs": size,
    "percent_more": percent_more,
    "percent_less": percent_less,
    **{name: _of_one(name) for name in OF_ONE},
    **{name: _of_run(name) for name in OF_RUN},
}

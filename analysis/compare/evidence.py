"""What makes the times of two records comparable: the same checks, passed by the same tolerances,
and the same work.

A record says itself that it is valid. Here its checks are judged again, by the tolerances of the
base, and what was computed is held against what the base computed.
"""

import math

from analysis.load import is_valid
from analysis.recorded.allowed import within

STATUS, CHECKS, TOLERANCES = "validity.status", "validity.checks", "validity.tolerances"
PARTICLES = "scenario.state.hash"
PAIRS = "work.accepted_pairs"
# Strategies declare these, and may declare others with another tuning.
DECLARED = ("work.candidate_pairs", "work.flops", "work.bytes")
MISSED = "list_life.missed_pairs"
REPEATED = ("repetitions.limit", "repetitions.times_per_evaluation")
NOT_CONVERGED = "repetitions.not_converged"
OPTIONAL = (MISSED, *REPEATED, NOT_CONVERGED)
KEYS = [STATUS, CHECKS, TOLERANCES, PARTICLES, PAIRS, *DECLARED, MISSED, *REPEATED, NOT_CONVERGED]

ROUNDING = 1e-6
# The particles of a later state are not the same to the bit in two sessions; with them differ how
# many pairs there are and what an oracle's rounding allows.
OF_OTHER_PARTICLES = 1e-3
TOLERANCE_OF_OTHER_PARTICLES = 0.1
# Where several particles share a cell, their order may decide how many candidates a tile has.
OF_THE_ORDER = 2e-3
OF_MISSED = 0.05
MISSED_OF_NONE = 1e-5  # of all pairs
OF_REPETITIONS = 0.05


def failure(base, candidate):
    """Why a candidate that says it is valid is not, by the tolerances of a valid base: the first of
    its checks whose value is beyond them. None where there is none."""
    allowed, widened = _by_name(base), 1 + _leeway_of_tolerances(base, candidate)
    for name, check in _by_name(candidate).items():
        if name in allowed and not within(check["value"], allowed[name]["tolerance"] * widened):
            return (
                f"{name}: {check['value']:.3g}, the base's tolerance is "
                f"{allowed[name]['tolerance']:.3g}"
            )
    return None


def differences(base, candidate):
    """Yields (key, what the base has, what the candidate has) of all that must be alike."""
    if not is_valid(base) or not is_valid(candidate):
        if is_valid(candidate) and has_passed(base):
            yield STATUS, base["validity"]["status"], candidate["validity"]["status"]
        return
    yield from _of_checks(base, candidate)
    if base["scenario"]["state"]["step"] == 0 and not _of_one_state(base, candidate):
        yield PARTICLES, *(side["scenario"]["state"]["hash"] for side in (base, candidate))
    for key, relative, absolute in _leeways(base, candidate):
        sides = [_value(record, key) for record in (base, candidate)]
        if not _close(*sides, relative, absolute):
            yield key, *sides


def _of_checks(base, candidate):
    before, now = _by_name(base), _by_name(candidate)
    lacking = sorted(before.keys() - now.keys())
    if lacking:  # more than the base's are welcome
        yield CHECKS, ", ".join(lacking), "none of these"
    relative = _leeway_of_tolerances(base, candidate)
    for name in sorted(before.keys() & now.keys()):
        sides = [side[name]["tolerance"] for side in (before, now)]
        if not _close(*sides, relative, 0):
            yield TOLERANCES, f"{name} {sides[0]}", str(sides[1])


def _leeways(base, candidate):
    """(key, relative, absolute) of the numbers that are compared."""
    same = _of_one_state(base, candidate) and base["toolchain"] == candidate["toolchain"]
    yield PAIRS, ROUNDING if same else OF_OTHER_PARTICLES, 0
    if base["tuning"] == candidate["tuning"]:
        yield from ((key, OF_THE_ORDER, 0) for key in DECLARED)
    yield MISSED, OF_MISSED, MISSED_OF_NONE
    yield from ((key, OF_REPETITIONS, 0) for key in REPEATED)
    yield NOT_CONVERGED, 0, OF_REPETITIONS


def _by_name(record):
    """Its checks; of several with one name the largest value, and the largest tolerance."""
    found = {}
    for check in record["validity"]["checks"]:
        known = found.setdefault(check["name"], dict(check))
        for key in ("value", "tolerance"):
            known[key] = max(known[key], check[key])
    return found


def _leeway_of_tolerances(base, candidate):
    return ROUNDING if _of_one_state(base, candidate) else TOLERANCE_OF_OTHER_PARTICLES


def has_passed(record):
    """Whether it was measured, and no check of it says that it failed."""
    return bool(record["samples"]["time_s"]) and all(
        check["passed"] for check in record["validity"]["checks"]
    )


def _of_one_state(base, candidate):
    return base["scenario"]["state"]["hash"] == candidate["scenario"]["state"]["hash"]


def _value(record, key):
    part, name = key.split(".")
    return record.get(part, {}).get(name)


def _close(a, b, relative, absolute):
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=relative, abs_tol=absolute)

"""Comparisons of recorded files: what `compare` and `gate` are given, and what an audit judges."""

import os
from dataclasses import replace

from analysis.compare.comparison import compare
from analysis.compare.duel import MAY_DIFFER, require_no_duel, split_sides
from analysis.errors import InputError
from analysis.foreign.comparison import compare_foreign
from analysis.foreign.reading import is_foreign
from analysis.load import load_records


def compare_runs(paths, policy):
    """The Comparison of a base and a candidate, each a recorded run, or each results of another
    tool. Raises as compare()."""
    foreign = [is_foreign(path) for path in paths]
    if all(foreign):
        return compare_foreign(paths, policy)
    if any(foreign):
        other, recorded = paths if foreign[0] else reversed(paths)
        raise InputError(
            f"{recorded} is a recorded run, {other} of another tool; compare results of one kind"
        )
    sides = [load_of_one_device(path) for path in paths]
    for records, path in zip(sides, paths, strict=True):
        require_no_duel(records, path)
    return compare(*sides, policy, together=os.path.samefile(*paths))


def compare_duel(path, policy):
    """The Comparison of the two sides of a recorded duel. Raises as compare()."""
    if is_foreign(path):
        raise InputError(
            f"{path}: is no recorded run; --duel reads what `sphlab duel` wrote, results of "
            "another tool are given as BASE CANDIDATE"
        )
    return compare_sides(load_of_one_device(path), path, policy)


def compare_sides(records, path, policy):
    """The same of the records of a duel's file."""
    across = replace(policy, across=(*policy.across, *MAY_DIFFER))
    return compare(*split_sides(records, path), across, together=True)


def load_of_one_device(path):
    """The records of a file, valid or not. Raises InputError where they are of several devices."""
    return of_one_device(load_records(path), path)


def of_one_device(records, path):
    """The records of a file again. Raises as load_of_one_device()."""
    devices = sorted({record["device"]["name"] for record in records})
    if len(devices) > 1:
        raise InputError(
            f"{path}: device.name: records of {', '.join(devices)}; compare one file a device"
        )
    return records

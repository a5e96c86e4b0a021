"""Profiles as columns beside the records, for figures."""

import pandas as pd

from analysis.errors import InputError
from analysis.profiling.metrics import METRICS, block_limit
from analysis.profiling.profiles import longest_kernel

PREFIX = "profile."
BLOCKS, LIMITED_BY, KERNELS = "profile.block_limit", "profile.limited_by", "profile.kernels"


def with_profiles(records, profiles, path):
    """The DataFrame of analysis.load.frame with a column `profile.<metric>` a metric, NaN where a
    record has no profile. Of a stage of several kernels, the longest is told.

    `profile.block_limit`: blocks that a multiprocessor holds; `profile.limited_by`: the resources
    that allow no more, as a tuple; `profile.kernels`: of the stage.

    Raises InputError, naming the profiles' path, when they are of none of the records.
    """
    known = set(records["id"])
    columns = [_columns(profile) for profile in profiles if profile["record"] in known]
    if not columns:
        raise InputError(f"{path}: profiles none of the records; name the file they are of")
    return records.merge(pd.DataFrame(columns), on="id", how="left")


def _columns(profile):
    values = longest_kernel(profile)["metrics"]
    blocks, limited_by = block_limit(values)
    return {
        "id": profile["record"],
        **{PREFIX + key: values.get(key) for key in METRICS},
        BLOCKS: blocks,
        LIMITED_BY: tuple(limited_by),
        KERNELS: len(profile["kernels"]),
    }

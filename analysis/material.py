"""What figures are drawn from."""

from dataclasses import dataclass
from functools import cache

import pandas as pd

from analysis.errors import InputError
from analysis.load import (
    frame,
    is_refusal,
    split_by_steadiness,
    split_by_validity,
    with_status,
)
from analysis.naming import with_names
from analysis.output import one_line
from analysis.rebuilds import NONE_BUILT, split_by_rebuilds

DRIFTS = "drifts"
# What stands in place of a bar for another reason than that the variant refused the case.
MARKS = (NONE_BUILT, DRIFTS)


@dataclass(frozen=True)
class Material:
    """Two DataFrames of analysis.load.frame, with the columns of analysis.naming.

    `records`: the valid ones, which alone are drawn; never empty. `refused`: those of variants that
    were not run, steps whose list was never built, and series that drift, with the reason in
    `validity.status`; a figure marks them where it can. `host`: the Material of a CPU, for the
    figures that set it beside a device; None where there is none.
    """

    records: pd.DataFrame
    refused: pd.DataFrame
    host: "Material | None" = None


def material(records):
    """The Material of a list of records, of which one at least is valid. Those that are neither
    valid nor refused are left out. Names and reasons, which may be anybody's, are on one line each
    and hold letters alone: a figure is text, too.
    """
    valid, invalid = split_by_validity(records)
    valid, drifting = split_by_steadiness(valid)
    valid, unbuilt = split_by_rebuilds(valid)
    if not valid:
        raise InputError(
            f"{len(unbuilt)} valid records are of steps with {NONE_BUILT}, {len(drifting)} drift, "
            "and no other is there"
        )
    drifting = [with_status(record, DRIFTS) for record in drifting]
    table = frame(valid + [one for one in invalid if is_refusal(one)] + unbuilt + drifting)
    table = with_names(table.apply(_of_letters))
    return Material(table.iloc[: len(valid)], table.iloc[len(valid) :])


def _of_letters(column):
    if column.dtype.kind in "biuf":
        return column
    letters = cache(one_line)
    return column.map(lambda value: letters(value) if isinstance(value, str) else value)

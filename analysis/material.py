"""What figures are drawn from."""

from dataclasses import dataclass

import pandas as pd

from analysis.load import frame, is_refusal, split_by_validity
from analysis.naming import with_names


@dataclass(frozen=True)
class Material:
    """Two DataFrames of analysis.load.frame, with the columns of analysis.naming.

    `records`: the valid ones, which alone are drawn; never empty. `refused`: those of variants that
    were not run, with the reason in `validity.status`; a figure marks them where it can.
    """

    records: pd.DataFrame
    refused: pd.DataFrame


def material(records):
    """The Material of a list of records, of which one at least is valid. Those that are neither
    valid nor refused are left out.
    """
    valid, invalid = split_by_validity(records)
    table = with_names(frame(valid + [record for record in invalid if is_refusal(record)]))
    return Material(table.iloc[: len(valid)], table.iloc[len(valid) :])

"""Recordings: what was measured in one go, by one build of the code on one machine."""

import numpy as np
import pandas as pd

from analysis.material import Material

BOARD = "device.board"
# What a recording has one of: `sphlab run` says it once for all records that it makes.
OF_A_RECORDING = [
    "suite",
    "code.revision",
    "code.dirty",
    BOARD,
    "device.driver",
    "host.cpu",
    "host.os",
    "runtime.name",
    "runtime.version",
]


def apart(of_file):
    """The recordings of a file, the latest first, as pairs of what the names of their figures end
    with, nothing for the latest, and their Material. A figure of several would hold what was not
    measured side by side against each other.
    """
    of_records, of_refused = (_keys(table) for table in (of_file.records, of_file.refused))
    begun = {}
    for key, moment in zip(of_records, of_file.records["recorded_at"], strict=True):
        begun[key] = min(begun.get(key, moment), moment)
    if len(begun) == 1:
        return [("", of_file)]
    return [
        (
            f"-earlier-{before}" if before else "",
            Material(
                of_file.records[_is(key, of_records)],
                of_file.refused[_is(key, of_refused)],
                of_file.host,
            ),
        )
        for before, key in enumerate(sorted(begun, key=begun.get, reverse=True))
    ]


def _is(key, keys):
    return np.array([one == key for one in keys], dtype=bool)


def _keys(table):
    rows = table.reindex(columns=OF_A_RECORDING).itertuples(index=False)
    return [tuple(None if pd.isna(value) else value for value in row) for row in rows]

"""What the figures of a verification have in common: its rows as a table, and their caption."""

import math

import pandas as pd

from analysis.drawing import caption
from analysis.drawing.page import Drawing
from analysis.runs import file_name


def table(rows):
    """A DataFrame with one line per row and the nested keys joined by dots, as of records. A row
    that no state was reached for stands behind all others."""
    nowhere = {"label": "no state", "step": math.inf}
    whole = ({**row["session"], **row, "state": row["state"] or nowhere} for row in rows)
    return pd.DataFrame([dict(_flattened(row)) for row in whole])


def _flattened(row):
    """The entries of a row, with those of its objects in the place of these."""
    for key, value in row.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{inner}", entry) for inner, entry in value.items())
        else:
            yield key, value


def curve_drawings(verification, curve, name, figure):
    """Yields a Drawing for each scenario that has the curve, in sorted order, of figure(rows,
    subtitle)."""
    found = {}
    for row in verification.curves:
        if row["curve"] == curve:
            scenario = row["scenario"]
            found.setdefault((scenario["name"], scenario["particles"]), []).append(row)
    for (scenario, particles), rows in sorted(found.items(), key=lambda item: item[0]):
        subtitle = f"{scenario}, {particles:,} particles"
        yield Drawing(file_name(name, scenario, particles), figure(rows, subtitle))


def run_notes(rows):
    """The lines of a caption that tell device, compilers and revision."""
    return caption.run_notes(table(rows))


def variants_note(rows):
    """How many lines lie over each other."""
    number = len({row["variant"] for row in rows})
    return f"A line a variant: {number} variant{'s' if number > 1 else ''}, which may hide another."

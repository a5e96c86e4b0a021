"""What the figures of a verification have in common: its rows as a table, and their caption."""

import math

import pandas as pd

from analysis.drawing import caption


def table(rows):
    """A DataFrame with one line per row and the nested keys joined by dots, as of records. A row
    that no state was reached for stands behind all others."""
    nowhere = {"label": "no state", "step": math.inf}
    flat = [{**row["session"], **row, "state": row["state"] or nowhere} for row in rows]
    return pd.json_normalize(flat, max_level=1)


def by_scenario(rows):
    """Yields (name, particles) of each scenario with its rows, a list, in sorted order."""
    found = {}
    for row in rows:
        found.setdefault((row["scenario"]["name"], row["scenario"]["particles"]), []).append(row)
    yield from sorted(found.items(), key=lambda item: item[0])


def run_notes(rows):
    """The lines of a caption that tell device, compilers and revision."""
    return caption.run_notes(table(rows))


def variants_note(rows):
    """How many lines lie over each other."""
    number = len({row["variant"] for row in rows})
    return f"A line a variant: {number} variant{'s' if number > 1 else ''}, which may hide another."

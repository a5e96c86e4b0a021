"""A recorded run as a table, one row per record."""

import csv
import io

from analysis.columns import aligned
from analysis.load import lookup

# Key in the record, and heading in the text table.
COLUMNS = {
    "device.name": "device",
    "toolchain.name": "toolchain",
    "scenario.name": "scenario",
    "scenario.particles": "particles",
    "scenario.state.label": "state",
    "variant": "variant",
    "side": "side",
    "stage": "stage",
    "scope": "scope",
    "cache": "cache",
    "policy.calls": "calls",
    "summary.count": "samples",
    "summary.median_s": "median_s",
    "summary.relative_spread": "spread",
    "drift.relative": "drift",
    "summary.mipps": "mipps",
    "summary.pairs_per_s": "pairs_per_s",
    "energy.joules_per_million_particle_steps": "J/M",
    "energy.power_w": "W",
    "resources.registers": "registers",
    "resources.stack_bytes": "stack",
    "resources.spill_bytes": "spill",
    "resources.shared_bytes": "shared",
    "resources.occupancy": "occupancy",
    "drift.drifts": "drifts",
    "validity.status": "status",
}

# Keys that records of duels, of asynchronous calls, of long blocks or of energy have alone: shown
# where a record has them.
OPTIONAL = (
    "side",
    "policy.calls",
    "drift.relative",
    "drift.drifts",
    "energy.joules_per_million_particle_steps",
    "energy.power_w",
)


def columns(records):
    """COLUMNS, without those of OPTIONAL that no record has."""
    absent = [
        key for key in OPTIONAL if all(lookup(record, key, OPTIONAL) is None for record in records)
    ]
    return {key: heading for key, heading in COLUMNS.items() if key not in absent}


def rows(records):
    """The values of columns() for each record, as written in the file; None where not known."""
    shown = columns(records)
    return [[lookup(record, column, OPTIONAL) for column in shown] for record in records]


def as_csv(records):
    """RFC 4180 text with a header; every number in full, an empty field where it is not known."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns(records))
    writer.writerows(rows(records))
    return text.getvalue()


def as_text(records):
    """Aligned columns for a terminal; four digits of every fraction, `-` where not known."""
    values = rows(records)
    cells = [[_shorten(value) for value in row] for row in values]
    numeric = [
        any(isinstance(value, (int, float)) for value in column)
        for column in zip(*values, strict=True)
    ]
    return aligned(list(columns(records).values()), cells, numeric)


def _shorten(value):
    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)

"""Tables with a header: CSV of ParaView, of DualSPHysics, of anyone."""

import pandas as pd

from analysis.errors import InputError
from analysis.particles.meaning import fields_of
from analysis.particles.snapshot import Snapshot

MARKS = ",;\t|"


def read(file, _options):
    """The Snapshot of a table, whose first line that is no comment (#) names the columns. They are
    divided by commas, semicolons, tabs, bars, or else by spaces."""
    skipped, header = _header(file)
    mark = max(MARKS, key=header.count)
    mark = mark if mark in header else r"\s+"
    table = pd.read_csv(
        file, sep=mark, skiprows=skipped, skipinitialspace=True, index_col=False, engine="c"
    )
    names = {name: table[name].to_numpy() for name in table.columns if isinstance(name, str)}
    notes = []
    return Snapshot(fields_of(names, notes), notes=notes)


def _header(file):
    with file.open(encoding="utf-8-sig") as stream:
        for number, line in enumerate(stream):
            if line.strip() and not line.startswith("#"):
                return number, line
    raise InputError("header: there is no line that names columns")

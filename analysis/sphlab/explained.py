"""What a recorded variant waits for, as a text."""

from pathlib import Path
from types import SimpleNamespace

import pandas as pd

from analysis.errors import InvalidRecordsError, NotAvailableError, UsageError
from analysis.why.commands import diagnoses_of
from analysis.why.comparison import compare, incomparable
from analysis.why.files import record_files, variants_in
from analysis.why.program import devices_at_hand
from analysis.why.recorded import load_variants
from analysis.why.report import report_of, report_of_two
from analysis.why.rows import choose_rows, find_rows

from .records import FILE

# Options of `sphlab-analysis why`: to choose rows, and to add to what is known of them.
CHOOSING = {"scenario": None, "state": None, "toolchain": None, "set": {}}
ADDING = {"limits": None, "profile": (), "counts": (), "count": {}, "sphlab": None}


def why(record, variant=None, *, against=None, **options):
    """What a variant waits for, or why it is faster than another, as docs/why.md tells it.

    record: a row of load() or run(), against which another row may be held; or a file of records or
    a folder of such, with the name of a variant where it holds several, and of the other one.
    Options are those of `sphlab-analysis why`: scenario="dam-break-lj", set={"width": 2.0}.
    """
    is_row = isinstance(record, pd.Series)
    known = ADDING if is_row else CHOOSING | ADDING
    if unknown := options.keys() - known.keys():
        raise TypeError(f"{', '.join(sorted(unknown))}: is no option here of {', '.join(known)}")
    if is_row and variant is not None:
        raise TypeError(f"variant: a row is of one already: {record['variant']}")
    asked = SimpleNamespace(**known | options)
    for name in ("limits", "sphlab"):
        value = getattr(asked, name)
        setattr(asked, name, value and Path(value))
    for name in ("profile", "counts"):
        value = getattr(asked, name)
        files = [value] if isinstance(value, (str, Path)) else value
        setattr(asked, name, [Path(file) for file in files])
    rows = _of_rows(record, against) if is_row else _of_file(record, variant, against, asked)
    first, *second = diagnoses_of(rows, asked)
    return report_of_two(first, *second, compare(first, *second)) if second else report_of(first)


def _of_file(place, variant, against, asked):
    asked.record = [Path(place)]
    asked.variant, asked.against = variant or _only_variant(asked.record), against
    return choose_rows(find_rows(asked), asked, lambda: devices_at_hand(asked.sphlab))


def _only_variant(places):
    names = variants_in(record_files(places))
    if len(names) != 1:
        raise UsageError(
            f"{places[0]}: holds records of {len(names)} variants; name one: {', '.join(names)}"
        )
    return names[0]


def _of_rows(row, against):
    rows = [_recorded(one) for one in (row, against) if one is not None]
    if len(rows) == 2 and (differing := incomparable(*rows)):
        raise NotAvailableError(f"the two rows cannot be compared: they differ in {differing}")
    return rows


def _recorded(row):
    """The RecordedVariant that a row is of."""
    for one in load_variants(Path(row[FILE]), lambda name: name == row["variant"]):
        if row["id"] in one.stage_of_id:
            if not one.is_valid:
                raise InvalidRecordsError(f"{row[FILE]}: {one.head['validity']['status']}")
            return one
    raise NotAvailableError(f"{row[FILE]}: holds no record {row['id']} any more")

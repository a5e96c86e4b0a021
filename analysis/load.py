"""Reads a recorded run: a JSON Lines file, of version 1 or 2."""

import json

import numpy as np
import pandas as pd

from analysis.consistency import States, inconsistency
from analysis.errors import InputError, InvalidRecordsError
from analysis.recorded.allowed import judged_again
from analysis.recorded.drift import is_drifting, told
from analysis.recorded.reading import Lines
from analysis.strict_json import strictly


def load_records(path):
    """All records of `path`, as a list of dicts in the file's order, valid or not.

    Whichever version the file is of, they have the form of record.schema.json. Records share what
    the file says once: copy before you change one. One with a value beyond what the schema allows
    for its check is invalid, whatever it says itself. Raises InputError, naming file, line and key,
    for anything that is not a record, and for parts and ids that are not those of their content.
    """
    records, line_of, lines, states = [], {}, Lines(), States()
    for number, line in enumerate(text_lines(path), start=1):
        where = f"{path}:{number}"
        record = lines.record(parsed(line, where), where)
        if record is None:
            continue
        contradiction = inconsistency(record) or states.contradiction(record, f"line {number}")
        if contradiction is not None:
            raise InputError(f"{where}: {contradiction}")
        first = line_of.setdefault(record["id"], number)
        if first != number:
            raise InputError(f"{where}: id: {record['id']} stands on line {first} already")
        records.append(record | {"validity": judged_again(record["validity"])})
    if not records:
        raise InputError(f"{path}: holds no record")
    return records


def is_valid(record):
    """Whether it passed verification."""
    return record["validity"]["status"] == "ok"


def split_by_validity(records):
    """The records to believe and the others, as two lists."""
    valid = [record for record in records if is_valid(record)]
    invalid = [record for record in records if not is_valid(record)]
    return valid, invalid


def split_by_steadiness(records):
    """The records to publish of valid ones, and those that drift within their blocks."""
    steady = [record for record in records if not is_drifting(record)]
    return steady, [record for record in records if is_drifting(record)]


def with_status(record, status):
    """The record as one that is not drawn, and why."""
    return record | {"validity": record["validity"] | {"status": status}}


def why_not(record):
    """Why a record is not to be published: it is invalid, or drifts."""
    return told(record) if is_valid(record) else record["validity"]["status"]


def is_refusal(record):
    """Whether a record is invalid because its variant was not run: refused by a strategy, or too
    large. Of one that failed a check there are checks that did not pass.
    """
    return (
        not is_valid(record)
        and not record["samples"]["time_s"]
        and all(check["passed"] for check in record["validity"]["checks"])
    )


def require_valid(records, path):
    """Raises InvalidRecordsError, naming each, when a record's validity.status is not ok."""
    _, invalid = split_by_validity(records)
    if invalid:
        lines = [f"{path}: {len(invalid)} of {len(records)} records are invalid:"]
        lines += [f"  {describe(record)}: {record['validity']['status']}" for record in invalid]
        raise InvalidRecordsError("\n".join(lines))


def describe(record):
    """One line that tells a person which record this is."""
    return (
        f"{record['id']} ({record['toolchain']['name']}, {record['variant']}, "
        f"{record['scenario']['name']}, {record['scenario']['particles']} particles, "
        f"{record['stage']}, {record['scope']}, {record['cache']})"
    )


def lookup(record, key, optional=()):
    """The value at a dotted key: lookup(record, "summary.median_s").

    None where the record lacks a key that is in `optional`; KeyError where it lacks another.
    """
    value = record
    for part in key.split("."):
        if key in optional and part not in value:
            return None
        value = value[part]
    return value


def frame(records):
    """A DataFrame with one row per record and the nested keys joined by dots: `summary.median_s`.

    `samples.time_s` and `samples.clock_mhz` hold arrays of floats, NaN where a clock is unknown.
    """
    table = flattened(records)
    for key in ("samples.time_s", "samples.clock_mhz"):
        table[key] = [np.array(values, dtype=float) for values in table[key]]
    return table


def flattened(documents):
    """A DataFrame with one row per document and the nested keys joined by dots."""
    return pd.DataFrame([dict(_flatten(document)) for document in documents])


def _flatten(value, prefix=""):
    for key, entry in value.items():
        if isinstance(entry, dict):
            yield from _flatten(entry, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", entry


def text_lines(path):
    """The lines of a file, with their ends. Raises InputError where it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            yield from file
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text: {error.reason}") from error


def parsed(line, where):
    """The value of a line of a file of records. Raises InputError, naming `where`, for what is no
    JSON, for a key that stands twice and for numbers and characters that no record holds."""
    if not line.strip():
        raise InputError(f"{where}: an empty line; delete it")
    try:
        return strictly(line)
    except json.JSONDecodeError as error:
        if not line.endswith("\n"):
            raise InputError(
                f"{where}: the last line is cut short; `sphlab run --resume` replaces it, "
                "a duel is to be held again, a verification made again"
            ) from error
        raise InputError(f"{where}: column {error.colno}: {error.msg}") from error
    except ValueError as error:
        raise InputError(f"{where}: {error}") from error

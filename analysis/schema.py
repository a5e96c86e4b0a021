"""The schemas of records and their files, and what is wrong with a value that is not of them."""

import json
import math
from functools import cache
from pathlib import Path

import jsonschema_rs
from jsonschema import Draft7Validator, validators

from analysis.errors import InputError, no_character, quoted

HERE = Path(__file__).resolve().parent
INSTALLED = HERE / "schemas"  # where a wheel has them
FOLDER = INSTALLED if INSTALLED.is_dir() else HERE.parent / "harness" / "records"
OF_RECORD, OF_LINE = FOLDER / "record.schema.json", FOLDER / "record-file.schema.json"
OF_VERIFICATION = FOLDER / "verification.schema.json"
# How a schema refers to that of a record, which lies beside it.
OF_ANOTHER = '"record.schema.json#/'

# The scope of many calls of a stage that are timed together; one of the schema's.
ASYNCHRONOUS = "asynchronous-calls"


@cache
def schema(file=OF_RECORD):
    """The schema in a file of this project, a Path, as a dict: by default that of one record."""
    try:
        return _bundled(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{file}: cannot be read: {error.strerror}; run analysis from a whole checkout, or "
            "install it"
        ) from error


def _bundled(text):
    """A schema with that of a record inside where it refers to it: validators look no files up."""
    if OF_ANOTHER not in text:
        return json.loads(text)
    found = json.loads(text.replace(OF_ANOTHER, '"#/definitions/record/'))
    record = OF_RECORD.read_text(encoding="utf-8")
    inside = record.replace('"#/definitions/', '"#/definitions/record/definitions/')
    found["definitions"]["record"] = json.loads(inside)
    return found


def refusal(value, file=OF_RECORD):
    """Why a parsed value is not of the schema in a file, with the key before it; None where it is.

    One validator accepts, in a hundredth of the time that the other takes, and the other says what
    is wrong, by the names of Python and without hiding a NaN behind a null.
    """
    try:
        if _accepts(file).is_valid(value):
            return None
    except UnicodeEncodeError as error:
        return no_character(error)
    return _reason_of(next(_explains(file).iter_errors(value)))


@cache
def _accepts(file):
    return jsonschema_rs.Draft7Validator(schema(file))


@cache
def _explains(file):
    """A validator that takes, as the other does, no NaN and no infinity for a number."""
    numbers = Draft7Validator.TYPE_CHECKER.redefine("number", _is_finite_number)
    return validators.extend(Draft7Validator, type_checker=numbers)(schema(file))


def _is_finite_number(_, value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return isinstance(value, int) or math.isfinite(value)


def _reason_of(error):
    parts = error.absolute_path
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    reason = quoted(error.message)
    return f"{path.lstrip('.')}: {reason}" if path else reason

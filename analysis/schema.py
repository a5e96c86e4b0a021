"""The record schema, and a validator of it that does not mind millions of samples."""

import json
import math
from functools import cache
from pathlib import Path

from jsonschema import Draft7Validator, validators

from analysis.errors import InputError

SCHEMA_FILE = Path(__file__).resolve().parents[1] / "harness" / "records" / "record.schema.json"

# The scope of many calls of a stage that are timed together; one of the schema's.
ASYNCHRONOUS = "asynchronous-calls"

# A schema of array items with no other keyword than these accepts all numbers between two that it
# accepts, as long as all are of one Python type.
BOUNDS = {"type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}


@cache
def schema():
    """The schema of one record, as a dict."""
    try:
        return json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{SCHEMA_FILE}: cannot be read: {error.strerror}; run analysis from a whole checkout"
        ) from error


def schema_version():
    return schema()["properties"]["schema_version"]["const"]


def stages():
    """Names of the stages in the order of execution, without the whole step."""
    return [stage for stage in schema()["properties"]["stage"]["enum"] if stage != "step"]


@cache
def validator():
    """A validator of one record."""
    return validator_of(schema())


def validator_of(document):
    """A draft-7 validator of a schema that knows no NaN and no infinity."""
    numbers = Draft7Validator.TYPE_CHECKER.redefine("number", _is_finite_number)
    extended = validators.extend(Draft7Validator, {"items": _items}, type_checker=numbers)
    return extended(document)


def _is_finite_number(_, value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return isinstance(value, int) or math.isfinite(value)


def _items(checker, items, values, parent):
    """Draft 7's `items`, with arrays of plain numbers judged by their extremes."""
    if (
        checker.is_type(values, "array")
        and items is not True
        and _extremes_pass(checker, items, values)
    ):
        return
    yield from Draft7Validator.VALIDATORS["items"](checker, items, values, parent)


def _extremes_pass(checker, items, values):
    """Whether the smallest and largest value of each type prove that all values pass.

    False proves nothing: the caller then looks at every value, to name the one that fails.
    """
    if not isinstance(items, dict) or not items.keys() <= BOUNDS:
        return False
    item = checker.evolve(schema=items)
    for kind in set(map(type, values)):
        if kind is type(None):
            extremes = [None]
        elif kind is int or (kind is float and items.get("type") != "integer"):
            same = [value for value in values if type(value) is kind]
            # A NaN hides from min() and max().
            if kind is float and any(map(math.isnan, same)):
                return False
            extremes = [min(same), max(same)]
        else:
            return False
        if not all(item.is_valid(value) for value in extremes):
            return False
    return True

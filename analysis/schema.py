"""The schemas of records and their files, and validators that do not mind millions of samples."""

import json
import math
from functools import cache
from pathlib import Path

from jsonschema import Draft7Validator, validators

from analysis.errors import InputError

FOLDER = Path(__file__).resolve().parents[1] / "harness" / "records"
OF_RECORD, OF_LINE = "record.schema.json", "record-file.schema.json"
LONGEST_REASON = 200

# The scope of many calls of a stage that are timed together; one of the schema's.
ASYNCHRONOUS = "asynchronous-calls"

# A schema of array items with no other keyword than these accepts all numbers between two that it
# accepts, as long as all are of one Python type.
BOUNDS = {"type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}


@cache
def schema(name=OF_RECORD):
    """The schema of one record, put together, or of one line of a file, as a dict."""
    try:
        return json.loads((FOLDER / name).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{FOLDER / name}: cannot be read: {error.strerror}; run analysis from a whole checkout"
        ) from error


@cache
def validator():
    """A validator of one record."""
    return validator_of(schema())


def remembering_validator(is_shared):
    """The same, which looks once at a value that many records share.

    is_shared: whether an object or array is one that will not change, nor cease to be, while the
    validator is in use.
    """
    accepted = set()

    def properties(checker, properties, instance, schema):
        if not checker.is_type(instance, "object"):
            return
        for key, subschema in properties.items():
            if key not in instance or (id(instance[key]), id(subschema)) in accepted:
                continue
            value, is_right = instance[key], True
            for error in checker.descend(value, subschema, path=key, schema_path=key):
                is_right = False
                yield error
            if is_right and is_shared(value):
                accepted.add((id(value), id(subschema)))

    return validator_of(schema(), {"properties": properties})


@cache
def line_validator():
    """A validator of one line of a file of version 2."""
    return validator_of(schema(OF_LINE))


def reason_of(error):
    """What a ValidationError says, with the key before it."""
    parts = error.absolute_path
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    reason = error.message
    reason = reason if len(reason) <= LONGEST_REASON else reason[:LONGEST_REASON] + " ..."
    return f"{path.lstrip('.')}: {reason}" if path else reason


def validator_of(document, keywords=None):
    """A draft-7 validator of a schema that knows no NaN and no infinity.

    keywords: functions that judge keywords of the schema in another way."""
    numbers = Draft7Validator.TYPE_CHECKER.redefine("number", _is_finite_number)
    extended = validators.extend(
        Draft7Validator, {"items": _items} | (keywords or {}), type_checker=numbers
    )
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

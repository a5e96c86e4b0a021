"""What the objects of small files look like: checked without the libraries that schemas need, which
`python -m analysis.kernels` does without.

A shape is a dict from the keys that an object has, beside others, to their shapes; {EACH: shape}
for one whose keys may be any; a list with the shape of all its entries; or a Kind of value.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from analysis.errors import quoted

EACH = object()


@dataclass(frozen=True)
class Kind:
    name: str  # what such a value is, for a message
    holds: Callable


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


TEXT = Kind("a text", lambda value: isinstance(value, str))
NUMBER = Kind("a number", _is_number)
POSITIVE = Kind("a number above zero", lambda value: _is_number(value) and value > 0)
COUNT = Kind(
    "a whole number from 0", lambda value: _is_number(value) and value >= 0 and value == int(value)
)
SOME = Kind("a whole number from 1", lambda value: COUNT.holds(value) and value > 0)


def misfit(value, shape, key=""):
    """Why a value is not of a shape, as `key: reason`; None where it is. key: where it stands."""
    if isinstance(shape, Kind):
        return None if shape.holds(value) else _is_not(shape.name, value, key)
    if isinstance(shape, list):
        if not isinstance(value, list):
            return _is_not("a list", value, key)
        entries = ((entry, shape[0], f"{key}[{number}]") for number, entry in enumerate(value))
    else:
        if not isinstance(value, dict):
            return _is_not("an object", value, key)
        entries = _entries(value, shape, f"{key}." if key else "")
    found = (misfit(*entry) for entry in entries)
    return next((one for one in found if one is not None), None)


def _entries(value, shape, prefix):
    shapes = dict.fromkeys(value, shape[EACH]) if EACH in shape else shape
    for name, of_name in shapes.items():
        yield value.get(name), of_name, f"{prefix}{name}"


def _is_not(name, value, key):
    what = "null or not there" if value is None else quoted(repr(value))
    return f"{key or 'the line'}: is {what}, not {name}"

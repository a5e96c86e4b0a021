"""JSON that says one thing: no key twice, no whole number that others read as another, and strings
of characters."""

import json
import re

from analysis.errors import no_character

LARGEST = 2**63 - 1  # of the whole numbers of the harness
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # as JSON escapes half of a character, or both


def strictly(text, **hooks):
    """The value of a JSON text. Raises json.JSONDecodeError for what is none, and ValueError for
    what is nested too deeply, a key that stands twice in an object, a whole number beyond 2^63 and
    half of a character. NaN and infinities pass: a schema that asks for a number refuses them.

    hooks: of json.loads(), in place of those that refuse."""
    refusing = {"object_pairs_hook": unique_keys, "parse_int": _whole_number}
    try:
        value = json.loads(text, **(refusing | hooks))
    except RecursionError as error:
        raise ValueError("is nested too deeply for a record") from error
    if SURROGATE.search(text):
        _require_characters(value)
    return value


def _require_characters(value):
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError(no_character(error)) from error


def _whole_number(text):
    # Twenty characters hold the largest with its sign; a longer one is not worth converting.
    value = int(text) if len(text) <= 20 else LARGEST + 1
    if not -LARGEST <= value <= LARGEST:
        shown = text if len(text) <= 30 else f"{text[:30]}..."
        raise ValueError(f"{shown}: a whole number of a record is below 2^63")
    return value


def unique_keys(pairs):
    """An object of pairs. Raises ValueError for a key that stands twice."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{twice}: stands twice in an object")
    return entries

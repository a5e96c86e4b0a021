"""Records of an audit: one line a duel, in a file that several conditions may share."""

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft7Validator

from analysis.errors import InputError, OutputError

SCHEMA_FILE = Path(__file__).with_name("gate-audit.schema.json")


def load_audit(path):
    """The duels of an audit, as a list of dicts. Raises InputError, naming file, line and key."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    duels = [_parsed(line, f"{path}:{number}") for number, line in enumerate(lines, start=1)]
    if not duels:
        raise InputError(f"{path}: holds no duel")
    return duels


def append(path, duels):
    """Adds duels to the file, and makes it and its folder where they lack."""
    text = "".join(json.dumps(duel, sort_keys=True) + "\n" for duel in duels)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error


def _parsed(line, where):
    try:
        duel = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: column {error.colno}: {error.msg}") from error
    error = next(_validator().iter_errors(duel), None)
    if error is not None:
        key = ".".join(map(str, error.absolute_path))
        raise InputError(f"{where}: {key or 'the line'}: {error.message[:200]}")
    return duel


@cache
def _validator():
    return Draft7Validator(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))

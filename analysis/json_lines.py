"""Files with an object of one schema in each line."""

import json

from analysis.errors import InputError, quoted


def as_lines(objects):
    """The text of such a file."""
    return "".join(json.dumps(one) + "\n" for one in objects)


def read_lines(file, empty):
    """The lines of a text file, each with where it stands. Raises InputError where the file cannot
    be read, and with `empty` where it has none."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    if not lines:
        raise InputError(f"{file}: {empty}")
    return [(f"{file}:{number}", line) for number, line in enumerate(lines, 1)]


def load_objects(file, schema, empty, again):
    """The objects of such a file. Raises InputError, naming file and line.

    empty: what to say of a file without a line; again: what to do about another schema."""
    return [_parse(line, where, schema, again) for where, line in read_lines(file, empty)]


def _parse(line, where, schema, again):
    try:
        found = json.loads(line)
    except ValueError as error:
        raise InputError(f"{where}: is not JSON: {error}; the line is cut short") from error
    its_schema = found.get("schema") if isinstance(found, dict) else None
    if its_schema != schema:
        raise InputError(f"{where}: has schema {quoted(repr(its_schema))}, not {schema!r}; {again}")
    return found

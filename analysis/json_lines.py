"""Files with an object of one schema in each line."""

import json

from analysis.errors import InputError, quoted
from analysis.shape import misfit
from analysis.strict_json import strictly


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


def parsed(line, where):
    """The value of a line. Raises InputError, naming `where`."""
    try:
        return strictly(line)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: is no JSON: {error}; the line is cut short") from error
    except ValueError as error:
        raise InputError(f"{where}: {error}") from error


def checked(value, where, shape, again):
    """The same value. Raises InputError, naming `where` and the key, for one of another shape."""
    reason = misfit(value, shape)
    if reason is not None:
        raise InputError(f"{where}: {reason}; {again}")
    return value


def load_objects(file, schema, shape, empty, again):
    """The objects of such a file. Raises InputError, naming file, line and key.

    schema: the name that each object has of it; shape: as analysis/shape.py has it; empty: what to
    say of a file without a line; again: what to do about another schema."""
    return [
        one_of(parsed(line, where), where, schema, shape, again)
        for where, line in read_lines(file, empty)
    ]


def one_of(found, where, schema, shape, again):
    """The same value, an object that says that it is of a schema, and is. Raises InputError."""
    its_schema = found.get("schema") if isinstance(found, dict) else None
    if its_schema != schema:
        raise InputError(f"{where}: has schema {quoted(repr(its_schema))}, not {schema!r}; {again}")
    return checked(found, where, shape, again)

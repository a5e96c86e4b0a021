"""Files that hold one JSON document of a schema."""

import json

from analysis.errors import InputError
from analysis.schema import refusal
from analysis.strict_json import strictly


def load_document(path, schema_file, remedy):
    """The document in a file, a Path, of the schema in another.

    remedy: what makes such a file, for the message where there is none. Raises InputError, naming
    file and key.
    """
    try:
        document = strictly(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; {remedy}") from error
    except json.JSONDecodeError as error:
        raise InputError(f"{path}: is no JSON: {error}; {remedy}") from error
    except ValueError as error:
        raise InputError(f"{path}: {error}; {remedy}") from error
    wrong = refusal(document, schema_file)
    if wrong is not None:
        raise InputError(f"{path}: {wrong}; {remedy}")
    return document

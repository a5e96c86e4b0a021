"""The record of a walk, as walker.py writes it."""

from pathlib import Path

from analysis.documents import load_document

SCHEMA = Path(__file__).with_name("walk.schema.json")


def load_walk(path):
    """The document in a file, a Path. Raises InputError."""
    return load_document(path, SCHEMA, "ci/first-hour writes such a file")

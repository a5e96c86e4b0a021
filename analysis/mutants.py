"""Wrong kernels and who catches them, as tests/mutants/mutants.py writes it."""

from pathlib import Path

from analysis.documents import load_document

SCHEMA = Path(__file__).with_name("mutants.schema.json")


def load_mutants(path):
    """The mutants in a file, a Path, as a list of dicts. Raises InputError."""
    remedy = "tests/mutants/mutants.py BUILD --update writes such a file"
    return load_document(path, SCHEMA, remedy)["mutants"]

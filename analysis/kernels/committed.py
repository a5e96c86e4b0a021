"""What the commands share that check something against committed expectations.

An expectation is a text file of rows; lines that begin with # and empty ones are for readers.
"""

from pathlib import Path

from analysis.errors import AnalysisError, InputError, OutputError
from analysis.output import write


class NoExpectation(AnalysisError):
    """Nothing to check against."""

    exit_code = 21


def add_options(sub, expectations):
    """Adds the folder, and what to do with the expectations in it, to a subparser."""
    sub.add_argument("--expectations", metavar="DIR", type=Path, default=expectations)
    action = sub.add_mutually_exclusive_group()
    action.add_argument("--markdown", action="store_true", help="the table for a document")
    action.add_argument("--check", action="store_true", help="compare with the expectation")
    action.add_argument("--update", action="store_true", help="make this the expectation")


def read_rows(file, parse):
    """A dictionary of the pairs that parse(file, number, line) makes of the rows of a file, or None
    where there is no such file."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    return dict(
        parse(file, number, line)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    )


def write_lines(file, lines):
    """Writes lines, each with its end, to a file in a folder that need not exist yet."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{file.parent}: cannot be made: {error.strerror}") from error
    write(file, "".join(lines).encode())

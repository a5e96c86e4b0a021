"""Writing what a command makes."""

import os
import sys

from analysis.errors import OutputError


def write(file, data):
    """Writes bytes to a file. Raises OutputError, naming it."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from error


def show(text):
    """Writes text to standard output. Raises OutputError where nobody takes it."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # The interpreter would try again when it exits, and replace the exit code by its own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputError(f"standard output cannot be written: {error.strerror}") from error

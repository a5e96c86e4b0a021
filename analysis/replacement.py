"""Files that are replaced whole, or not at all."""

import os
from contextlib import contextmanager, suppress

from analysis.errors import OutputError


def require_same(load, file, text, expected):
    """Raises OutputError where the text does not read back as what was measured."""
    trial = _beside(file)
    try:
        _write(trial, text)
        if load(trial) != expected:
            raise OutputError(f"{file}: would not read back as it is; it was left alone")
    finally:
        _remove(trial)


def replace_all(texts):
    """Replaces every file, after all of them are on the disk."""
    try:
        for file, text in texts.items():
            _write(_beside(file), text)
        for file in texts:
            os.replace(_beside(file), file)
    except OSError as error:
        raise OutputError(f"{error.filename}: cannot be replaced: {error.strerror}") from error
    finally:
        for file in texts:
            _remove(_beside(file))


@contextmanager
def replaced(file):
    """Opens a stream of bytes that takes the place of a file, whole or not at all. Raises
    OutputError."""
    beside = _beside(file)
    try:
        with beside.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, file)
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from error
    finally:
        _remove(beside)


def _write(file, text):
    try:
        with file.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from error


def _remove(file):
    with suppress(OSError):  # of a folder that is none
        file.unlink()


def _beside(file):
    return file.with_name(f".{file.name}.written")

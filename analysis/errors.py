"""Errors that reach the user. The exit codes are those of sphlab, see harness/error.hpp."""

from contextlib import contextmanager

LONGEST_QUOTATION = 200


class AnalysisError(Exception):
    """An error whose message names what is wrong, where, and the remedy."""

    exit_code = 1


def no_character(error):
    """What a UnicodeEncodeError says of a string that JSON gave: it holds half of a character."""
    return f"a string holds {error.object[error.start]!a}, which is no character"


def quoted(text):
    """What a file holds, as a message has it: its beginning where it is long."""
    return text if len(text) <= LONGEST_QUOTATION else text[:LONGEST_QUOTATION] + " ..."


class UsageError(AnalysisError):
    """Arguments that do not go together."""

    exit_code = 2


class InputError(AnalysisError):
    """A record file cannot be read, or holds something that is not a record."""

    exit_code = 3


class OutOfMemoryError(AnalysisError):
    """A scenario does not fit into the host's or the device's memory."""

    exit_code = 4


class NotAvailableError(AnalysisError):
    """Tells that something that was asked for is not there."""

    exit_code = 5


class VerificationError(AnalysisError):
    """A variant did not pass verification."""

    exit_code = 6
    table = None  # of the records, where sphlab.run() has measured them


class InvalidRecordsError(VerificationError):
    """A file holds records whose validity.status is not ok."""


class DeviceError(AnalysisError):
    """A kernel failed, or the device is gone."""

    exit_code = 7


@contextmanager
def naming(*files):
    """Puts the names of files before what an InputError says of them together."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{', '.join(map(str, files))}: {error}") from error


class OutputError(AnalysisError):
    """A file cannot be written."""

    exit_code = 8


class EnvironmentMismatch(AnalysisError):
    """Two runs that were not recorded in the same environment, and must not be compared."""

    exit_code = 12

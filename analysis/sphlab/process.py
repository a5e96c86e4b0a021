"""The program sphlab as a process of its own: a kernel that crashes ends that and no notebook."""

import codecs
import os
import signal
import subprocess
import tempfile
import termios
import tty
from contextlib import suppress

from analysis.errors import (
    AnalysisError,
    DeviceError,
    InputError,
    NotAvailableError,
    OutOfMemoryError,
    OutputError,
    UsageError,
    VerificationError,
)
from analysis.program import find_program

from .progress import ProgressLine, Screen

OF_ERROR = "sphlab: error: "
# Columns of the terminal that the program sees, so many that it cuts and breaks no line.
COLUMNS = 10_000


class Interrupted(AnalysisError):
    """Somebody else than this process has asked the program to end."""

    exit_code = 130


ERRORS = {
    error.exit_code: error
    for error in (
        UsageError,
        InputError,
        OutOfMemoryError,
        NotAvailableError,
        VerificationError,
        DeviceError,
        OutputError,
        Interrupted,
    )
}


def words_of(options):
    """Options of a command line, of keyword arguments.

    for_="energy" is --for energy, list_life=["a", "b"] --list-life twice, set={"key": 2} --set
    key=2, exhaustive=True --exhaustive; None and False are left out.
    """
    words = []
    for name, value in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        if isinstance(value, dict):
            value = [f"{key}={one}" for key, one in value.items()]
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None and one is not False:
                words += [option] if one is True else [option, str(one)]
    return words


def run_program(*words):
    """Runs sphlab, shows how far it is, and returns what it prints.

    Raises the error of its exit code, with what it says of it on standard error. A
    KeyboardInterrupt ends the program as Ctrl-C does; what it has printed by then is shown, and the
    KeyboardInterrupt goes on with its words.
    """
    program = find_program()
    line, said = ProgressLine(), []

    def take(text):
        if said or text.startswith(OF_ERROR):
            said.append(text.removeprefix(OF_ERROR))
        else:
            line.keep(text)

    with tempfile.TemporaryFile() as printed:
        try:
            code = _run([program, *words], printed, Screen(take, line.show))
        except KeyboardInterrupt as interrupt:
            line.show("")
            print(_text_of(printed), end="")
            raise KeyboardInterrupt("\n".join(said)) from interrupt
        finally:
            line.show("")
        text = _text_of(printed)
    if code:
        raise _error_of(code, "\n".join(said), words[0])
    return text


def _run(command, printed, screen):
    """Runs a command whose standard error is a terminal, and returns its exit code."""
    ours, its = os.openpty()
    with open(ours, "rb", buffering=0) as notices:
        try:
            tty.setraw(its)  # a line's end stays one character
            termios.tcsetwinsize(its, (24, COLUMNS))
            process = _start(command, printed, its)
        finally:
            os.close(its)
        try:
            _listen(notices, screen)
            return process.wait()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            _listen(notices, screen)
            process.wait()
            raise
        finally:
            process.kill()
            process.wait()


def _start(command, printed, terminal):
    words = list(map(str, command))
    plain = os.environ | {"NO_COLOR": "1"}
    try:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=printed, stderr=terminal, env=plain
        )
    except OSError as error:
        raise NotAvailableError(
            f"{words[0]}: cannot be run: {error.strerror}; name another in SPHLAB in the "
            "environment"
        ) from error


def _listen(notices, screen):
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    for piece in _pieces(notices):
        screen.take(decoder.decode(piece))


def _pieces(notices):
    """Yields what is written to a terminal, until nobody has it open any more."""
    with suppress(OSError):  # by which the last one's end is told
        while piece := notices.read(4096):
            yield piece


def _text_of(printed):
    printed.seek(0)
    return printed.read().decode(errors="replace")


def _error_of(code, said, command):
    if code < 0:
        said = f"sphlab {command} was ended by {signal.Signals(-code).name}"
        return DeviceError(said)
    error = ERRORS.get(code, AnalysisError)(said or f"sphlab {command} ended with exit code {code}")
    error.exit_code = code
    return error

"""Writing what a command makes."""

import codecs
import io
import os
import re
import sys
import unicodedata

from analysis.errors import OutputError

# Of a terminal; line ends and tabs are what tables are made of.
OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)

# What no decomposition brings to ASCII.
LIKE = str.maketrans({"µ": "u", "μ": "u", "×": "x", "–": "-", "−": "-", "→": ">", "≈": "~"})


def _legible(error):
    """What an encoding lacks, by the characters of ASCII that are like it."""
    lacking = error.object[error.start : error.end]
    decomposed = unicodedata.normalize("NFKD", lacking.translate(LIKE))
    kept = (one for one in decomposed if not unicodedata.combining(one))
    return "".join(kept).encode("ascii", "replace").decode(), error.end


codecs.register_error("legible", _legible)


def make_legible():
    """Lets standard output take every text, whatever its encoding: where that is not UTF-8, like
    characters take the place of those that it lacks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="legible")


def write(file, data):
    """Writes bytes to a file. Raises OutputError, naming it."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from error


def printable(text):
    """Text whose names and reasons, which may be anybody's, tell a terminal nothing but characters:
    controls, changes of direction and lone surrogates are shown as JSON escapes them."""
    return OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text):
    """The same, as wide as it is shown: what is put beside other text."""
    return printable(" ".join(text.splitlines()))


def complain(text):
    """Writes a line to standard error."""
    print(printable(f"analysis: {text}"), file=sys.stderr)


def show(text):
    """Writes text to standard output. Raises OutputError where nobody takes it."""
    if sys.stdout is None:
        raise OutputError("standard output cannot be written: it is closed")
    try:
        sys.stdout.write(printable(text))
        sys.stdout.flush()
    except OSError as error:
        # The interpreter would try again when it exits, and replace the exit code by its own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputError(f"standard output cannot be written: {error.strerror}") from error


def write_shown(file, data):
    """Writes bytes to a file, and its name to standard output."""
    write(file, data)
    show(f"{file}\n")

"""From the text of another tool's file to its document, or to what has happened to it."""

import json
import re

from analysis.errors import InputError, quoted
from analysis.foreign import google_benchmark
from analysis.strict_json import strictly

# How a document begins: with a key, or with nothing else in its line.
OPENING = re.compile(r'\s*\{\s*(?:"|$)')
# A number by a locale's rules, up to where it is none for JSON.
LOCALIZED = re.compile(r":\s*-?\d+[,'\u00a0\u202f\u2019]\d")
NO_NUMBER = re.compile(r"[-+]?(?:nan|inf)", re.IGNORECASE)
BEFORE, BEHIND = 40, 60  # characters around a fault
A_FILE_OF_ITS_OWN = (
    "let the benchmark write a file of its own "
    "(--benchmark_out=FILE --benchmark_out_format=json; of nvbench --json FILE)"
)


def parse(text, path):
    """The document of a text, in which a number that is none (NaN, Infinity) is None. Raises
    InputError, naming file and line, for what is no JSON or says two things."""
    try:
        return strictly(
            text,
            object_pairs_hook=google_benchmark.object_of,
            parse_constant=lambda name: None,
        )
    except json.JSONDecodeError as error:
        raise InputError(_explained(text, path, error)) from error
    except ValueError as error:
        raise InputError(f"{path}: {error}") from error


def _explained(text, path, error):
    noise = _line_at(text, len(text) - len(text.lstrip()))
    if not OPENING.match(noise):
        line = text.count("\n", 0, text.index(noise)) + 1
        return (
            f"{path}:{line}: column 1: {quoted(repr(noise.strip()))} stands before the JSON, or "
            f"there is none: where it is the benchmark's own output, {A_FILE_OF_ITS_OWN}"
        )
    return f"{path}:{error.lineno}: column {error.colno}: {_reason(text, error)}"


def _reason(text, error):
    rest = text[error.pos :].strip()
    around = text[max(0, error.pos - BEFORE) : error.pos + BEHIND]
    line = _line_at(text, error.pos).strip()
    shown = _shown(line if len(line) <= BEFORE + BEHIND else around)
    if error.msg.startswith("Extra data"):
        return _behind(rest)
    if _is_cut(text, rest, error):
        return (
            "the file ends before the JSON does: is the file complete? Its run was ended or the "
            "disk was full; run it again"
        )
    if LOCALIZED.search(around):
        return (
            f"{shown}: a number as a locale writes it (std::locale::global or setlocale "
            "in the benchmark): run it in the classic locale"
        )
    if NO_NUMBER.match(rest):
        return f"{shown}: is no number that JSON has; run it again, or leave it out"
    return f"{error.msg}, in {shown}: where it is the benchmark's own output, {A_FILE_OF_ITS_OWN}"


def _behind(rest):
    if OPENING.match(rest.partition("\n")[0]):
        return "a second document begins: keep a file a run, and give the folder of all"
    return (
        f"{_shown(rest)} stands behind the JSON: where it is the benchmark's own output, "
        f"{A_FILE_OF_ITS_OWN}"
    )


def _is_cut(text, rest, error):
    if not rest or error.msg.startswith("Unterminated string"):
        return True
    return "\n" not in rest and not text.rstrip().endswith("}")


def _line_at(text, position):
    begin = text.rfind("\n", 0, position) + 1
    return text[begin:].partition("\n")[0]


def _shown(text):
    return quoted(repr(text.strip().partition("\n")[0][: BEFORE + BEHIND]))

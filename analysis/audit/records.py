"""Records of an audit: one line a duel, in a file that several conditions may share.

What the duels of a session have in common stands once, as a part. Files of version 1 repeat it in
every line.
"""

from pathlib import Path

from analysis.errors import InputError, OutputError
from analysis.json_lines import parsed
from analysis.recorded.entries import columns, rows
from analysis.recorded.parts import PartsRead, PartsWritten, as_line
from analysis.schema import refusal

SCHEMA_FILE = Path(__file__).with_name("gate-audit.schema.json")
SCHEMA_VERSION = 2
PART = "circumstances"
COMMON = (
    "code",
    "device",
    "host",
    "runtime",
    "toolchain",
    "suite",
    "scenario",
    "variant",
    "policy",
    "condition",
)
OLDER = "bring it to version 2 with `python -m analysis migrate`"


def load_audit(path):
    """The duels of an audit, as a list of dicts. Raises InputError, naming file, line and key."""
    duels = _load(path)[1]
    if not duels:
        raise InputError(f"{path}: holds no duel")
    return duels


def append(path, duels):
    """Adds duels to the file, and makes it and its folder where they lack. Raises InputError where
    it is a file of version 1."""
    written = PartsWritten()
    lines = []
    if path.exists():
        version, earlier = _load(path)
        if version != SCHEMA_VERSION:
            raise InputError(f"{path}: schema_version: {version}; {OLDER} before more is added")
        for duel in earlier:
            written.refer(PART, _common(duel))
        written.due()
    else:
        lines.append(as_line({"schema_version": SCHEMA_VERSION}))
    lines += _lines(duels, written)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("".join(lines))
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error


def as_lines(duels):
    """Yields the lines of a file of these duels."""
    yield as_line({"schema_version": SCHEMA_VERSION})
    yield from _lines(duels, PartsWritten())


def _lines(duels, written):
    for duel in duels:
        name = written.refer(PART, _common(duel))
        yield from written.due()
        its_own = {key: duel[key] for key in duel if key not in COMMON}
        if "rows" in duel:
            its_own["rows"] = columns(duel["rows"])
        yield as_line({PART: name} | its_own)


def _common(duel):
    return {key: duel[key] for key in COMMON}


def _load(path):
    """(version, duels), of which there may be none yet."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    if not lines:
        raise InputError(f"{path}: holds no duel")
    found = [(_parsed(line, f"{path}:{n}"), f"{path}:{n}") for n, line in enumerate(lines, 1)]
    version = found[0][0].get("schema_version")
    whole = _whole if version == SCHEMA_VERSION else _as_they_are
    of_one_version = list(whole(found))  # before a line of the other fails its schema
    duels = [_checked(duel, where) for duel, where in of_one_version]
    return version, duels


def _as_they_are(lines):
    """Duels of version 1, each a whole line."""
    for duel, where in lines:
        if duel.get("schema_version") == SCHEMA_VERSION or "part" in duel:
            raise InputError(
                f"{where}: schema_version: a line of version 2 behind those of version 1: two "
                f"versions in one file; separate them, and {OLDER}"
            )
        if duel.get("schema_version") == 1:
            duel = duel | {"schema_version": SCHEMA_VERSION}
        yield duel, where


def _whole(lines):
    parts = PartsRead()
    for line, where in lines:
        if line == {"schema_version": SCHEMA_VERSION}:
            continue
        if line.get("schema_version") == 1 and PART not in line:
            raise InputError(
                f"{where}: schema_version: 1, but the lines before it are of version 2: two "
                f"versions in one file; separate them, and {OLDER}"
            )
        if "part" in line:
            if "id" not in line or not line.keys() & {"content", "changes"}:
                raise InputError(f"{where}: a part lacks its id or its content")
            parts.keep(line, where)
            continue
        if PART not in line:
            raise InputError(f"{where}: {PART!r} is a required property")
        name = line.pop(PART)
        if isinstance(line.get("rows"), dict):  # earlier files have the rows themselves
            line["rows"] = _rows_of(line["rows"], where)
        yield parts.content(PART, PART, name, where) | line, where


def _rows_of(stored, where):
    try:
        return rows(stored)
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: rows: its columns are no rows: {error}") from error


def _parsed(line, where):
    found = parsed(line, where)
    if not isinstance(found, dict):
        raise InputError(f"{where}: the line: is not of type 'object'")
    return found


def _checked(duel, where):
    reason = refusal(duel, SCHEMA_FILE)
    if reason is not None:
        raise InputError(f"{where}: {reason}")
    stage = duel["injected"]["stage"]
    judged = stage in duel["tally"]["rows"] if "tally" in duel else row_of(duel, stage) is not None
    if duel["purpose"] != "calibration" and not judged:
        raise InputError(f"{where}: rows: none is of the stage {stage!r}, which was to be judged")
    if "tally" in duel:
        _require_whole(duel["tally"], where)
    return duel


def _require_whole(tally, where):
    stages = tally["rows"].keys()
    if not stages <= tally["ratios"].keys() or not stages <= tally["base_s"].keys():
        raise InputError(f"{where}: tally: ratios and base_s lack a stage of rows")
    if sum(tally["gate"].values()) != tally["duels"] or tally["alarmed"] > tally["duels"]:
        raise InputError(f"{where}: tally: {tally['duels']} duels, but gate or alarmed tell others")


def row_of(duel, stage):
    """The row of a stage, or None where it was too short to be judged."""
    return next((row for row in duel["rows"] if row["stage"] == stage), None)

"""The command migrate: earlier files become what is written today, in place."""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from analysis.audit import records as audits
from analysis.errors import InputError, quoted
from analysis.help_layout import add_command
from analysis.json_lines import parsed, read_lines
from analysis.load import load_records, text_lines
from analysis.output import show
from analysis.recorded.identity import record_id
from analysis.recorded.lines import as_lines
from analysis.recorded.parts import PartsRead, PartsWritten, as_line
from analysis.recorded.reading import VERSIONS
from analysis.replacement import replace_all, require_same
from analysis.verification.reading import KIND, OF_CASE, load_verification

TEXT = "rewrite recorded runs of earlier layouts, and what refers to them, as today's"
MORE = """\
Takes record files, audits (gate-audit.jsonl), verifications, profiles (*.profile.jsonl) and loops
(*.loop.jsonl). Nothing that was measured changes, which is checked by reading each new file before
it replaces the old one. What changes from version 1 is the id of a record, so name its profiles and
loops beside it: their `record` is renamed with it. Files of version 2 keep all ids, and are written
shorter where an earlier release wrote them. A file that is as it would be written today is left
alone.
"""


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    sub = add_command(commands, "migrate", _migrate, TEXT, description=MORE)
    sub.add_argument("files", metavar="FILE", type=Path, nargs="+", help="*.jsonl")


@dataclass
class Renamed:
    """Ids of version 1 with those of version 2 that records of the named files have instead."""

    by_old: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    new: set[str] = field(default_factory=set)

    def later(self, name, where):
        """The id that a reference is to have."""
        if name in self.new:
            return name
        found = self.by_old.get(name, set())
        if len(found) != 1:
            why = "no record of version 1 has it in" if not found else "several records have it in"
            raise InputError(
                f"{where}: record: {name}: {why} the files named; name the one file of version 1 "
                "beside it that it was made of"
            )
        return next(iter(found))


def _migrate(options):
    renamed = Renamed()
    kinds = {file: kind_of(file) for file in dict.fromkeys(options.files)}
    texts = {}
    for wanted, rewritten in _REWRITE.items():
        for file, kind in kinds.items():
            if kind == wanted:
                text = rewritten(file, renamed)
                if text != file.read_text(encoding="utf-8"):
                    texts[file] = text
    replace_all(texts)
    for file in kinds:
        show(f"{file}: {'rewritten' if file in texts else 'as it is written today already'}\n")
    return 0


def kind_of(file):
    """records, audit, verification or reference: what a file is to be rewritten as."""
    first, second = _first_lines(file)
    if first.get("kind") == KIND:
        return "verification"
    if "record" in first:
        return "reference"
    if first.get("schema_version") not in VERSIONS:
        raise InputError(f"{file}:1: is of no recorded run, audit, verification, profile or loop")
    return "audit" if "injected" in first or second.get("part") == audits.PART else "records"


def is_of_version_1(file):
    """Whether the first line says so. Raises InputError where it says nothing known here."""
    kind_of(file)
    return _first_lines(file)[0].get("schema_version") == 1


def _first_lines(file):
    """The first two, the second empty where there is none."""
    beginning = enumerate(islice(text_lines(file), 2), 1)
    found = [parsed(line, f"{file}:{number}") for number, line in beginning]
    for number, line in enumerate(found or [parsed("", f"{file}:1")], 1):
        if not isinstance(line, dict):
            raise InputError(f"{file}:{number}: is not of type 'object'")
    return (found + [{}])[:2]


def _records(file, renamed):
    records = load_records(file)
    later = [record | {"id": record_id(record)} for record in records]
    for old, new in zip(records, later, strict=True):
        renamed.by_old[old["id"]].add(new["id"])
        renamed.new.add(new["id"])
    text = "".join(as_lines(later))
    require_same(load_records, file, text, later)
    return text


def _audit(file, _):
    duels = audits.load_audit(file)
    text = "".join(audits.as_lines(duels))
    require_same(audits.load_audit, file, text, duels)
    return text


def _verification(file, _):
    """Its lines as they are, but for the parts that they refer to."""
    read, written = PartsRead(), PartsWritten()
    lines = []
    for where, text in read_lines(file, "holds no check"):
        line = parsed(text, where)
        if "part" in line:
            read.keep(line, where)
            continue
        if "case" in line:
            case = read.content("case", "case", line["case"], where)
            for kind in (*OF_CASE, "checks"):
                if case[kind] is not None:
                    content = read.content(kind, f"case.{kind}", case[kind], where)
                    case = case | {kind: written.refer(kind, content)}
            line["case"] = written.refer("case", case)
        lines += [*written.due(), as_line(line)]
    text = "".join(lines)
    require_same(load_verification, file, text, load_verification(file))
    return text


def _references(file, renamed):
    """A file whose lines name records. Each is written as it was, but for that name."""
    lines = []
    for where, line in read_lines(file, "holds no line"):
        found = parsed(line, where)
        name = found.get("record") if isinstance(found, dict) else None
        if not isinstance(name, str):
            raise InputError(f"{where}: record: {quoted(repr(name))} is no id of a record")
        later = renamed.later(name, where)
        lines.append(line.replace(json.dumps(name), json.dumps(later), 1) + "\n")
    return "".join(lines)


# In the order in which they are rewritten: references when all records have been.
_REWRITE = {
    "records": _records,
    "audit": _audit,
    "verification": _verification,
    "reference": _references,
}

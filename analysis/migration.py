"""The command migrate: files of version 1 become files of version 2, in place."""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from analysis.audit import records as audits
from analysis.errors import InputError, quoted
from analysis.json_lines import parsed, read_lines
from analysis.load import load_records, text_lines
from analysis.output import show
from analysis.recorded.identity import record_id
from analysis.recorded.lines import as_lines
from analysis.replacement import replace_all, require_same

TEXT = "rewrite recorded runs of version 1, and what refers to them, as version 2"
MORE = """\
Takes record files, audits (gate-audit.jsonl), profiles (*.profile.jsonl) and loops (*.loop.jsonl).
Nothing that was measured changes, which is checked by reading each new file before it replaces the
old one. What changes is the id of a record, so name its profiles and loops beside it: their
`record` is renamed with it. A file that is of version 2 already is left alone.
"""


def add_to(commands, layout):
    """Adds the command to the subparsers of the command line."""
    sub = commands.add_parser("migrate", help=TEXT, description=MORE, formatter_class=layout)
    sub.add_argument("files", metavar="FILE", type=Path, nargs="+", help="*.jsonl")
    sub.set_defaults(run=_migrate)


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
    for wanted in ("records", "audit", "reference"):
        for file, kind in kinds.items():
            if kind == wanted:
                texts[file] = _REWRITE[kind](file, renamed)
    replace_all(texts)
    for file, kind in kinds.items():
        show(f"{file}: {'version 2' if kind in _REWRITE else 'of version 2 already'}\n")
    return 0


def kind_of(file):
    """records, audit or reference: what a file is to be rewritten as; current: not at all."""
    first = _first_line(file)
    if first.get("schema_version") == 2:
        return "current"
    if "record" in first:
        return "reference"
    if first.get("schema_version") == 1 and "injected" in first:
        return "audit"
    if first.get("schema_version") == 1:
        return "records"
    raise InputError(f"{file}:1: is of no recorded run, audit, profile or loop")


def _first_line(file):
    first = parsed(next(text_lines(file), ""), f"{file}:1")
    if not isinstance(first, dict):
        raise InputError(f"{file}:1: is not of type 'object'")
    return first


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


_REWRITE = {"records": _records, "audit": _audit, "reference": _references}

"""The parts of a file: what many of its lines have in common, named by a hash of its content."""

import json

from analysis.errors import InputError
from analysis.recorded.changes import changed, changes
from analysis.recorded.content_hash import content_hash

SHORT = 8  # digits of an id, where no other part of its kind has the same
EDITED = "the line was edited: restore it from version control, or record again"


class PartsRead:
    """The parts of a file that is being read, so far."""

    def __init__(self):
        self._contents = {}
        self._last = {}  # contents, by kind

    def keep(self, line, where):
        """Takes the line of a part, and gives it with its content whole. Raises InputError where
        its id is not its content's."""
        kind, name, content = line["part"], line["id"], self._content(line, where)
        own = content_hash(content)
        if not (own.startswith(name) and len(name) in (SHORT, len(own))):
            raise InputError(
                f"{where}: id: {name}, but the content of this {kind} part has {own}; {EDITED}"
            )
        self._contents[kind, name] = self._last[kind] = content
        return {"part": kind, "id": name, "content": content}

    def _content(self, line, where):
        if "content" in line:
            return line["content"]
        before = self._last.get(line["part"])
        if not isinstance(before, dict):
            raise InputError(
                f"{where}: changes: no line before it holds a {line['part']} part that they are "
                f"of; {EDITED}"
            )
        return changed(before, line["changes"])

    def content(self, kind, key, name, where):
        """The content of the part that `key` of a line refers to. Raises InputError where no line
        before it holds that."""
        if not isinstance(name, str) or (kind, name) not in self._contents:
            raise InputError(
                f"{where}: {key}: no line before it holds the {kind} part {name}; restore that "
                "line from version control, or record again"
            )
        return self._contents[kind, name]


class PartsWritten:
    """The parts of a file that is being written, so far."""

    def __init__(self):
        self._known = {}  # hashes of contents, by kind and id
        self._last = {}  # contents, by kind
        self._lines = []

    def refer(self, kind, content):
        """The id of a part: the first digits of its content's hash, all of them where another part
        has the same first. Its line is due where the file lacks it."""
        own = content_hash(content)
        name = own if self._known.get((kind, own[:SHORT]), own) != own else own[:SHORT]
        if (kind, name) not in self._known:
            self._known[kind, name] = own
            said = {"part": kind, "id": name} | self._said(kind, content)
            self._lines.append(as_line(said))
            self._last[kind] = content
        return name

    def _said(self, kind, content):
        """The content, or what of it differs from that of the part of its kind before it."""
        before = self._last.get(kind)
        found = None
        if isinstance(before, dict) and isinstance(content, dict):
            found = changes(before, content)
        return {"content": content} if found is None else {"changes": found}

    def due(self):
        """The lines of the parts that are to be written before the next row."""
        lines, self._lines = self._lines, []
        return lines


def as_line(value):
    """A line of a file with parts."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False) + "\n"

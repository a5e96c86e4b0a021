"""The parts of a file: what many of its lines have in common, named by a hash of its content."""

import json

from analysis.errors import InputError
from analysis.recorded.content_hash import content_hash

EDITED = "the line was edited: restore it from version control, or record again"


class PartsRead:
    """The parts of a file that is being read, so far."""

    def __init__(self):
        self._contents = {}

    def keep(self, line, where):
        """Takes the line of a part. Raises InputError where its id is not its content's."""
        kind, name, content = line["part"], line["id"], line["content"]
        own = content_hash(content)
        if own != name:
            raise InputError(
                f"{where}: id: {name}, but the content of this {kind} part has {own}; {EDITED}"
            )
        self._contents[kind, name] = content

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
        self._known = set()
        self._lines = []

    def refer(self, kind, content):
        """The id of a part. Its line is due where the file lacks it."""
        name = content_hash(content)
        if (kind, name) not in self._known:
            self._known.add((kind, name))
            self._lines.append(as_line({"part": kind, "id": name, "content": content}))
        return name

    def due(self):
        """The lines of the parts that are to be written before the next row."""
        lines, self._lines = self._lines, []
        return lines


def as_line(value):
    """A line of a file with parts."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False) + "\n"

"""The lines of a record file of version 2, from records."""

from analysis.recorded.layout import SCHEMA_VERSION, shortened, split
from analysis.recorded.parts import PartsWritten, as_line


def as_lines(records):
    """Yields the lines of a file of these records: its version, then each part before the first row
    that refers to it."""
    yield as_line({"schema_version": SCHEMA_VERSION})
    parts, before = PartsWritten(), None
    for record in records:
        row = split(record, parts.refer)
        yield from parts.due()
        yield as_line(shortened(row, before))
        before = row

"""What can be wrong with a published number, besides the number."""

from analysis.errors import InputError


class PublishedError(InputError):
    """A mark, an expression or a selection that gives no value."""


class NoRecord(PublishedError):
    """A selection that holds no record: it may be filled by recording, where others may not."""

"""The devices that the numbers of a page are of, for its head."""

from analysis.published.devices import recorded
from analysis.published.errors import PublishedError

KEYS = ()
HEADER = "| numbers of | records | boards | recorded |\n|---|---|--:|---|"


def draw(says, scope):
    """A row a device."""
    if says:
        raise PublishedError("a table of devices takes nothing")
    rows = [_row(*found) for found in recorded(scope.text, scope.library)]
    if not rows:
        raise PublishedError("no record of a device is on this page")
    return "\n".join([HEADER, *rows]) + "\n"


def _row(name, files, records):
    boards = {one["device"].get("board") for one in records} - {None}
    days = sorted({one["recorded_at"][:10] for one in records})
    when = " – ".join(dict.fromkeys([days[0], days[-1]])) if days else ""
    cells = [name, ", ".join(f"`{file}`" for file in files), str(len(boards) or ""), when]
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"

"""The devices that the numbers of a page are of, for its head."""

from analysis.published.devices import recorded
from analysis.published.errors import PublishedError

KEYS = ()
HEADER = "| numbers and figures of | records | boards | recorded |\n|---|---|--:|---|"


def draw(says, scope):
    """A row a device."""
    if says:
        raise PublishedError("a table of devices takes nothing")
    rows = [_row(records, suites) for _, records, suites in recorded(scope.text, scope.library)]
    if not rows:
        raise PublishedError("no record of a device is on this page")
    return "\n".join([HEADER, *rows]) + "\n"


def _row(records, suites):
    names = sorted({one["device"]["name"] for one in records})
    boards = {one["device"].get("board") for one in records} - {None}
    days = sorted({one["recorded_at"][:10] for one in records})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    told = ", ".join(f"`{suite}`" for suite in suites)
    return f"| {', '.join(names)} | {told} | {len(boards) or ''} | {when} |"

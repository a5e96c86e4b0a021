"""What additions cost, in files and lines, from the counts in tests/expectations."""

import json

from analysis.published.errors import PublishedError
from analysis.published.tables import markdown

KEYS = ("of",)
PARTS = ("file", "line", "oracle", "beyond", "tests")
HEADINGS = [
    "added",
    "new files",
    "registered in",
    "oracle's formula",
    "beyond",
    "tests",
    "measured",
]


def draw(says, scope):
    """The table of the counts in the file that `of` names."""
    try:
        file = scope.library.path(says["of"][0])
        additions = json.loads(file.read_text(encoding="utf-8"))["additions"]
        return markdown(HEADINGS, [row_of(addition) for addition in additions], len(HEADINGS))
    except (KeyError, TypeError, OSError, ValueError) as error:
        raise PublishedError(f"of: FILE is no counts of additions: {error!r}") from error


def files_of(addition):
    """The files that an addition touches."""
    return [file for part in PARTS for file in addition[part]]


def row_of(addition):
    """The cells of an addition."""
    return [
        f"{addition['what']}: {addition['example']}",
        *(_lines_and_files(addition[part]) for part in PARTS),
        _measured(addition),
    ]


def _lines_and_files(files):
    """ "76 in 2": lines in so many files; "-" for none."""
    if not files:
        return "-"
    return f"{sum(file['lines'] for file in files)} in {len({file['path'] for file in files})}"


def _measured(addition):
    """What the figures of a row are from."""
    if addition.get("trial"):
        return "trial"
    if addition.get("tree"):
        return "today's tree"
    commits = dict.fromkeys(file["commit"] for file in files_of(addition))
    return ", ".join(f"`{commit}`" for commit in commits)

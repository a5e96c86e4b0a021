"""What additions took, in files and lines, of the list that analysis/additions.py counts."""

from collections import defaultdict
from statistics import median

from analysis.additions import AREAS, read
from analysis.errors import InputError
from analysis.published.errors import PublishedError
from analysis.published.tables import markdown

KEYS = ("of", "show")
LINES = (*AREAS, "rest")
KINDS = ["kind", "commits", "files: fewest", "median", "most", "of them new", "lines: median"]


def draw(says, scope):
    """The table of the list that `of` names; `show` is what its rows are: kinds or commits, the
    trials behind these."""
    try:
        listed = read(scope.library.path(says["of"][0]))
        return _DRAWN[says["show"][0]](listed)
    except (InputError, KeyError) as error:
        raise PublishedError(
            f'write of = "a list of additions" and show = "kinds" or "commits": {error}'
        ) from error


def _kinds(listed):
    by_kind = defaultdict(list)
    for one in listed["commits"]:
        by_kind[one["kind"]].append(one["counted"])
    rows = [[kind, str(len(counts)), *_middle(counts)] for kind, counts in by_kind.items()]
    return markdown(KINDS, rows, 1)


def _middle(counts):
    files = [one["files"] for one in counts]
    lines = [sum(one[area] for area in LINES) for one in counts]
    new = [one["new"] for one in counts]
    numbers = (min(files), median(files), max(files), median(new), median(lines))
    return [f"{number:,.0f}" for number in numbers]


def _commits(listed):
    rows = [_row(one, f"`{one['commit']}`") for one in listed["commits"]]
    rows += [_row(one, "trial") for one in listed["trials"]]
    return markdown(["kind", "added", "commit", "files", "new", *LINES], rows, 3)


def _row(one, commit):
    numbers = (one["counted"][key] for key in ("files", "new", *LINES))
    cells = [f"{number:,}" if number else "-" for number in numbers]
    return [one["kind"], one["what"], commit, *cells]


_DRAWN = {"kinds": _kinds, "commits": _commits}

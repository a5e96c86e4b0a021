"""What additions took, in files and lines, of the list that analysis/additions.py counts."""

from collections import defaultdict
from statistics import median

from analysis.additions import LINES, read
from analysis.errors import InputError
from analysis.published.errors import PublishedError
from analysis.published.tables import markdown

KEYS = ("of",)
KINDS = ["kind", "commits", "files: fewest", "median", "most", "of them new", "lines: median"]


def draw(says, scope):
    """A row a kind of addition, of the commits of the list that `of` names."""
    try:
        listed = read(scope.library.path(says["of"][0]))
    except (InputError, KeyError) as error:
        raise PublishedError(f'write of = "a list of additions": {error}') from error
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

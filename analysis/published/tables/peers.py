"""Times of neighbour lists by library, from a record of the command peers."""

from analysis.errors import InputError
from analysis.peers.table import load, ms
from analysis.published.errors import PublishedError
from analysis.published.tables import markdown, only

KEYS = ("of",)


def draw(says, scope):
    """The median time of a list [ms]; a row a library, a column a number of particles."""
    file = only(says, "of", "a record of the command peers")
    try:
        cases = load(scope.library.path(file))["cases"]
    except InputError as error:
        raise PublishedError(str(error)) from error
    headings = ["library", *(f"{round(case['particles'], -3):,} [ms]" for case in cases)]
    return markdown(headings, [_row(one, cases) for one in _fastest_first(cases[-1])], 1)


def _fastest_first(case):
    return sorted(
        (one for one in case["results"] if "median_s" in one), key=lambda one: one["median_s"]
    )


def _row(library, cases):
    return [library["peer"], *(_time(library["peer"], case) for case in cases)]


def _time(name, case):
    (found,) = (one for one in case["results"] if one["peer"] == name)
    return ms(found["median_s"]) if "median_s" in found else ""

"""Times of block prefix sums by the number of values, from a report of prefix-sum-benchmark."""

from analysis.prefix_sums import ALGORITHMS, fastest, load
from analysis.published.errors import PublishedError
from analysis.published.tables import markdown, only

KEYS = ("of", "lengths")
NAMES = {"in-place": "`in-place` (paper C)"}


def draw(says, scope):
    """Nanoseconds of a sum by the best block; a row an algorithm, a column a number of values."""
    _, sums = load(scope.library.path(only(says, "of", "a report of prefix-sum-benchmark")))
    best = fastest(sums)
    lengths = only(says, "lengths", "NUMBERS of values").split()
    return markdown(
        ["values", *lengths],
        [
            [NAMES.get(name, f"`{name}`"), *(_time(best, name, length) for length in lengths)]
            for name in ALGORITHMS
        ],
        1,
    )


def _time(best, algorithm, length):
    if not length.isdigit() or (algorithm, int(length)) not in best:
        raise PublishedError(f"the report has no case {algorithm}/{length}")
    return f"{best[algorithm, int(length)].nanoseconds:.0f}"

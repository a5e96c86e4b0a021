"""What a build costs, as `python -m analysis build-cost --update` measured it last."""

from analysis.kernels import build_cost
from analysis.published.errors import PublishedError
from analysis.published.tables import only

KEYS = ("of",)


def draw(says, scope):
    """The table of the committed cost in the file that `of` names."""
    file = only(says, "of", "an expectation of build-cost")
    cost = build_cost.read(scope.library.path(file))
    if cost is None:
        raise PublishedError(f"{file}: there is no such file")
    return build_cost.as_markdown(cost)

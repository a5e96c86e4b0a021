"""What a build costs, as `python -m analysis build-cost --update` measured it last."""

from analysis.kernels import build_cost
from analysis.published.errors import PublishedError

KEYS = ("of",)


def draw(says, scope):
    """The table of the committed cost in the file that `of` names."""
    files = says.get("of", [])
    if len(files) != 1:
        raise PublishedError("write of: FILE, an expectation of build-cost")
    cost = build_cost.read(scope.library.path(files[0]))
    if cost is None:
        raise PublishedError(f"{files[0]}: there is no such file")
    return build_cost.as_markdown(cost)

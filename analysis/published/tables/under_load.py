"""Two compilers on a quiet machine and on a busy one, as `ci/under-load` compares them."""

from analysis.compare.under_load import held, table
from analysis.published.errors import PublishedError

KEYS = ("quiet", "loaded", "pair")


def draw(says, scope):
    """A row a stage. quiet, loaded: files; pair: the toolchains, the base first."""
    if not all(len(says.get(key, [])) == 1 for key in KEYS) or len(says["pair"][0].split()) != 2:
        raise PublishedError("write quiet: FILE, loaded: FILE and pair: BASE CANDIDATE")
    files = (scope.library.path(says[key][0]) for key in ("quiet", "loaded"))
    return table(held(*files, tuple(says["pair"][0].split())))

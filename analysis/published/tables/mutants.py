"""Wrong kernels, and which check catches each, of a file of tests/mutants/mutants.py."""

from analysis.published.errors import PublishedError
from analysis.published.tables import markdown

KEYS = ("of",)


def draw(says, scope):
    """A row a mutant of the file that `of` names, and how many are caught."""
    files = says.get("of", [])
    if len(files) != 1:
        raise PublishedError("write of: FILE, of tests/mutants/mutants.py")
    mutants = scope.library.mutants(files[0])
    rows = [[f"`{one['name']}`", one["kind"], one["fault"], *_checks(one)] for one in mutants]
    return markdown(
        ["mutant", "kind", "what it does", "`run`", "`best`"], [*rows, _sums(mutants)], 5
    )


def _checks(mutant):
    return [mutant[command] or "**not caught**" for command in ("run", "best")]


def _sums(mutants):
    caught = [sum(one[command] is not None for one in mutants) for command in ("run", "best")]
    return ["caught", "", "", *(f"{count} of {len(mutants)}" for count in caught)]

"""Wrong kernels, and which check catches each, of a file of tests/mutants/mutants.py."""

from analysis.published.tables import markdown, only

KEYS = ("of",)
NO_CHECK = "**not caught**"


def draw(says, scope):
    """A row a check of the file that `of` names: the mutants that `run` catches by it, with the
    check of `best` where that is another, and how many are caught."""
    mutants = scope.library.mutants(only(says, "of", "a file of tests/mutants/mutants.py"))
    caught_by = {}
    for one in mutants:
        caught_by.setdefault(one["run"] or NO_CHECK, []).append(_named(one))
    rows = [[check, ", ".join(names)] for check, names in caught_by.items()]
    return markdown(["caught in `run` by", "mutants"], [*rows, ["caught", _sums(mutants)]], 2)


def _named(mutant):
    name, best = f"`{mutant['name']}`", mutant["best"]
    return name if best == mutant["run"] else f"{name} (`best`: {best or NO_CHECK})"


def _sums(mutants):
    caught = {
        command: sum(one[command] is not None for one in mutants) for command in ("run", "best")
    }
    return ", ".join(f"`{name}`: {count} of {len(mutants)}" for name, count in caught.items())

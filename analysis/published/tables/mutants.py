"""How many wrong kernels each check is the first to catch, of tests/mutants/mutants.py."""

from collections import Counter

from analysis.published.tables import only

KEYS = ("of",)
NO_CHECK = "**not caught**"


def draw(says, scope):
    """A sentence of the file that `of` names: how many mutants `run` and `best` catch, and by which
    checks `run` does."""
    mutants = scope.library.mutants(only(says, "of", "a file of tests/mutants/mutants.py"))
    by_check = Counter(one["run"] or NO_CHECK for one in mutants)
    often = [f"{check} ({count})" for check, count in by_check.most_common() if count > 1]
    checks = ", ".join([*often, f"{len(by_check) - len(often)} others once"])
    return f"Caught are {_sums(mutants)}; `run` fails first by {checks}.\n"


def _sums(mutants):
    caught = {
        command: sum(one[command] is not None for one in mutants) for command in ("run", "best")
    }
    return ", ".join(f"by `{name}` {count} of {len(mutants)}" for name, count in caught.items())

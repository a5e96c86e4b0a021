"""Functions of expressions on what `sphlab best` has found, and on how good its search is.

As in analysis/published/functions.py, the first line of each docstring tells the arguments.
"""

from fnmatch import fnmatchcase

from analysis.best.summary import Outcome, share_of_time
from analysis.published.errors import NoRecord, PublishedError

OF_RANKED = {
    "rank": lambda ranked: ranked["rank"],
    "step": lambda ranked: ranked["step_s"]["median"],
    "low": lambda ranked: ranked["step_s"]["low"],
    "high": lambda ranked: ranked["step_s"]["high"],
    "behind": lambda ranked: (ranked["ratio_to_first"] or {}).get("median"),
    "mipps": lambda ranked: ranked["mipps"],
    "bytes": lambda ranked: ranked["bytes"],
    "share": lambda ranked: ranked["share_of_limits"],
}
OF_ANSWER = {
    "particles": lambda answer: answer["scenario"]["particles"],
    "ties": lambda answer: sum(one["ties_with_first"] for one in answer["ranking"]),
    "second": lambda answer: (
        (answer["second_traversal"] or {}).get("ratio_to_first", {}).get("median")
    ),
    "budget": lambda answer: answer["search"]["budget_s"],
    "seconds": lambda answer: answer["search"]["seconds"],
    "verifying": lambda answer: answer["search"].get("seconds_spent", {}).get("verifying"),
    "tried": lambda answer: len(answer["search"]["tried"]),
    "traversals": lambda answer: (
        answer["search"]["traversals"] - answer["search"]["traversals_not_reached"]
    ),
}
OF_COMPARED = {
    "share": share_of_time,
    "low": lambda scenario: scenario["ratio"]["low"],
    "high": lambda scenario: scenario["ratio"]["high"],
    "sweep": lambda scenario: scenario["sweep"]["seconds"],
    "search": lambda scenario: scenario["search"]["seconds"],
}


def best(scope, what, file, /, rank=None, variant=None):
    """(WHAT, FILE, rank=NUMBER or variant=PATTERN): of an answer of `sphlab best --json`. Of the
    ranked, by default the first: `rank`, `step` [s] with its `low` and `high`, `behind` (its step
    over the first's), `mipps`, `bytes`, `share` of the limits. Of the answer: `particles`, how many
    `ties` there are, what the `second` traversal takes over the first, `budget`, `seconds` and of
    these those of `verifying` [s], variants and `traversals` that were `tried`."""
    answer = scope.library.answer(file)
    if what in OF_RANKED:
        return _known(what, file, OF_RANKED[what](_ranked(answer, file, rank, variant)))
    if what not in OF_ANSWER:
        raise PublishedError(f"'{what}' is none of {', '.join([*OF_RANKED, *OF_ANSWER])}")
    if rank is not None or variant is not None:
        raise PublishedError(f"{what}: is of the answer, and of no one variant of it")
    return _known(what, file, OF_ANSWER[what](answer))


def against_sweep(scope, what, file, /, outcome="*"):
    """(WHAT, FILE, outcome=PATTERN): of a file of ci/best-against-sweep: the `count` of scenarios;
    else a list of those that did not fail: the `share` of the sweep's time that the search took,
    `low` and `high` of its step over the sweep's, the seconds of `sweep` and `search`."""
    scenarios = scope.library.against_sweep(file)["scenarios"]
    chosen = [one for one in scenarios if fnmatchcase(one["outcome"], outcome)]
    if what == "count":
        return len(chosen)
    if what not in OF_COMPARED:
        raise PublishedError(f"'{what}' is none of count, {', '.join(OF_COMPARED)}")
    compared = [one for one in chosen if one["outcome"] != Outcome.FAILED]
    if not compared:
        raise NoRecord(f"{file}: no scenario of outcome '{outcome}' was compared")
    return [OF_COMPARED[what](one) for one in compared]


def _ranked(answer, file, rank, variant):
    if rank is not None and variant is not None:
        raise PublishedError("best: take a rank or a variant, not both")
    ranking = answer["ranking"]
    if variant is None:
        chosen = [one for one in ranking if one["rank"] == (1 if rank is None else rank)]
    else:
        chosen = [one for one in ranking if fnmatchcase(one["name"], variant)]
    if not chosen:
        asked = f"rank {rank}" if variant is None else f"'{variant}'"
        names = ", ".join(f"{one['rank']} {one['name']}" for one in ranking)
        raise NoRecord(f"{file}: no variant of {asked} is ranked; there are {names}")
    return chosen[0]


def _known(what, file, value):
    if value is None:
        raise NoRecord(f"{file}: {what} is not known")
    return value


FUNCTIONS = {"best": best, "against_sweep": against_sweep}

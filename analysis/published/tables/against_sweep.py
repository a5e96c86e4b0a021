"""The search of `sphlab best` against sweeps, scenario by scenario, of ci/best-against-sweep."""

from analysis.best.summary import Outcome, share_of_time
from analysis.published.tables import markdown, only

KEYS = ("of",)
HEADINGS = [
    "scenario",
    "outcome",
    "particles",
    "variants swept",
    "in [s]",
    "variants searched",
    "in [s]",
    "share of the time",
    "the search's winner takes",
]
NOT_KNOWN = [""] * (len(HEADINGS) - 2)


def draw(says, scope):
    """A row for each scenario of the file that `of` names, those that failed among them."""
    file = only(says, "of", "an against-sweep.json of ci/best-against-sweep")
    scenarios = scope.library.against_sweep(file)["scenarios"]
    return markdown(HEADINGS, [_row(scenario) for scenario in scenarios], 2)


def _row(scenario):
    begin = [f"`{scenario['asked']}`", scenario["outcome"]]
    if scenario["outcome"] == Outcome.FAILED:
        return begin + NOT_KNOWN
    sweep, search = scenario["sweep"], scenario["search"]
    return [
        *begin,
        f"{scenario['scenario']['particles']:,}",
        f"{sweep['tried']:,}",
        f"{sweep['seconds']:.1f}",
        f"{search['tried']:,}",
        f"{search['seconds']:.1f}",
        f"{100 * share_of_time(scenario):.1f} %",
        _taken(scenario["ratio"]),
    ]


def _taken(ratio):
    if ratio["low"] == ratio["high"] == 1:
        return "the same variant"
    low, high = (100 * (ratio[end] - 1) for end in ("low", "high"))
    return f"{low:+.1f} to {high:+.1f} %"

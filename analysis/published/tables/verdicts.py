"""The verdicts of the gate on two recorded runs, as `ci/gate` writes them into a pull request."""

from analysis.compare.comparison import Policy
from analysis.compare.confirm import confirm
from analysis.compare.files import compare_runs
from analysis.compare.fingerprint import ALL
from analysis.compare.reports.markdown import table_of
from analysis.published.errors import PublishedError
from analysis.published.tables import only

KEYS = ("base", "candidate", "again", "scope")


def draw(says, scope):
    """A row a verdict. base, candidate: files; again: the same of a second pair of sessions."""
    pair = [only(says, key, "a file of records") for key in ("base", "candidate")]
    scopes = tuple(" ".join(says.get("scope", ["step stage"])).split())
    policy = Policy(scopes=scopes, across=(ALL,))
    compared = _compared(scope, pair, policy)
    again = " ".join(says.get("again", [])).split()
    if again:
        compared = confirm(compared, _compared(scope, again, policy))
    return table_of(compared.judgements) + "\n"


def _compared(scope, files, policy):
    if len(files) != 2:
        raise PublishedError("again: takes two files, as base and candidate are")
    return compare_runs([scope.library.path(file) for file in files], policy)

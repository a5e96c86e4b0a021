"""The counts of tests/expectations/additions.json are those of the commits that it names. The
tables of docs/additions.md are made of them by `python -m analysis published`.
"""

from pathlib import Path

import pytest
from analysis.additions import LIST, CommitMissing, counted, read

ROOT = Path(__file__).resolve().parents[1]
LISTED = read(ROOT / LIST)


@pytest.mark.parametrize("addition", LISTED["commits"], ids=lambda addition: addition["commit"])
def test_counts_are_those_of_the_commit(addition):
    try:
        found = counted(addition["commit"], ROOT)
    except CommitMissing as error:
        pytest.skip(str(error))
    assert addition["counted"] == found
    assert found["new"] > 0


def test_no_commit_is_listed_twice():
    commits = [addition["commit"] for addition in LISTED["commits"]]
    assert len(set(commits)) == len(commits)


def test_trials_are_of_no_commit():
    assert all("commit" not in trial for trial in LISTED["trials"])

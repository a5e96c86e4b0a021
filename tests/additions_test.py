"""The lines of tests/expectations/additions.json are those of the commits that it names, or of the
files as they are. The table of docs/additions.md is made of them by `python -m analysis published`.
"""

import json
import subprocess
from pathlib import Path

import pytest
from analysis.published.tables.additions import files_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/additions.md"
ADDITIONS = json.loads((ROOT / "tests/expectations/additions.json").read_text())["additions"]


def added_lines(commit, path):
    """Lines that a commit added to a file, against its first parent; None where this clone does not
    hold the commit."""
    counted = subprocess.run(
        ["git", "diff", "--numstat", f"{commit}^", commit, "--", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if counted.returncode != 0:
        return None
    return int(counted.stdout.split()[0]) if counted.stdout else 0


def test_the_page_names_every_file_beyond_the_target():
    """What the target does not allow for is told by name, not hidden in a sum."""
    text = PAGE.read_text()
    missing = {
        file["path"]
        for addition in ADDITIONS
        for file in addition["beyond"]
        if f"`{file['path']}`" not in text
    }
    assert not missing


@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda addition: addition["what"])
def test_lines_are_those_of_the_commits_and_of_the_tree(addition):
    for file in files_of(addition):
        assert ("commit" in file) != bool(addition.get("trial") or addition.get("tree")), file
        if addition.get("trial"):
            continue
        if addition.get("tree"):
            lines = len((ROOT / file["path"]).read_text().splitlines())
        else:
            lines = added_lines(file["commit"], file["path"])
        if lines is None:
            pytest.skip(f"this clone does not hold the commit {file['commit']}")
        if file.get("whole"):
            assert file["lines"] == lines, file
        else:
            assert 0 < file["lines"] <= lines, file


@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda addition: addition["what"])
def test_what_was_added_is_still_there(addition):
    for file in files_of(addition):
        assert addition.get("trial") or (ROOT / file["path"]).is_file(), file

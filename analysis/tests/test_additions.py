"""What git counts of a commit, and the list that keeps it."""

import json
import os
import subprocess

import pytest

from analysis.additions import CommitMissing, area_of, counted
from analysis.cli import main
from analysis.published.tables import table_of

NAMED = {f"GIT_{who}_{key}": "x" for who in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
COUNTS = {
    "files": 5,
    "new": 3,
    "kernels": 2,
    "harness": 0,
    "analysis": 0,
    "scenarios": 0,
    "tests": 3,
    "rest": 1,
}


class Repository:
    """A repository whose second commit adds something."""

    def __init__(self, root):
        self.root = root
        self.git("init", "--quiet", "--initial-branch=main")
        self.write("README.md", 1)
        self.write("kernels/old.cu", 20)
        self.commit()
        self.git("mv", "kernels/old.cu", "kernels/renamed.cu")
        self.write("README.md", 2)
        self.write("kernels/new.cu", 2)
        self.write("tests/kernels/new_test.cpp", 2)
        self.write("analysis/tests/test_new.py", 1)
        self.write("results/host/new.jsonl", 9)
        self.commit()

    def git(self, *words):
        done = subprocess.run(
            ["git", *words],
            cwd=self.root,
            env=os.environ | NAMED,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def write(self, name, lines):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in range(lines)))

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "more")

    def listed(self, **more):
        """The list of the second commit, written."""
        one = {"kind": "traversal", "what": "`new`", "commit": self.git("rev-parse", "HEAD")} | more
        file = self.root / "tests/expectations/additions.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"description": "", "commits": [one], "trials": []}))
        return file


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)


def test_files_and_lines_are_those_of_the_commit(repository):
    assert counted("HEAD", repository.root) == COUNTS


def test_a_commit_without_its_parent_is_missing(repository):
    with pytest.raises(CommitMissing, match=r"HEAD\^: this clone does not hold .* --unshallow"):
        counted("HEAD^", repository.root)


@pytest.mark.parametrize(
    ("path", "area"),
    [
        ("harness/cli/a.cpp", "harness"),
        ("analysis/tests/test_a.py", "tests"),
        ("docs/tests.md", "rest"),
        ("kernels.md", "rest"),
    ],
)
def test_a_file_is_of_one_area(path, area):
    assert area_of(path) == area


def test_the_list_is_held_against_git_and_updated(repository, capsys):
    file = repository.listed()
    root = ["--root", str(repository.root)]
    assert main(["additions", *root]) == 25
    assert "--update" in capsys.readouterr().err
    assert main(["additions", "--update", *root]) == 0
    assert json.loads(file.read_text())["commits"][0]["counted"] == COUNTS
    assert main(["additions", *root]) == 0


@pytest.mark.parametrize("text", ["", "[]", '{"commits": [{}]}', '{"commits": 1}'])
def test_what_is_no_list_is_refused(repository, text, capsys):
    repository.listed().write_text(text)
    assert main(["additions", "--root", str(repository.root)]) == 3
    assert "is no list of additions" in capsys.readouterr().err


class Scope:
    """The scope of a page: a library of one file."""

    def __init__(self, file):
        self.library = self
        self.path = lambda name: file


def test_a_table_shows_what_a_kind_took(repository):
    scope = Scope(repository.listed(commit="abc", counted=COUNTS))
    table = table_of({"kind": ["additions"], "of": ["a.json"]}, scope)
    assert "| traversal | 1 | 5 | 5 | 5 | 3 | 6 |" in table


def test_the_command_shows_each_commit(repository, capsys):
    commit = repository.git("rev-parse", "HEAD")
    repository.listed(counted=COUNTS)
    assert main(["additions", "--update", "--root", str(repository.root)]) == 0
    row = f"| traversal | `new` | {commit} | 5 | 3 | 2 | - | - | - | 3 | 1 |"
    assert row in capsys.readouterr().out

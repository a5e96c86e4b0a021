"""The version is one wherever it stands, and ci/release changes it everywhere."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SPACK = "ci/spack/spack_repo/sphlab/packages/sphlab/package.py"
EASYBUILD = "ci/easybuild/sphlab.eb"
INSTALL = "docs/install.md"
FILES = [
    "CMakeLists.txt",
    "analysis/pyproject.toml",
    "CITATION.cff",
    "CHANGELOG.md",
    SPACK,
    EASYBUILD,
    INSTALL,
]
SCRIPTS = ["ci/release", "ci/common.sh"]
CHANGELOG = """\
# Changelog

## [Unreleased]

### Added
- A thing.

## [0.1.0] - 2026-01-01

- All.
"""


def versions(root):
    """What each file takes for the version."""
    cmake = (root / "CMakeLists.txt").read_text()
    wheel = tomllib.loads((root / "analysis/pyproject.toml").read_text())
    return {
        "CMakeLists.txt": re.search(r"^project\(sphlab VERSION (\S+)", cmake, re.MULTILINE)[1],
        "wheel": wheel["project"]["version"],
        "CITATION.cff": str(yaml.safe_load((root / "CITATION.cff").read_text())["version"]),
        "easybuild": re.search(
            r"^version = '(\S+)'$", (root / EASYBUILD).read_text(), re.MULTILINE
        )[1],
        "install": re.search(
            r"sphlab-(\S+)\.tar\.gz v\1\n.*\n.* sphlab/\1-GCC", (root / INSTALL).read_text()
        )[1],
        "spack": re.search(r'version\("(\d[^"]*)", tag="v\1"\)', (root / SPACK).read_text())[1],
    }


def test_the_version_is_one():
    found = versions(ROOT)
    assert set(found.values()) == {found["CMakeLists.txt"]}, found
    assert re.fullmatch(r"\d+\.\d+\.\d+", found["CMakeLists.txt"])


class Checkout:
    """A repository of the files that name a version."""

    def __init__(self, root):
        self.root = root
        for name in FILES + SCRIPTS:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
        self.git("init", "--quiet")
        self.commit()

    def command(self, *words):
        who = {"NAME": "somebody", "EMAIL": "somebody@example.org"}
        named = {f"GIT_{role}_{key}": who[key] for role in ("AUTHOR", "COMMITTER") for key in who}
        return subprocess.run(
            words,
            cwd=self.root,
            env=os.environ | named,
            capture_output=True,
            text=True,
            check=False,
        )

    def git(self, *words):
        done = self.command("git", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "as it is")

    def release(self, *words):
        """Exit code, and what was said."""
        done = self.command(str(self.root / "ci/release"), *words)
        return done.returncode, done.stdout + done.stderr

    def edit(self, name, old, new):
        file = self.root / name
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new, 1))


@pytest.fixture
def checkout(tmp_path):
    made = Checkout(tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    made.commit()
    return made


def test_a_release_is_prepared_and_tagged(checkout):
    code, said = checkout.release("prepare", "1.10.0")
    assert code == 0, said
    assert set(versions(checkout.root).values()) == {"1.10.0"}
    assert checkout.git("status", "--porcelain") == ""
    changelog = (checkout.root / "CHANGELOG.md").read_text()
    assert re.search(r"## \[Unreleased\]\n\n## \[1\.10\.0\] - [\d-]{10}\n\n### Added\n", changelog)
    assert "date-released: 20" in (checkout.root / "CITATION.cff").read_text()
    earlier = versions(ROOT)["spack"]
    assert f'version("{earlier}", tag="v{earlier}")' in (checkout.root / SPACK).read_text()

    code, said = checkout.release("tag")
    assert code == 0, said
    message = checkout.git("for-each-ref", "--format=%(contents)", "refs/tags/v1.10.0")
    assert message.strip() == "sphlab 1.10.0\n\n### Added\n- A thing."
    code, said = checkout.release("tag")
    assert (code, said) == (1, "release: there is a tag v1.10.0 already\n")


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.0", "'1.0' is no version"),
        ("v1.0.0", "'v1.0.0' is no version"),
        ("0.0.9", "0.0.9 is not later than "),
    ],
)
def test_a_version_that_cannot_be_is_refused(checkout, version, said):
    code, told = checkout.release("prepare", version)
    assert code == 1
    assert told.startswith(f"release: {said}")
    assert checkout.git("log", "--format=%s").splitlines()[0] == "as it is"


def test_a_release_without_a_change_is_refused(checkout):
    checkout.edit("CHANGELOG.md", "### Added\n- A thing.\n", "")
    checkout.commit()
    assert checkout.release("prepare", "9.0.0") == (
        1,
        "release: CHANGELOG.md: nothing stands under Unreleased: say what has changed\n",
    )


def test_changes_that_are_not_committed_are_refused(checkout):
    checkout.edit("CHANGELOG.md", "A thing", "Another")
    for words in (["prepare", "9.0.0"], ["tag"]):
        code, said = checkout.release(*words)
        assert code == 1
        assert "changes that are not committed" in said


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("CITATION.cff", "version: 9.0.0", "version: 9.0.1"),
        ("analysis/pyproject.toml", 'version = "9.0.0"', 'version = "9.0.1"'),
        (SPACK, 'tag="v9.0.0"', 'tag="v9.0.1"'),
        (EASYBUILD, "version = '9.0.0'", "version = '9.0.1'"),
        (INSTALL, "tar.gz v9.0.0", "tar.gz v9.0.1"),
        ("CHANGELOG.md", "## [9.0.0]", "## [9.0.1]"),
    ],
)
def test_a_file_of_another_version_is_not_tagged(checkout, name, old, new):
    assert checkout.release("prepare", "9.0.0")[0] == 0
    checkout.edit(name, old, new)
    checkout.commit()
    code, said = checkout.release("tag")
    assert code == 1
    assert said.startswith(f"release: {name}: ")
    assert checkout.git("tag") == ""


@pytest.mark.parametrize("words", [[], ["tag", "0.2.0"], ["prepare"], ["publish"]])
def test_what_it_does_not_know_it_refuses(checkout, words):
    code, said = checkout.release(*words)
    assert code == 1
    assert "usage: ci/release prepare VERSION" in said


TEMPLATES = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


def test_there_are_templates():
    names = [file.stem for file in TEMPLATES]
    assert names == ["bug", "config", "new-strategy", "wrong-number"]
    assert (ROOT / ".github/PULL_REQUEST_TEMPLATE.md").is_file()


@pytest.mark.parametrize("file", [file for file in TEMPLATES if file.stem != "config"], ids=str)
def test_a_template_asks_for_something(file):
    form = yaml.safe_load(file.read_text())
    assert form.keys() >= {"name", "description", "title", "labels", "body"}
    asked = [field for field in form["body"] if field["type"] != "markdown"]
    assert any(field["validations"]["required"] for field in asked if "validations" in field)
    assert len({field["id"] for field in asked}) == len(asked)
    paths = re.findall(r"`((?:docs|ci)/[\w./-]+)`", file.read_text())
    assert all((ROOT / path).exists() for path in paths), paths

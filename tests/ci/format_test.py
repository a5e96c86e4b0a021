"""ci/format is what ci/test and the hooks of .pre-commit-config.yaml check formats by."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
CONFIG = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
HOOKS = [hook for repository in CONFIG["repos"] for hook in repository["hooks"]]
FORMAT = re.compile(r"\bci/format (\w+)")
KINDS = {"cpp", "python", "shell"}
UNTIDY = {
    "cpp": ("untidy.cpp", "int  main(){return 0;}\n"),
    "python": ("untidy.py", "import os\nimport  re\n"),
    "shell": ("ci/untidy", "#!/usr/bin/env bash\nif true; then\n"),
}


def unknown_commands(hooks):
    """The hooks whose command is no executable file of this repository, by their id."""
    commands = {hook["id"]: ROOT / hook["entry"].split()[0] for hook in hooks}
    return [name for name, file in commands.items() if not os.access(file, os.X_OK)]


def test_hooks_call_commands_that_are_there():
    assert unknown_commands(HOOKS) == []
    assert unknown_commands([{"id": "lint", "entry": "ci/lint cpp"}]) == ["lint"]


def test_hooks_and_tests_check_the_same():
    hooks = [FORMAT.search(hook["entry"]) for hook in HOOKS]
    assert sorted(found[1] for found in hooks if found) == sorted(KINDS)
    assert sorted(FORMAT.findall((ROOT / "ci/test").read_text())) == sorted(KINDS)


def test_hooks_need_nothing_but_this_repository():
    assert [repository["repo"] for repository in CONFIG["repos"]] == ["local"]
    assert {hook["language"] for hook in HOOKS} == {"system"}


@pytest.fixture
def checkout(tmp_path):
    """A repository of what ci/format reads, and nothing else."""
    for name in ("ci/format", "ci/common.sh", ".clang-format", "analysis/pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    python = tmp_path / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    return tmp_path


def checked(checkout, *words):
    """Exit code of ci/format in a checkout, and what it said."""
    subprocess.run(["git", "add", "--all"], cwd=checkout, check=True)
    done = subprocess.run(
        [checkout / "ci/format", *words], cwd=checkout, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("kind", UNTIDY)
def test_what_is_untidy_is_told(checkout, kind, named):
    if not named:
        assert checked(checkout, kind)[0] == 0
    name, text = UNTIDY[kind]
    (checkout / name).write_text(text)
    code, said = checked(checkout, kind, *([name] if named else []))
    assert code != 0
    assert name in said


@pytest.mark.parametrize("words", [[], ["perl"]])
def test_another_kind_is_refused(checkout, words):
    code, said = checked(checkout, *words)
    assert code == 1
    assert "usage: ci/format cpp|python|shell [FILE...]" in said

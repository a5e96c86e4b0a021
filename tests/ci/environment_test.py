"""What a caller's shell exports, and where a clone lies, change nothing of what scripts do."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "analysis" / "tests" / "data" / "small.jsonl"
VARIABLES = {
    "CDPATH": {"CDPATH": ".:..:/"},
    "PYTHONHOME": {"PYTHONHOME": "/absent"},
    "PYTHONPATH": {"PYTHONPATH": "{modules}"},
    "VIRTUAL_ENV": {"VIRTUAL_ENV": "/absent", "CONDA_PREFIX": "/absent"},
    "POSIXLY_CORRECT": {"POSIXLY_CORRECT": "1"},
    "SHELLOPTS": {"SHELLOPTS": "posix"},
    "GREP_OPTIONS": {"GREP_OPTIONS": "--color=always"},
    "LC_ALL": {"LC_ALL": "C"},
}


@pytest.fixture
def modules(tmp_path):
    """A folder of modules that would be taken for others, were they found."""
    folder = tmp_path / "modules"
    folder.mkdir()
    for name in ("numpy", "analysis", "json"):
        (folder / f"{name}.py").write_text("raise SystemExit(f'{__file__} was taken')")
    return folder


def run(command, folder, **variables):
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", VARIABLES)
def test_a_variable_of_the_callers_shell_changes_nothing(name, modules):
    variables = {key: text.format(modules=modules) for key, text in VARIABLES[name].items()}
    done = run(["ci/gate", SMALL, SMALL], ROOT, **variables)
    assert (done.returncode, done.stderr) == (0, "")


def test_modules_in_the_folder_of_the_caller_are_not_taken(modules):
    done = run([ROOT / "ci" / "gate", SMALL, SMALL], modules)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def clone(tmp_path):
    """What ci/gate needs, in a folder with blanks in its name, and a link to it."""
    folder = tmp_path / "a clone, with blanks"
    shutil.copytree(ROOT / "ci", folder / "ci")
    for name in ("analysis", "harness"):
        (folder / name).symlink_to(ROOT / name)
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (folder / ".venv" / "bin" / "python").chmod(0o755)
    link = tmp_path / "link"
    link.symlink_to(folder)
    return folder, link


@pytest.mark.parametrize("variables", [{}, {"CDPATH": ".:.."}])
def test_a_clone_in_a_folder_with_blanks_or_behind_a_link(clone, variables):
    for folder in clone:
        done = run([folder / "ci" / "gate", SMALL, SMALL], folder.parent, **variables)
        assert (done.returncode, done.stderr) == (0, "")


def test_no_script_takes_what_cd_prints():
    """A script that reads where it stands by $(cd ...) unsets CDPATH, itself or by common.sh."""
    scripts = [ROOT / ".ci" / "run", *(ROOT / "ci").rglob("*"), *(ROOT / "examples").rglob("*")]
    for script in filter(Path.is_file, scripts):
        before, found, _ = script.read_bytes().partition(b"$(cd ")
        assert not found or b"unset CDPATH" in before or b"common.sh" in before, script

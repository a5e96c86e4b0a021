"""ci/install with packages and rights that are made up: a folder of commands before all others."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# dpkg-query that holds everything but what MISSING names, and what must not be called.
COMMANDS = {
    "id": 'echo "${FAKE_UID-1000}"',
    "dpkg-query": """
for name; do
  case $name in -*) continue ;; esac
  case " $MISSING " in *" $name "*) ;; *) echo "$name installed" ;; esac
done
""",
    "apt-get": 'echo "apt-get $*" >>"$CALLS"',
    "apt-cache": "exit 0",
    "sudo": 'echo "sudo $*" >>"$CALLS"; exit 1',
    "clang++": 'exit "${CLANG_FAILS-0}"',
    "clang++-19": 'exit "${CLANG_FAILS-0}"',
}


class Checkout:
    """A copy of what ci/install reads, whose Python packages are there."""

    def __init__(self, folder):
        self.folder = folder
        self.calls = folder / "calls.txt"
        self.commands = folder / "commands"
        shutil.copytree(ROOT / "ci", folder / "ci")
        (folder / "analysis").mkdir()
        project = ROOT / "analysis" / "pyproject.toml"
        shutil.copy(project, folder / "analysis")
        (folder / ".venv" / "bin").mkdir(parents=True)
        (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
        wanted = tomllib.loads(project.read_text())["project"]
        extras = wanted["optional-dependencies"]
        requirements = wanted["dependencies"] + extras["build"] + extras["test"]
        (folder / ".venv" / "installed-requirements.txt").write_text("\n".join(requirements))
        self.commands.mkdir()
        for name, text in COMMANDS.items():
            file = self.commands / name
            file.write_text(f"#!/bin/sh\n{text}\n")
            file.chmod(0o755)

    def run(self, script, *arguments, **variables):
        """Exit code, standard output, standard error, and the calls that want rights."""
        given = {
            "PATH": f"{self.commands}:{os.environ['PATH']}",
            "CUDA_HOME": str(self.folder),
            "CALLS": str(self.calls),
            "MISSING": "",
        }
        done = subprocess.run(
            [str(self.folder / "ci" / script), *arguments],
            env=given | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        calls = self.calls.read_text().splitlines() if self.calls.exists() else []
        return done.returncode, done.stdout, done.stderr, calls


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


@pytest.mark.parametrize("uid", ["0", "1000"])
def test_where_all_is_there_nobody_is_asked_for_rights(checkout, uid):
    code, _, error, calls = checkout.run("install", "--compilers", "none", FAKE_UID=uid)
    assert (code, error, calls) == (0, "", [])


def test_without_root_what_is_missing_is_named_with_the_command(checkout):
    missing = "libfmt-dev ninja-build"
    code, _, error, calls = checkout.run("install", "--compilers", "none", MISSING=missing)
    assert code == 5
    assert f"neither root nor sudo to install them: {missing}\n" in error
    assert f"\n  apt-get install --no-install-recommends {missing}\n" in error
    assert "set SPHLAB_PACKAGES=present" in error
    assert calls == ["sudo -n true"]


def test_quickstart_ends_there_with_the_same_code(checkout):
    code, out, error, _ = checkout.run("quickstart", MISSING="cmake")
    assert code == 5
    assert "install them: cmake\n" in error
    assert "building" not in out


def test_what_is_optional_is_skipped_without_root(checkout):
    arguments = ["--tests", "--compilers", "none"]
    variables = {"MISSING": "clang libomp-dev shellcheck", "CLANG_FAILS": "1"}
    code, out, _, calls = checkout.run("install", *arguments, **variables)
    assert code == 0
    assert "clang libomp-dev shellcheck: optional, not here" in out
    assert set(calls) == {"sudo -n true"}


@pytest.mark.parametrize(("compilers", "is_wanted"), [("all", True), ("push", False)])
def test_what_only_the_night_needs_is_of_all_compilers(checkout, compilers, is_wanted):
    shutil.rmtree(checkout.folder / "ci" / "toolchains")  # so that no nvcc is brought
    arguments = ["--tests", "--compilers", compilers]
    _, out, _, _ = checkout.run("install", *arguments, MISSING="clang-tidy-14")
    assert ("clang-tidy-14: optional, not here" in out) == is_wanted


def test_packages_from_elsewhere_are_taken_for_there(checkout):
    variables = {"MISSING": "cmake g++", "CLANG_FAILS": "1", "SPHLAB_PACKAGES": "present"}
    code, _, error, calls = checkout.run("install", "--compilers", "none", **variables)
    assert (code, error, calls) == (0, "", [])


def test_root_installs_what_is_missing(checkout):
    code, out, _, calls = checkout.run(
        "install", "--compilers", "none", FAKE_UID="0", MISSING="cmake"
    )
    assert code == 0
    assert "installing cmake" in out
    assert calls[0] == "apt-get update -qq"
    assert calls[1].endswith("--no-install-recommends cmake")


# Python 3.10, as far as a version is asked of it.
OLD = """
case $1 in
  --version) echo "Python 3.10.12" ;;
  *) ! grep -q version_info <<<"$*" ;;
esac
"""


@pytest.fixture
def old_python(checkout):
    """A python3 that is too old, before all others."""
    file = checkout.commands / "python3"
    file.write_text(f"#!/bin/bash\n{OLD}")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize("venv", ["none", "of the old one"])
def test_a_python_that_is_too_old_is_told_before_a_venv_is_made(checkout, old_python, venv):
    own = checkout.folder / ".venv" / "bin" / "python"
    own.unlink()
    if venv == "none":
        shutil.rmtree(checkout.folder / ".venv")
    else:
        own.symlink_to(old_python)
    code, _, error, _ = checkout.run("install", "--compilers", "none")
    assert code == 1
    assert f"Python 3.11 or newer is needed, and {old_python} is Python 3.10.12; say " in error
    assert "SPHLAB_PYTHON=" in error
    assert "Traceback" not in error
    assert (checkout.folder / ".venv").exists() == (venv != "none")


def test_a_venv_of_an_old_python_is_made_anew_by_the_one_that_is_named(checkout, old_python):
    own = checkout.folder / ".venv" / "bin" / "python"
    own.unlink()
    own.symlink_to(old_python)
    maker = checkout.commands / "newer"
    maker.write_text(
        f"""#!/bin/bash
[[ $1 == -c ]] && exit
mkdir -p .venv/bin && ln -s {sys.executable} .venv/bin/python
cp requirements.txt .venv/installed-requirements.txt
"""
    )
    maker.chmod(0o755)
    kept = checkout.folder / ".venv" / "installed-requirements.txt"
    shutil.copy(kept, checkout.folder / "requirements.txt")
    code, out, error, _ = checkout.run("install", "--compilers", "none", SPHLAB_PYTHON=str(maker))
    assert (code, error) == (0, "")
    assert "making .venv anew" in out
    assert own.resolve() == Path(sys.executable).resolve()

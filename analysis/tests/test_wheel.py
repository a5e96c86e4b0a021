"""The wheel of the analysis: it needs no checkout."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns("tests", "build", "__pycache__", "*.egg-info")


def run(*command, cwd, **environment):
    """Runs a command that sees no checkout."""
    known = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=known | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, of a copy: what a build leaves behind stays out of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "analysis", folder / "analysis", ignore=LEFT_OUT)
    shutil.copytree(ROOT / "harness" / "records", folder / "harness" / "records")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", "out"]
    code, out, error = run(*pip, *options, folder / "analysis", cwd=folder)
    assert code == 0, out + error
    (file,) = (folder / "out").glob("sphlab-*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The bin of an environment with the wheel, and with its dependencies from this one."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    code, out, error = run(*pip, "--no-index", "--no-deps", wheel, cwd=folder)
    assert code == 0, out + error
    _, packages, _ = run(python, "-c", "import site; print(site.getsitepackages()[0])", cwd=folder)
    here = sysconfig.get_path("purelib")
    (Path(packages.strip()) / "dependencies.pth").write_text(f"{here}\n", encoding="utf-8")
    return folder / "bin"


def test_it_holds_every_package_every_schema_and_no_test(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    modules = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "analysis").rglob("*.py")
        if not {"tests", "sphlab", "build"} & set(path.relative_to(ROOT).parts)
    } - {"analysis/setup.py"}
    schemas = {
        f"analysis/schemas/{path.name}"
        for path in (ROOT / "harness" / "records").glob("*.schema.json")
    } | {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "analysis").rglob("*.schema.json")
        if "build" not in path.parts
    }
    of_sites = {
        path.relative_to(ROOT).as_posix()
        for folder in ("assets", "templates")
        for path in (ROOT / "analysis" / "report" / folder).iterdir()
    }
    expected = modules | schemas | of_sites | {"sphlab/__init__.py"}
    assert {name for name in held if ".dist-info/" not in name} == expected
    assert any(name.endswith("licenses/LICENSE") for name in held)


def test_the_loader_works_where_no_checkout_is(installed, small, tmp_path):
    program = (
        "import sphlab, analysis.schema;"
        f"table = sphlab.frame(sphlab.load_records({str(small)!r}));"
        "print(sphlab.__version__, len(table), table['summary.median_s'].min() > 0,"
        " analysis.schema.FOLDER)"
    )
    code, out, error = run(installed / "python", "-c", program, cwd=tmp_path)
    assert code == 0, error
    version, count, positive, folder = out.split()
    project = tomllib.loads((ROOT / "analysis" / "pyproject.toml").read_text(encoding="utf-8"))
    assert (version, positive) == (project["project"]["version"], "True")
    assert int(count) > 10
    assert folder.startswith(str(installed.parent))


def test_the_example_for_pandas_runs_as_it_stands(installed):
    text = (ROOT / "docs" / "read-a-record.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    checks = (
        "import numpy\n"
        "assert isinstance(seconds, numpy.ndarray)\n"
        "assert steps['summary.median_s'].gt(0).all()\n"
    )
    code, out, error = run(installed / "python", "-P", "-c", example + checks, cwd=ROOT)
    assert code == 0, error
    assert "nvcc-13.0" in out


def test_the_command_works_where_no_checkout_is(installed, small, tmp_path):
    command = installed / "sphlab-analysis"
    code, out, error = run(command, "validate", small, cwd=tmp_path)
    assert (code, error) == (0, "")
    assert out.endswith("records, all valid\n")
    data = ROOT / "analysis" / "tests" / "data" / "foreign" / "google-benchmark-1.7.1" / "runs"
    code, out, _ = run(command, "gate", data / "base", data / "slower", cwd=tmp_path)
    assert code == 10
    (tmp_path / "results").mkdir()
    shutil.copy(small, tmp_path / "results")
    code, _, error = run(command, "report", "results", "--out", "site", cwd=tmp_path)
    assert (code, error) == (0, "")
    assert (tmp_path / "site" / "assets" / "plotly.min.js").exists()
    code, _, error = run(command, "validate", "absent.jsonl", cwd=tmp_path)
    assert code == 3
    assert "absent.jsonl: cannot be read" in error


def test_a_build_without_the_schemas_is_refused(tmp_path):
    shutil.copytree(ROOT / "analysis", tmp_path / "analysis", ignore=LEFT_OUT)
    pip = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "--no-build-isolation"]
    code, out, error = run(*pip, tmp_path / "analysis", cwd=tmp_path)
    assert code != 0
    assert "holds no schema; build from a whole checkout" in out + error

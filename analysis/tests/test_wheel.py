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


def build(folder, **environment):
    """A wheel of a copy, in a folder of its own: what a build leaves behind stays out of the
    checkout. Returns the exit code, what was said, and the files made."""
    shutil.copytree(ROOT / "analysis", folder / "analysis", ignore=LEFT_OUT)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", "out"]
    code, out, error = run(*pip, *options, folder / "analysis", cwd=folder, **environment)
    return code, out + error, list((folder / "out").glob("sphlab-*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "harness" / "records", folder / "harness" / "records")
    code, said, files = build(folder)
    assert code == 0, said
    (file,) = files
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
    of_analysis = [
        path.relative_to(ROOT)
        for pattern in ("*.py", "*.schema.json", "report/assets/*", "report/templates/*")
        for path in (ROOT / "analysis").rglob(pattern)
        if not {"tests", "sphlab", "build"} & set(path.relative_to(ROOT).parts)
    ]
    schemas = {path.name for path in (ROOT / "harness" / "records").glob("*.schema.json")}
    expected = (
        {f"sphlab/{path.as_posix()}" for path in of_analysis} - {"sphlab/analysis/setup.py"}
        | {f"sphlab/analysis/schemas/{name}" for name in schemas}
        | {f"sphlab/{path.name}" for path in (ROOT / "analysis" / "sphlab").glob("*.py")}
    )
    assert {name for name in held if ".dist-info/" not in name} == expected
    assert any(name.endswith("licenses/LICENSE") for name in held)


def test_the_loader_works_where_no_checkout_is(installed, small, tmp_path):
    program = (
        "import sphlab;"
        "from sphlab.analysis import schema;"
        f"table = sphlab.frame(sphlab.load_records({str(small)!r}));"
        "print(sphlab.__version__, len(table), table['summary.median_s'].min() > 0,"
        " schema.FOLDER)"
    )
    code, out, error = run(installed / "python", "-c", program, cwd=tmp_path)
    assert code == 0, error
    version, count, positive, folder = out.split()
    project = tomllib.loads((ROOT / "analysis" / "pyproject.toml").read_text(encoding="utf-8"))
    assert (version, positive) == (project["project"]["version"], "True")
    assert int(count) > 10
    assert folder.startswith(str(installed.parent))


def test_a_package_of_the_same_name_as_the_folder_is_left_alone(installed, tmp_path):
    """It needs no `analysis`, and takes nobody else's: every module is imported beside one, but
    those of libraries that may not be there."""
    (tmp_path / "analysis.py").write_text("raise SystemExit('somebody else's')\n")
    program = (
        "import importlib, pkgutil, sphlab.analysis as tree\n"
        "for module in pkgutil.walk_packages(tree.__path__, 'sphlab.analysis.'):\n"
        "    if not module.name.endswith('__main__') and '.peers.libraries.' not in module.name:\n"
        "        importlib.import_module(module.name)\n"
    )
    code, _, error = run(installed / "python", "-c", program, cwd=tmp_path)
    assert (code, error) == (0, "")
    code, out, _ = run(installed / "sphlab-analysis", "why", "--help", cwd=tmp_path)
    assert code == 0
    assert "sphlab-analysis why rows" in out
    assert "-m analysis" not in out


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
    code, said, files = build(tmp_path)
    assert (code != 0, files) == (True, [])
    assert "holds no schema; build from a whole checkout" in said


def test_the_program_goes_along_where_a_prefix_is_named(tmp_path):
    shutil.copytree(ROOT / "harness" / "records", tmp_path / "harness" / "records")
    prefix = tmp_path / "prefix"
    program = ("bin/sphlab", "lib/libsphlab-kernels-a.so", "share/sphlab/scenarios/suites/s.json")
    for name in (*program, "share/doc/sphlab/LICENSE"):
        (prefix / name).parent.mkdir(parents=True, exist_ok=True)
        (prefix / name).write_text(name)
    (prefix / "bin" / "sphlab").chmod(0o755)
    code, said, files = build(tmp_path, SPHLAB_PREFIX=str(prefix))
    assert code == 0, said
    (file,) = files
    assert re.fullmatch(r"sphlab-[\d.]+-py3-none-linux_\w+\.whl", file.name)
    with zipfile.ZipFile(file) as held:
        inside = {entry.filename: entry for entry in held.infolist()}
    carried = {name for name in inside if name.startswith("sphlab/prefix/")}
    assert carried == {f"sphlab/prefix/{name}" for name in program}
    assert inside["sphlab/prefix/bin/sphlab"].external_attr >> 16 & 0o111


@pytest.mark.parametrize(
    ("prefix", "reason"),
    [("out/prefix", "must be an absolute path"), ("/nowhere", "/nowhere: holds no bin/sphlab")],
)
def test_a_prefix_without_a_program_is_refused(prefix, reason, tmp_path):
    shutil.copytree(ROOT / "harness" / "records", tmp_path / "harness" / "records")
    code, said, files = build(tmp_path, SPHLAB_PREFIX=prefix)
    assert (code != 0, files) == (True, [])
    assert reason in said

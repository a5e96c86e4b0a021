"""ci/profile with a profiler, a device and an sphlab that are shell scripts."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from analysis.profiling.metrics import METRICS
from analysis.tests.profiling.made_export import export, kernel

ROOT = Path(__file__).resolve().parents[3]
# What it was called with, what it says of its run, and its report and export by their name.
NCU = """\
#!/bin/sh
here=$(dirname "$0")
case $1 in
  --version) printf 'Command Line Profiler\\nVersion 2025.3.1.0 (build 1)\\n'; exit ;;
  --import) cat "$here/$(basename "$2" .ncu-rep).csv"; exit ;;
esac
printf '%s\\n' "$@" >"$here/arguments"
cat "$here/says"
while [ "$1" != --export ]; do shift; done
[ -e "$here/fails" ] || echo counted >"$2"
exit "$(cat "$here/status")"
"""


def make_tool(file, text):
    file.write_text(text)
    file.chmod(0o755)


@pytest.fixture
def bench(tmp_path, alone, small):
    """A folder with everything that ci/profile calls, and the recorded run beside it."""
    bench = tmp_path / "bin"
    bench.mkdir()
    for name, text in {"ncu": NCU, "nvidia-smi": "#!/bin/sh\n", "sphlab": "#!/bin/sh\n"}.items():
        make_tool(bench / name, text)
    (bench / "says").write_text("==PROF== Connected\n")
    (bench / "status").write_text("0")
    (bench / "run.csv").write_text(export(kernel(alone["id"])))
    (tmp_path / "run.jsonl").write_text(small.read_text())
    return bench


def run(bench, *options):
    """Runs ci/profile on the records."""
    folder = bench.parent
    places = ["--build", str(folder), "--out", str(folder / "out")]
    environment = os.environ | {"PATH": f"{bench}:{os.environ['PATH']}"}
    command = [str(ROOT / "ci" / "profile"), *places, str(folder / "run.jsonl"), *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.skipif(
    not (ROOT / ".venv" / "bin" / "python").exists(), reason="needs .venv: ci/install"
)
def test_it_profiles_and_joins(bench, alone):
    done = run(bench, "--variant", "x-pencil")
    assert done.returncode == 0, done.stdout + done.stderr
    (profile,) = map(json.loads, (bench.parent / "run.profile.jsonl").read_text().splitlines())
    assert profile["record"] == alone["id"]
    assert profile["profiler"] == "Nsight Compute 2025.3.1.0 (build 1)"


def test_nothing_but_counters_is_asked_for(bench):
    run(bench, "--variant", "x-pencil")
    arguments = (bench / "arguments").read_text().splitlines()
    given = dict(zip(arguments, arguments[1:], strict=False))
    assert given["--profile-from-start"] == "off"
    assert given["--cache-control"] == given["--clock-control"] == "none"
    assert given["--metrics"].split(",") == [metric.name for metric in METRICS.values()]
    assert "--nvtx" in arguments
    assert arguments[-5:] == [
        str(bench / "sphlab"),
        "profile",
        str(bench.parent / "run.jsonl"),
        "--variant",
        "x-pencil",
    ]


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n", "as root, or"),
        ("==ERROR== Failed to find metric x\n", "the profiler failed; its output is in"),
    ],
)
def test_an_error_of_the_profiler_that_has_no_exit_code(bench, says, words):
    (bench / "says").write_text(says)
    done = run(bench)
    assert done.returncode == 1
    assert words in done.stderr
    assert not (bench.parent / "run.profile.jsonl").exists()


def test_an_old_report_is_not_taken_for_a_new_one(bench):
    assert run(bench).returncode == 0
    (bench / "fails").write_text("")
    done = run(bench)
    assert done.returncode == 1
    assert "the profiler wrote no" in done.stderr


def test_a_failure_of_sphlab(bench):
    (bench / "status").write_text("5")
    done = run(bench)
    assert done.returncode == 1
    assert "exit code 5" in done.stderr


def test_what_is_not_there(bench):
    (bench / "sphlab").unlink()
    assert "cmake --preset all" in run(bench).stderr
    (bench.parent / "run.jsonl").unlink()
    assert "record it with" in run(bench).stderr
    usage = subprocess.run([ROOT / "ci" / "profile"], capture_output=True, text=True, check=False)
    assert usage.returncode == 1
    assert "usage: ci/profile" in usage.stderr

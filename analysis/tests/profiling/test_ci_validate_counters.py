"""ci/validate-counters with a profiler, a device and an sphlab that are shell scripts."""

import json
import os
import subprocess

import pytest

from analysis.kernels.device_metrics import NAMES, OF_COUNTS
from analysis.tests.profiling.made_export import export
from analysis.tests.profiling.test_ci_profile import NCU, ROOT, make_tool
from analysis.tests.test_validation import FORCES, SORT, line, measured

# Keeps what it was called with; what it counts is of the scenario, its second argument.
SPHLAB = """\
#!/bin/sh
here=$(dirname "$0")
echo "$*" >>"$here/called"
scenario=$2
while [ "$1" != --output ]; do shift; done
cp "$here/$scenario.jsonl" "$2"
"""
NVIDIA_SMI = "#!/bin/sh\necho NVIDIA H200\n"


@pytest.fixture
def bench(tmp_path):
    """A folder with everything that ci/validate-counters calls."""
    bench = tmp_path / "bin"
    bench.mkdir()
    for name, text in {"ncu": NCU, "nvidia-smi": NVIDIA_SMI, "sphlab": SPHLAB}.items():
        make_tool(bench / name, text)
    (bench / "says").write_text("==PROF== Connected\n")
    (bench / "status").write_text("0")
    for name, scenario, id_ in (("cells", "random-box", SORT), ("lists", "dam-break-lj", FORCES)):
        (bench / f"{scenario}.jsonl").write_text(json.dumps(line(id_)) + "\n")
        (bench / f"{name}.csv").write_text(export(measured(line(id_)), kind=OF_COUNTS))
    return bench


def run(bench, *options):
    folder = bench.parent
    environment = os.environ | {"PATH": f"{bench}:{os.environ['PATH']}"}
    command = [str(ROOT / "ci" / "validate-counters"), "--build", str(folder)]
    command += ["--out", str(folder / "out"), *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_both_count_and_are_joined(bench):
    done = run(bench)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 launches of 1 kernels: 1 same" in done.stdout
    kept = (bench.parent / "out" / "counters.validation.jsonl").read_text().splitlines()
    assert [json.loads(one)["id"] for one in kept] == [SORT, FORCES]
    assert json.loads(kept[0])["device"] == "NVIDIA H200"
    assert json.loads(kept[0])["profiler"] == "Nsight Compute 2025.3.1.0 (build 1)"


def test_the_device_does_what_the_host_did(bench):
    run(bench, "--toolchain", "clang-19")
    (_, on_host) = (bench / "called").read_text().splitlines()
    under_ncu = (bench / "arguments").read_text().splitlines()
    assert under_ncu[-2:] == ["--profile", "clang-19"]
    of_sphlab = under_ncu[under_ncu.index(str(bench / "sphlab")) + 1 : -2]
    assert of_sphlab == on_host.split()[:-2]
    assert under_ncu[under_ncu.index("--metrics") + 1].split(",") == NAMES


def test_a_failure_of_sphlab(bench):
    (bench / "status").write_text("5")
    done = run(bench)
    assert done.returncode == 1
    assert "exit code 5" in done.stderr


def test_what_is_not_there(bench):
    (bench / "sphlab").unlink()
    assert "cmake --preset all" in run(bench).stderr
    assert "usage: ci/validate-counters" in run(bench, "results").stderr

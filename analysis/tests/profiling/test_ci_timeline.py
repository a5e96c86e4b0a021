"""ci/timeline with a device and an sphlab that are shell scripts, and a library that is none."""

import json
import os
import subprocess

import pytest

from analysis.tests.change import find
from analysis.tests.profiling.made_timeline import text_of, timeline_of_graphs, timeline_of_loop
from analysis.tests.profiling.test_ci_profile import ROOT, make_tool

# Has a timeline of each mode ready, as the library writes it; keeps what it was called with.
SPHLAB = """\
#!/bin/sh
here=$(dirname "$0")
echo "$*" "$CUDA_INJECTION64_PATH" "$NVTX_INJECTION64_PATH" >>"$here/called"
[ -e "$here/$SPHLAB_TIMELINE_GRAPHS" ] && cp "$here/$SPHLAB_TIMELINE_GRAPHS" "$SPHLAB_TIMELINE"
exit "$(cat "$here/status")"
"""


@pytest.fixture
def bench(tmp_path, records, small):
    """A build folder with all that ci/timeline calls, and the recorded run in it."""
    bench = tmp_path / "bin"
    bench.mkdir()
    make_tool(bench / "sphlab", SPHLAB)
    make_tool(bench / "nvidia-smi", "#!/bin/sh\n")
    fewest = min(record["scenario"]["particles"] for record in records)
    of_step = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle", "stage": "step"}
    step = find(records, particles=fewest, **of_step)["id"]
    (bench / "parts").write_text(text_of(timeline_of_loop(step)))
    (bench / "whole").write_text(text_of(timeline_of_graphs(step, 350_000)))
    (bench / "status").write_text("0")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libsphlab-timeline.so").write_text("")
    (tmp_path / "run.jsonl").write_text(small.read_text())
    return bench


def run(bench, *options):
    """Runs ci/timeline on the records."""
    folder = bench.parent
    environment = os.environ | {"PATH": f"{bench}:{os.environ['PATH']}"}
    command = [str(ROOT / "ci" / "timeline"), "--build", str(folder), "--out", str(folder / "out")]
    command += [str(folder / "run.jsonl"), *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.skipif(
    not (ROOT / ".venv" / "bin" / "python").exists(), reason="needs .venv: ci/install"
)
def test_it_records_and_joins(bench):
    done = run(bench, "--variant", "list-gather")
    assert done.returncode == 0, done.stdout + done.stderr
    (loop,) = map(json.loads, (bench.parent / "run.loop.jsonl").read_text().splitlines())
    assert loop["graphs_ns"] == [350_000]
    assert "| ratio |" in done.stdout


def test_both_modes_are_recorded_by_the_library(bench):
    run(bench, "--variant", "list-gather")
    library = bench.parent / "lib" / "libsphlab-timeline.so"
    records = bench.parent / "run.jsonl"
    called = f"profile --loop {records} --variant list-gather {library} {library}"
    assert (bench / "called").read_text().splitlines() == 2 * [called]


def test_a_library_that_was_not_loaded(bench):
    (bench / "whole").unlink()
    done = run(bench)
    assert done.returncode == 1
    assert "no timeline was written to" in done.stderr
    assert not (bench.parent / "run.loop.jsonl").exists()


def test_a_failure_of_sphlab(bench):
    (bench / "status").write_text("5")
    assert run(bench).returncode == 5


def test_what_is_not_there(bench):
    (bench.parent / "lib" / "libsphlab-timeline.so").unlink()
    assert "where the CUDA toolkit has CUPTI" in run(bench).stderr
    (bench / "sphlab").unlink()
    assert "cmake --preset all" in run(bench).stderr
    (bench.parent / "run.jsonl").unlink()
    assert "record it with" in run(bench).stderr

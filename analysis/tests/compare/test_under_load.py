"""gcc against clang on a busy machine: what it says is what a quiet one says, or unclear."""

from pathlib import Path

import pytest

from analysis.compare.under_load import held, main
from analysis.compare.verdict import Verdict
from analysis.load import load_records
from analysis.tests.change import find
from analysis.tests.compare.sides import slow_down
from analysis.tests.loaded import put_load, put_on_host

ROOT = Path(__file__).resolve().parents[3]
RECORDS = ROOT / "results" / "host-x86_64" / "under-load"
QUIET, LOADED = RECORDS / "quiet.jsonl", RECORDS / "loaded.jsonl"
COMPILERS = ("cpu-gcc-12", "cpu-clang-14")
PAIR = ("nvcc-13.0", "clang-19")
FORCES = {"toolchain": "clang-19", "variant": "par-part-noloop", "stage": "forces"}


@pytest.fixture(scope="module")
def recorded():
    return held(QUIET, LOADED, COMPILERS)


def test_the_recorded_verdicts_hold(recorded):
    assert {"step", "forces"} <= {row.quiet.row.stage for row in recorded}
    assert all(row.holds for row in recorded)


def test_threads_waited_where_the_machine_was_busy():
    quiet, loaded = (
        [one for one in load_records(path) if one["scope"] == "step"] for path in (QUIET, LOADED)
    )
    assert min(min(one["load"]["waited"]) for one in loaded) > 0.1
    waits = [sorted(one["load"]["waited"]) for one in (*quiet, *loaded)]
    medians = [of_one[len(of_one) // 2] for of_one in waits]
    assert max(medians[: len(quiet)]) < min(medians[len(quiet) :])
    settings = {str(one["runtime"]["openmp"]) for one in (*quiet, *loaded)}
    assert len(settings) == 1
    assert "OMP_WAIT_POLICY=passive" in settings.pop()


@pytest.fixture
def files(base, candidate, write):
    """Writes two recordings of the host, and returns the words of a command line."""

    def written():
        return [str(write(base, "quiet.jsonl")), str(write(candidate, "loaded.jsonl"))]

    for side in (base, candidate):
        put_on_host(side)
        for record in side:
            put_load(record, 0.001)
    return lambda: [*written(), "=".join(PAIR)]


def test_equal_recordings_hold(files, capsys):
    assert main(files()) == 0
    out = capsys.readouterr().out
    assert "| step |" in out
    assert "**no**" not in out


def test_another_verdict_does_not_hold(files, candidate, capsys):
    slow_down(find(candidate, **FORCES), 3)
    assert main(files()) == 1
    assert out_row(capsys, "forces").endswith("| slower | 0 % | **no** |")


def test_another_verdict_of_a_load_that_is_known_is_unclear(files, candidate, capsys):
    slowed = find(candidate, **FORCES)
    slow_down(slowed, 3)
    put_load(slowed, 0.8)
    assert main(files()) == 0
    assert out_row(capsys, "forces").endswith(f"| {Verdict.UNCLEAR} | 80 % | yes |")


def test_files_that_are_none_are_refused(tmp_path, capsys):
    assert main([str(tmp_path / "a"), str(tmp_path / "b"), "=".join(PAIR)]) == 3
    assert "cannot be read" in capsys.readouterr().err


def out_row(capsys, stage):
    """The last row of the stage that was printed."""
    rows = capsys.readouterr().out.splitlines()
    return [row for row in rows if row.startswith(f"| {stage} |")][-1]

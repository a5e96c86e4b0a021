"""Counts of memory requests: the table, and a check that fails when an access loses coalescing."""

import json

import pytest

from analysis.cli import main

GCC_12 = "c++ (Debian 12.2.0-14+deb12u1) 12.2.0"


def requests(count, sectors=0, wavefronts=0):
    return {
        "requests": count,
        "lanes": 32 * count,
        "bytes": 128 * count,
        "sectors": sectors,
        "lines": sectors // 4,
        "wavefronts": wavefronts,
    }


def line(stage="forces", sectors=400, wavefronts=0, compiler=GCC_12):
    return {
        "schema": "sphlab-counts/1",
        "id": "00000000000000f0",
        "scenario": "random-box",
        "parameters": {"particles_per_cell": 5.0},
        "particles": 625,
        "compiler": compiler,
        "variant": "par-cell-sm",
        "stage": stage,
        "launch": 0,
        "grid": 5,
        "block": 128,
        "runs": 100,
        "run_lanes": 1600,
        "branches": 50,
        "divergent_branches": 10,
        "global_load": requests(100, sectors=sectors),
        "global_store": requests(10, sectors=40),
        "global_atomic": requests(0),
        "shared_load": requests(20, wavefronts=wavefronts),
        "shared_store": requests(0),
        "shared_atomic": requests(0),
    }


@pytest.fixture
def counters(tmp_path):
    """Runs the command on lines of counts and returns its exit code."""

    def counters(*arguments, lines):
        file = tmp_path / "counts.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in lines))
        expectations = str(tmp_path / "expectations")
        return main(["counters", str(file), "--expectations", expectations, *arguments])

    return counters


def test_table_tells_what_a_request_costs(counters, capsys):
    assert counters(lines=[line(sectors=400, wavefronts=30)]) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    assert "random-box (625 particles), par-cell-sm, forces" in row
    assert row.split()[-9:] == ["100", "32.00", "4.00", "10", "4.00", "20", "1.50", "16.00", "0.20"]


def test_same_counts_pass(counters, capsys):
    assert counters("--update", lines=[line(), line("hash")]) == 0
    assert counters("--check", lines=[line(), line("hash")]) == 0
    assert "2 launches, none" in capsys.readouterr().out


def test_uncoalesced_access_fails(counters, capsys):
    counters("--update", lines=[line(sectors=400)])
    assert counters("--check", lines=[line(sectors=3200)]) == 20
    assert "par-cell-sm, forces: 400 -> 3200 load sectors" in capsys.readouterr().err


def test_bank_conflict_fails(counters, capsys):
    counters("--update", lines=[line(wavefronts=20)])
    assert counters("--check", lines=[line(wavefronts=40)]) == 20
    assert "20 -> 40 wavefronts" in capsys.readouterr().err


def test_traffic_where_there_was_none_fails(counters):
    counters("--update", lines=[line(wavefronts=0)])
    assert counters("--check", lines=[line(wavefronts=1)]) == 20


def test_fewer_sectors_and_a_small_rise_pass(counters):
    counters("--update", lines=[line(sectors=400)])
    assert counters("--check", lines=[line(sectors=100)]) == 0
    assert counters("--check", lines=[line(sectors=420)]) == 0
    assert counters("--check", lines=[line(sectors=421)]) == 20


def test_new_and_gone_launches_are_told_and_pass(counters, capsys):
    counters("--update", lines=[line("hash")])
    assert counters("--check", lines=[line("cells")]) == 0
    told = capsys.readouterr().out
    assert "new: random-box (625 particles), par-cell-sm, cells" in told
    assert "gone: random-box (625 particles), par-cell-sm, hash" in told


def test_another_compiler_has_no_expectation(counters, capsys):
    counters("--update", lines=[line()])
    other = "c++ (Ubuntu 13.2.0-23ubuntu4) 13.2.0"
    assert counters("--check", lines=[line(compiler=other)]) == 21
    assert "gcc-13.txt" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "holds no counts"),
        ([{"schema": "sphlab-record/1"}], "has schema"),
        ([[]], "has schema None"),
        ([line(), line()], "was counted twice"),
        ([line(), line("hash", compiler="c++ 13.2.0")], "several compilers"),
    ],
)
def test_what_are_no_counts_is_refused(counters, capsys, lines, complaint):
    assert counters("--check", lines=lines) == 3
    assert complaint in capsys.readouterr().err


def test_expectation_that_is_no_table_is_refused(counters, tmp_path, capsys):
    (tmp_path / "expectations").mkdir()
    (tmp_path / "expectations" / "gcc-12.txt").write_text("1 2 three 4\n")
    assert counters("--check", lines=[line()]) == 3
    assert "gcc-12.txt:1" in capsys.readouterr().err

"""Counts of the host executor against those of a device's profiler."""

import json

import pytest

from analysis.cli import main
from analysis.kernels.device_metrics import BLOCK, GRID, NAMES, OF_COUNTS, TRAFFIC
from analysis.tests.profiling.made_export import RANGES, export, kernel

FORCES, SORT = "00000000000000f0", "0000000000000050"
NOTHING = {"requests": 0, "sectors": 0, "wavefronts": 0}
HEAD = ["--device", "NVIDIA H200", "--toolchain", "nvcc-13.0", "--profiler", "ncu 1"]


def line(id_=FORCES, stage="forces", launch=0, **traffic):
    """A line of counts: 100 loads of 400 sectors, 10 stores of 40, 60 wavefronts; or others."""
    counted = dict.fromkeys(TRAFFIC, NOTHING) | {
        "global_load": {"requests": 100, "sectors": 400},
        "global_store": {"requests": 10, "sectors": 40},
        "shared_load": {"requests": 30, "wavefronts": 60},
    }
    return {
        "schema": "sphlab-counts/1",
        "id": id_,
        "scenario": "random-box",
        "particles": 625,
        "compiler": "g++ 12.2.0",
        "variant": "par-cell-sm",
        "stage": stage,
        "launch": launch,
        "grid": 5,
        "block": 128,
        **dict.fromkeys(("runs", "run_lanes", "branches", "divergent_branches"), 100),
        **{kind: {"lanes": 0} | requests for kind, requests in (counted | traffic).items()},
    }


def measured(of, name="void sphlab::par_cell_sm<sphlab::Lj>(Arguments)", grid=None, **traffic):
    """A launch that the profiler saw, of the same traffic as a line or another."""
    values = dict.fromkeys(NAMES, "0")
    values |= {GRID: str(grid or of["grid"]), BLOCK: str(of["block"])}
    for kind, costs in TRAFFIC.items():
        for cost, names in costs.items():
            values[names[0]] = f"{traffic.get(kind, of[kind])[cost]:,}"
    values["smsp__thread_inst_executed_per_inst_executed.ratio"] = "29.5"
    return kernel(of["id"], name, **values)


@pytest.fixture
def validate(tmp_path, capsys):
    """Runs the command on lines and launches: its exit code, and what it says."""

    def validate(lines, launches, *options, **of_export):
        counts, file = tmp_path / "counts.jsonl", tmp_path / "export.csv"
        counts.write_text("".join(json.dumps(one) + "\n" for one in lines))
        file.write_text(export(*launches, kind=OF_COUNTS, **of_export))
        code = main(["validate-counters", str(counts), str(file), *HEAD, *options])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return validate


def test_the_same(validate):
    one = line()
    code, said = validate([one], [measured(one)])
    assert code == 0
    row = said.splitlines()[1]
    assert row.startswith("par_cell_sm  par-cell-sm, forces")
    for cell in ("100 / 100", "4.00 / 4.00", "10 / 10", "30 / 30", "60 / 60", "29.5"):
        assert cell in row
    assert row.endswith("same")
    assert "1 launches of 1 kernels: 1 same, 0 other requests, 0 different" in said


@pytest.mark.parametrize(
    ("kind", "found", "words"),
    [
        ("global_load", {"requests": 100, "sectors": 419}, "same"),
        ("global_load", {"requests": 100, "sectors": 425}, "loads: different"),
        ("global_load", {"requests": 150, "sectors": 600}, "same"),
        ("global_load", {"requests": 50, "sectors": 400}, "loads: other requests"),
        ("global_store", {"requests": 10, "sectors": 80}, "stores: different"),
        ("global_atomic", {"requests": 1, "sectors": 1}, "atomics: different"),
        ("shared_load", {"requests": 60, "wavefronts": 62}, "same"),
        ("shared_load", {"requests": 30, "wavefronts": 64}, "shared memory: different"),
        ("shared_load", {"requests": 60, "wavefronts": 120}, "shared memory: other requests"),
        ("shared_store", {"requests": 30, "wavefronts": 60}, "shared memory: other requests"),
    ],
)
def test_what_differs_is_named(validate, kind, found, words):
    one = line()
    _, said = validate([one], [measured(one, **{kind: found})])
    assert said.splitlines()[1].endswith(words)


def test_another_launch_is_not_compared(validate):
    one = line()
    _, said = validate([one], [measured(one, grid=6)])
    assert "loads: other launch" in said


def test_atomics_and_reductions_are_added(validate):
    one = line(global_atomic={"requests": 12, "sectors": 24})
    launch = measured(one, global_atomic={"requests": 5, "sectors": 10})
    launch["l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"] = "7"
    launch["l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"] = "14"
    _, said = validate([one], [launch])
    assert "12 / 12" in said
    assert said.splitlines()[1].endswith("same")


def test_launches_of_a_stage_are_met_in_their_order_without_the_runtimes(validate):
    first = line(SORT, "sort", 0)
    second = line(SORT, "sort", 1, global_load={"requests": 7, "sectors": 7})
    launches = [
        measured(first, "counting_count(Arguments)"),
        measured(first, "void cub::detail::scan::DeviceScanKernel<int>(int)"),
        measured(second, "counting_scatter(Arguments)"),
    ]
    _, said = validate([first, second], launches)
    assert "2 launches of 2 kernels: 2 same" in said
    code, said = validate([first, second], launches[:2])
    assert code == 3
    assert "par-cell-sm, sort: 2 launches were counted and 1 profiled: counting_count" in said


def test_what_was_not_counted_is_refused_and_what_was_not_profiled_told(validate):
    one, other = line(), line(SORT, "sort")
    code, said = validate([one], [measured(one), measured(other)])
    assert code == 3
    assert f"stage {SORT} (void sphlab::par_cell_sm" in said
    code, said = validate([one, other], [measured(one)])
    assert code == 0
    assert "not profiled: par-cell-sm, sort\n" in said


def test_stages_that_variants_share_are_told_once(validate):
    one, same = line(), line(SORT) | {"variant": "par-cell"}
    _, said = validate([one, same], [measured(one), measured(same)])
    assert "1 launches of 1 kernels" in said


def test_the_file_is_printed_again(validate, tmp_path, capsys):
    one, out = line(), tmp_path / "counters.validation.jsonl"
    _, said = validate([one], [measured(one)], "--out", str(out), "--markdown")
    (kept,) = map(json.loads, out.read_text().splitlines())
    assert kept["device"] == "NVIDIA H200"
    assert kept["kernel"].startswith("void sphlab::par_cell_sm")
    assert kept["measured"]["shared_load"] == {"requests": 30, "wavefronts": 60}
    assert main(["counters-validation", str(out), "--markdown"]) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no validation"),
        ('{"schema": "sphlab-counts-validation/0"}\n', "has schema 'sphlab-counts-validation/0'"),
        ('{"schema": "sphl', "is no JSON"),
    ],
)
def test_files_that_are_none(tmp_path, capsys, text, words):
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    assert main(["counters-validation", str(file)]) == 3
    assert words in capsys.readouterr().err


def test_an_export_of_something_else(validate):
    one = line()
    name = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
    code, said = validate([one], [measured(one)], without=[name])
    assert code == 3
    assert f"has no column {name}; profile with ci/validate-counters" in said
    code, said = validate([one], [measured(one)], without=[RANGES])
    assert code == 3
    assert "has no column of NVTX ranges" in said
    launch = measured(one) | {name: "n/a"}
    assert "does not tell it" in validate([one], [launch])[1]

"""The report of a prefix-sum-benchmark, read back from made-up ones."""

import json

import pytest

from analysis.cli import main
from analysis.errors import InputError
from analysis.prefix_sums import fastest, figure, load

CONTEXT = {"device": "Imaginary GPU", "driver": "580.65", "runtime": "CUDA 13.0"}


def case(algorithm, length, block, time, unit="ns", **more):
    name = f"{algorithm}/{length}/block:{block}/iterations:20/manual_time"
    return {"name": name, "run_name": name, "real_time": time, "time_unit": unit, **more}


CASES = [
    case("in-place", 8, 32, 90.0, synchronisations=6, synchronisations_of_paper=5, updates=11),
    case("in-place", 64, 32, 0.2, unit="us"),
    case("in-place", 64, 128, 150.0),
    case("vendor", 64, 32, 40.0),
    case("blelloch", 64, 32, 300.0),
]


@pytest.fixture
def report(tmp_path):
    def write(cases, context=CONTEXT):
        path = tmp_path / "sums.json"
        path.write_text(json.dumps({"context": context, "benchmarks": cases}), encoding="utf-8")
        return path

    return write


def test_the_fastest_block_is_kept(report):
    _, sums = load(report(CASES))
    best = fastest(sums)
    assert {key: (one.block, one.nanoseconds) for key, one in best.items()} == {
        ("in-place", 8): (32, 90.0),
        ("in-place", 64): (128, 150.0),
        ("vendor", 64): (32, 40.0),
        ("blelloch", 64): (32, 300.0),
    }


def test_the_table_is_by_values_then_algorithm(report, capsys):
    assert main(["prefix-sums", str(report(CASES))]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0][:4] == ["values", "algorithm", "threads", "ns"]
    assert lines[1] == ["8", "in-place", "32", "90", "6", "5", "11", "-"]
    assert [line[:4] for line in lines[2:]] == [
        ["64", "in-place", "128", "150"],
        ["64", "blelloch", "32", "300"],
        ["64", "vendor", "32", "40"],
    ]


def test_repetitions_count_by_their_median(report):
    cases = [
        case("vendor", 8, 32, 10.0, repetition_index=0),
        case("vendor", 8, 32, 30.0, repetition_index=1),
        case("vendor", 8, 32, 20.0, aggregate_name="median"),
        case("vendor", 8, 32, 1.0, aggregate_name="stddev"),
    ]
    _, (only,) = load(report(cases))
    assert only.nanoseconds == 20.0


def test_the_figure_has_a_line_an_algorithm(report, tmp_path):
    (axes,) = figure(*load(report(CASES))).axes
    lines = {line.get_label(): list(zip(*line.get_data(), strict=True)) for line in axes.lines}
    assert lines == {
        "in-place": [(8, 90.0), (64, 150.0)],
        "blelloch": [(64, 300.0)],
        "vendor": [(64, 40.0)],
    }
    png = tmp_path / "sums.png"
    assert main(["prefix-sums", str(report(CASES)), "--figure", str(png)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("cases", "reason"),
    [
        ([], "holds no case"),
        ([case("bubble", 8, 32, 1.0)], "'bubble/8/block:32/iterations:20/manual_time' is no case"),
        ([{**CASES[0], "run_name": "other"}], "'other' is no case"),
        ([{"name": "other"}], "benchmarks.0..run_name: is null or not there, not a text"),
    ],
)
def test_another_report_is_refused(report, cases, reason):
    with pytest.raises(InputError, match=reason):
        load(report(cases))


def test_a_file_that_is_not_there_or_no_json_is_refused(tmp_path, capsys):
    assert main(["prefix-sums", str(tmp_path / "none.json")]) == 3
    assert "cannot be read" in capsys.readouterr().err
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert main(["prefix-sums", str(broken)]) == 3

"""What stands on pages, without a browser."""

import copy
import json
import shutil

import pytest

from analysis.cli import main
from analysis.load import load_records
from analysis.report.contenders import Case, contenders, labels_of, lines_of
from analysis.report.winners import ties_with, winners
from analysis.tests.change import fail, find
from analysis.tests.compare.sides import keep_blocks, slow_down, two_sides
from analysis.tests.made_limits import RATES, limits_beside
from analysis.tests.make_small import FILE
from analysis.tests.report.conftest import data_of, results_of, site_of
from analysis.tests.verification import made

NVCC = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle"}
PNG = "mipps-dam-break-lj-disordered.png"


def rows_of(table):
    """The rows of a table as the scripts see them."""
    return [dict(zip(table["keys"], values, strict=True)) for values in table["rows"]]


@pytest.fixture
def steps():
    """(base, candidate): steps of one variant with blocks enough, equal but for noise."""
    return tuple(find(side, **NVCC, scope="step") for side in two_sides())


def test_equal_times_tie_and_others_do_not(steps):
    base, candidate = steps
    assert ties_with(base, candidate)
    slow_down(candidate, 1.03)
    assert not ties_with(base, candidate)


def test_what_does_not_matter_is_a_tie(steps):
    base, candidate = steps
    slow_down(candidate, 1.015)
    assert ties_with(base, candidate)


def test_the_winner_is_the_fastest_and_its_ties_are_of_its_file(steps):
    base, candidate = copy.deepcopy(steps)
    slow_down(candidate, 1.004)
    candidate["toolchain"]["name"] = "clang-19"
    slower = copy.deepcopy(candidate)
    slower["toolchain"]["name"] = "clang-16"
    slow_down(slower, 1.5)
    elsewhere = copy.deepcopy(base)
    slow_down(elsewhere, 1.001)
    runs = {"a.jsonl": [candidate, slower, base], "b.jsonl": [elsewhere]}
    (winner,) = winners(contenders(runs)).values()
    assert (winner.best.file, winner.best.toolchain) == ("a.jsonl", "nvcc-13.0")
    assert [one.toolchain for one in winner.ties] == ["clang-19"]
    assert winner.is_sure
    keep_blocks(base, 7)
    (winner,) = winners(contenders({"a.jsonl": [base]})).values()
    assert not winner.is_sure


def case(particles, **parameters):
    return Case(particles, "initial", 0, "lj", json.dumps(parameters))


def test_cases_are_told_apart_by_what_differs_alone():
    one, other = case(100, apart=2.0), case(100, apart=2.0, rebuild_interval=1.0)
    assert labels_of([one, other]) == {
        one: "100 particles, initial, lj",
        other: "100 particles, initial, lj, rebuild interval 1",
    }


@pytest.mark.parametrize(
    ("cases", "lines"),
    [
        # Cells make a box larger; how full these are is another question.
        (
            [case(8, cells=2, full=1), case(64, cells=4, full=1), case(512, cells=8, full=1)]
            + [case(80, cells=2, full=10)],
            ["initial, lj, full 1"] * 3 + ["initial, lj, full 10"],
        ),
        # Of one size by one parameter, however many values the other has.
        (
            [case(64, side=4, cell=1), case(64, side=4, cell=2), case(64, side=4, cell=3)]
            + [case(512, side=8, cell=2)],
            [f"initial, lj, cell {cell}" for cell in (1, 2, 3, 2)],
        ),
        ([case(8), case(64)], ["initial, lj"] * 2),
    ],
)
def test_a_line_over_particles_is_of_cases_that_differ_in_size_alone(cases, lines):
    assert list(lines_of(cases).values()) == lines


def test_what_failed_a_check_is_neither_winner_nor_drawn(results):
    records = copy.deepcopy(load_records(FILE))
    record = find(records, **NVCC, scope="step", particles=83648)
    fail(record, "forces: 0.3 is more than 2e-05")
    site = site_of(results_of(results.parent, records), "--no-history")
    rows = data_of(site, "imaginary-gpu/scenarios/dam-break-lj.html")["rows"]
    (row,) = [row for row in rows if row["verdict"] == "failed"]
    assert row["verdict_note"] == "forces: 0.3 is more than 2e-05"
    assert "0" not in row["times"]
    assert row["mark"] == ""
    runs = rows_of(data_of(site, "imaginary-gpu/verification.html")["runs"])
    assert [(one["verdict"], one["toolchain"]) for one in runs] == [("failed", "nvcc-13.0")]


def test_the_front_page_has_the_fastest_of_each_case(results):
    rows = rows_of(data_of(site_of(results, "--no-history"), "index.html")["cases"])
    steps = [one for one in load_records(FILE) if one["scope"] == "step"]
    for particles in (83648, 1016000):
        times = [
            one["summary"]["median_s"] for one in steps if one["scenario"]["particles"] == particles
        ]
        (row,) = [row for row in rows if row["particles"] == particles]
        assert row["time"] == pytest.approx(min(times), rel=1e-5)
        assert row["slowest"] == pytest.approx(max(times) / min(times), rel=1e-5)
        assert row["rivals"] == len(times) == 4


def test_where_no_whole_step_was_measured_the_front_page_says_so(results):
    records = [one for one in load_records(FILE) if one["stage"] != "step"]
    site = site_of(results_of(results.parent, records), "--no-history")
    page = (site / "index.html").read_text(encoding="utf-8")
    assert "No whole step was measured" in page
    assert "No session has a variant by two compilers." in page
    assert "<script" not in page


def test_a_stage_is_as_far_from_its_limit_as_its_work_says(results):
    records = copy.deepcopy(load_records(FILE))
    for record in records:
        if record["stage"] == "forces":
            record["work"] |= {"bytes": 1e9, "flops": 3e9}
    results = results_of(results.parent, records)
    limits = json.dumps(limits_beside(records[0]))
    (results / "imaginary-gpu" / "limits.json").write_text(limits, encoding="utf-8")
    site = site_of(results, "--no-history")
    data = data_of(site, "imaginary-gpu/rooflines.html")
    assert data["limits"] == {name: RATES[name] for name in ("copy", "fma", "l1")}
    rows = [row for row in rows_of(data["table"]) if row["stage"] == "forces"]
    assert len(rows) == 4
    for row in rows:
        assert row["intensity"] == 3
        assert row["gflops"] == pytest.approx(3 / row["median_s"], rel=1e-4)
        # 3 GFLOP at 60 TFLOP/s take 50 us, 1 GB at 30 TB/s 33 us.
        assert (row["by"], row["share"]) == (
            "fma",
            pytest.approx(50e-6 / row["median_s"], rel=1e-4),
        )


def test_limits_that_are_missing_are_asked_for(results):
    site = site_of(results, "--no-history")
    page = (site / "imaginary-gpu" / "rooflines.html").read_text(encoding="utf-8")
    assert "No limits of this device are recorded" in page


def test_limits_of_another_device_are_no_roof(results):
    limits = limits_beside(load_records(FILE)[0])
    limits["device"]["name"] = "Another GPU"
    path = results / "imaginary-gpu" / "limits.json"
    path.write_text(json.dumps(limits), encoding="utf-8")
    site = site_of(results, "--no-history")
    assert data_of(site, "imaginary-gpu/rooflines.html")["limits"] == {}
    page = (site / "imaginary-gpu" / "rooflines.html").read_text(encoding="utf-8")
    assert "are of another device, Another GPU" in page


def test_a_verification_is_summed_up_by_compiler_and_check(results):
    session = copy.deepcopy(made.SESSION)
    session["device"] |= {"name": "Imaginary GPU", "slug": "imaginary-gpu"}
    rows = [*made.contents(), ("clang-19", made.LATER, made.failing("density rates", 1e-3))]
    written = made.lines(rows, session)
    made.save(results / "imaginary-gpu" / "verification.jsonl", written)
    site = site_of(results, "--no-history")
    found = rows_of(data_of(site, "imaginary-gpu/verification.html")["checks"])
    told = {
        (row["toolchain"], row["check"]): (row["count"], row["failed"], row["worst"])
        for row in found
    }
    assert told["nvcc-13.0", "accelerations"] == (2, 0, pytest.approx(0.15))
    assert told["nvcc-13.0", "cells"] == (1, 0, None)
    assert told["clang-19", "density rates"] == (1, 1, pytest.approx(50))


def test_kernels_have_what_they_take_and_their_code(results, tmp_path):
    folder = tmp_path / "expected"
    folder.mkdir()
    for toolchain, code in (
        ("nvcc-13.0", "aaaaaaaa"),
        ("clang-19", "aaaaaaaa"),
        ("other", "b" * 8),
    ):
        lines = f"compiler  {toolchain} of a test\n 32 0 0 16  {code}  sm_90  hash_linear\n"
        (folder / f"{toolchain}.txt").write_text(lines, encoding="utf-8")
    site = site_of(results, "--no-history", "--expectations", str(folder))
    data = data_of(site, "imaginary-gpu/kernels.html")
    (row,) = rows_of(data["code"])
    assert row["of_nvcc-13.0"] == "aaaaaaaa 32, 16 B shared"
    assert row["same"] == "several make the same"
    assert "of_other" not in row  # no record of this device is by it
    recorded = {
        (row["kernel"], row["toolchain"]): row["registers"] for row in rows_of(data["recorded"])
    }
    assert recorded["forces_kernel", "nvcc-13.0"] == 72


def test_expectations_that_are_named_are_there(results, capsys):
    named = ["--expectations", str(results)]
    assert main(["report", str(results), "--out", str(results.parent / "site"), *named]) == 3
    assert "holds no expectation, *.txt" in capsys.readouterr().err


def test_each_figure_stands_beside_its_record(results):
    figures = results / "imaginary-gpu" / "figures" / "small"
    figures.mkdir(parents=True)
    (figures / PNG).write_bytes(b"png")
    (figures / "own.png").write_bytes(b"")
    site = site_of(results, "--no-history")
    page = (site / "imaginary-gpu" / "figures.html").read_text(encoding="utf-8")
    assert 'Drawn from <a href="../records/imaginary-gpu/small.jsonl">' in page
    assert f'src="../figures/imaginary-gpu/figures/small/{PNG}"' in page
    assert (site / "figures/imaginary-gpu/figures/small" / PNG).read_bytes() == b"png"
    assert "own.png" in page


def test_revisions_lead_to_the_repository(results):
    records = copy.deepcopy(load_records(FILE))
    for record in records:
        record["code"] = {"revision": "0123456789abcdef", "dirty": False}
    results = results_of(results.parent, records)
    url = "https://example.org/a/b/"
    site = site_of(results, "--no-history", "--repository", url)
    rows = data_of(site, "imaginary-gpu/scenarios/dam-break-lj.html")["rows"]
    assert {row["revision_href"] for row in rows} == {
        "https://example.org/a/b/commit/0123456789abcdef"
    }


def test_what_is_of_another_kind_is_copied_and_not_read(results):
    shutil.copy(FILE, results / "imaginary-gpu" / "small.profile.jsonl")
    site = site_of(results, "--no-history")
    assert (site / "records" / "imaginary-gpu" / "small.profile.jsonl").exists()
    rows = data_of(site, "imaginary-gpu/scenarios/dam-break-lj.html")["rows"]
    assert {row["record"] for row in rows} == {"small.jsonl"}

"""The figures of paper D's GPU ladder, on made-up records of its rungs: cells and lines are read
back.
"""

import copy
import math

import pytest

from analysis import ladder_gpu, paper_d
from analysis.drawing.page import png
from analysis.figures import D6
from analysis.kernels.block_occupancy import EARLY, best_block, occupancy_of
from analysis.material import material
from analysis.tests.change import find, put
from analysis.tests.drawn import drawn

# Seconds of a step, registers, block and bytes a particle, by rung.
MADE = [
    (10e-3, 56, 256, 100),
    (9e-3, 56, 64, 100),
    (7.5e-3, 50, 64, 90),
    (7e-3, 48, 64, 120),
    (6.5e-3, 40, 96, 120),
    (5e-3, 40, 96, 400),
]


@pytest.fixture
def template(records):
    return find(
        records, toolchain="nvcc-13.0", variant="par-part-noloop", particles=83648, stage="step"
    )


def made(template, rung, stage="step", particles=1_000_000):
    """The record of a rung, of a whole step or of its forces, which take half as long."""
    way = ladder_gpu.RUNGS[rung]
    seconds, registers, block, each = MADE[rung]
    record = copy.deepcopy(template)
    record["scenario"] |= {"name": "dam-break-moving-body", "particles": particles}
    record["strategies"] = {"forces": way.forces, "hash": "linear"}
    record["cells_per_radius"] = way.per_radius
    tuning = {"block": way.block}
    if way.separate is not None:
        tuning["separate"] = way.separate
    record["tuning"] = {"forces": tuning}
    record["variant"] = way.forces + ("+half-radius-cells" if way.per_radius == 2 else "")
    record["id"] = f"{rung} {stage} {particles}"
    if stage != "step":
        record |= {"stage": "forces", "scope": "stage"}
        seconds /= 2
        record["resources"] |= {
            "registers": registers,
            "block_size": block,
            "occupancy": occupancy_of("sm_90", registers, block),
            "bytes_allocated": each * particles,
        }
    for key in ("median_s", "p05_s", "p95_s"):
        put(record, f"summary.{key}", seconds * particles / 1e6)
    return record


@pytest.fixture
def rungs(template, records):
    of_forces = find(
        records,
        toolchain="nvcc-13.0",
        variant="par-part-noloop",
        particles=83648,
        stage="forces",
        scope="stage",
    )
    return [
        made(template if stage == "step" else of_forces, rung, stage, particles)
        for rung in range(len(MADE))
        for stage in ("step", "forces")
        for particles in (1_000_000, 4_000_000)
    ]


def test_forces_alone_on_the_device_are_no_rung(rungs):
    partial = rungs[0] | {"id": "partial", "host_toolchain": rungs[0]["toolchain"]}
    found = ladder_gpu.RUNGS[0].among(material([*rungs, partial]).records)
    assert set(found["id"]) == {one["id"] for one in rungs if one["id"].startswith("0 ")}


def cells(figure):
    """The texts of the table, by row and column; the header is row 0."""
    table = figure.axes[0].tables[0]
    return {place: cell.get_text().get_text() for place, cell in table.get_celld().items()}


def test_each_rung_gains_over_the_one_before_and_over_the_first(rungs):
    found = drawn("D5", rungs)
    assert len(found) == 2
    texts = cells(next(figure for name, figure in found.items() if "1000000" in name))
    gains = [texts[row, 2] for row in range(1, 7)]
    assert gains == ["", "11.1", "20.0", "7.1", "7.7", "30.0"]
    assert [texts[row, 3] for row in range(1, 7)] == ["", "11.1", "33.3", "42.9", "53.8", "100.0"]
    assert texts[1, 1] == "10.00"
    assert [texts[6, column] for column in range(4, 8)] == ["2.500", "96", "40", "75%"]
    assert texts[2, 8] == "7.3", "the paper's, of GTX 480"
    assert texts[6, 9] == "12.8"
    assert (texts[7, 8], texts[7, 9]) == ("65.4", "114.5")


def test_a_rung_that_is_missing_is_said_to_be(rungs):
    without = [record for record in rungs if not record["id"].startswith("3 ")]
    texts = cells(next(iter(drawn("D5", without).values())))
    assert texts[4, 1] == "not recorded"
    assert texts[5, 2] == "", "no gain over what is not there"
    assert texts[5, 3] != "", "but over the first"


def test_there_is_no_table_of_rungs_that_are_no_neighbours(rungs):
    apart = [record for record in rungs if record["id"][0] in "135"]
    assert drawn("D5", apart) == {}


def test_the_papers_gains_multiply_up_to_what_it_calls_cumulative():
    for device, gains in paper_d.GAINS.items():
        product = math.prod(1 + gain / 100 for gain in gains)
        assert 100 * (product - 1) == pytest.approx(paper_d.CUMULATIVE[device], abs=0.5)


def test_occupancy_is_what_the_paper_says_of_its_devices():
    tesla, fermi = EARLY["1.2, 1.3"], EARLY["2.x"]
    assert occupancy_of(tesla, 35, 256) == 0.25
    assert best_block(tesla, 35) == 448
    assert occupancy_of(tesla, 35, 448) == 14 / 32
    # the paper's own code takes 192 for these
    for registers in (25, 26):
        assert occupancy_of(fermi, registers, 192) == 0.75
        assert best_block(fermi, registers) == 416
        assert occupancy_of(fermi, registers, 416) == 39 / 48
    assert occupancy_of(tesla, 10, 1024) == 0, "a block has 512 threads at most"
    assert best_block(EARLY["1.0, 1.1"], 10) == 128, "six blocks of four warps"


def test_occupancy_of_today_is_that_of_the_device():
    assert occupancy_of("sm_90", 40, 256) == 48 / 64
    assert best_block("sm_90", 32) == 64, "32 blocks of two warps"
    assert occupancy_of("sm_90", 32, 64) == 1


def test_the_ladder_stands_among_the_lines_of_its_device(rungs):
    (figure,) = drawn("D6", rungs).values()
    assert [axes.get_title() for axes in figure.axes[:4]] == [
        "compute 1.0, 1.1",
        "compute 1.2, 1.3",
        "compute 2.x",
        "sm_90",
    ]
    for axes, device in zip(figure.axes, [*EARLY.values(), "sm_90"], strict=False):
        lines = {one.get_label(): one.lines[0].get_xydata() for one in axes.containers}
        for registers, occupancy in lines["256 threads"]:
            assert occupancy == occupancy_of(device, int(registers), 256)
        best = dict(lines["best block"])
        assert all(best[registers] >= value for registers, value in lines["256 threads"])
        assert set(best) == set(D6.REGISTERS)
    points = {line.get_label(): set(map(tuple, line.get_xydata())) for line in figure.axes[3].lines}
    assert points["ladder, 256"] == {(56, occupancy_of("sm_90", 56, 256))}
    assert (40, occupancy_of("sm_90", 40, 96)) in points["ladder, best block"]
    assert png(figure)


def test_there_is_no_occupancy_where_none_is_known(rungs):
    for record in rungs:
        record["device"] = record["device"] | {"architecture": "x86-64"}
    assert drawn("D6", rungs) == {}


def test_memory_is_what_each_mode_has_allocated(rungs):
    (figure,) = drawn("D10", rungs).values()
    lines = {one.get_label(): dict(one.lines[0].get_xydata()) for one in figure.axes[0].containers}
    assert lines["FastCells(r/2): ranges-merged"] == {1e6: 0.4, 4e6: 1.6}
    assert "SlowCells(r): cells-merged" not in lines, "nothing is recorded of it"
    limits = {line.get_ydata()[0] for line in figure.axes[0].lines if line.get_linestyle() == ":"}
    assert limits == {1.4, 4.0}
    assert png(figure)


def test_memory_of_one_size_is_no_figure(rungs):
    assert drawn("D10", [one for one in rungs if one["scenario"]["particles"] == 1_000_000]) == {}

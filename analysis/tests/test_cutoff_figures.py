"""The figures of paper C, on made-up records of random boxes: lines and cells are read back."""

import copy

import pytest

from analysis import cutoff, figures
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.load import frame
from analysis.tests.change import find, put

BOXES = [(2, 1), (4, 10), (8, 10)]
UNCUT = "without a distance test"
# Seconds of a pass over 1000 candidate pairs, by strategy; more operations take longer.
SECONDS = {"par-part-noloop": 4e-6, "x-pencil": 2e-6, "all-in-sm": 8e-6}


def candidates(side, per_cell):
    """Of a box whose cells hold `per_cell` particles each."""
    touching = (3 * side - 2) ** 3
    return float(touching * per_cell**2 - side**3 * per_cell)


def seconds(strategy, side, per_cell, flops=18):
    return SECONDS[strategy] * candidates(side, per_cell) / 1000 * (1 + flops / 100)


def box(template, strategy, side, per_cell, physics="lj-potential-uncut", flops=18, swept=False):
    record = copy.deepcopy(template)
    record["scenario"] |= {
        "name": "random-box",
        "particles": side**3 * per_cell,
        "parameters": {"cells_per_side": side, "particles_per_cell": per_cell},
    }
    record["id"] = f"{strategy} {side} {per_cell} {physics} {swept}"
    record |= {"physics": physics, "variant": strategy}
    put(record, "work.candidate_pairs", candidates(side, per_cell))
    put(record, "summary.median_s", seconds(strategy, side, per_cell, flops))
    point = {"stage": "forces", "tuning": {"block": 128}, "median_s": 1e-5}
    record["tuning_sweep"] = [point] if swept else []
    return record


def single_call(record):
    """The record of single calls that a suite takes beside `record`; it shows other times."""
    single = copy.deepcopy(record)
    single |= {"id": f"{record['id']} single", "scope": "kernel"}
    del single["policy"]["calls"]
    put(single, "summary.median_s", 10 * record["summary"]["median_s"])
    return single


@pytest.fixture
def template(records):
    record = find(
        records,
        toolchain="nvcc-13.0",
        variant="par-part-noloop",
        stage="forces",
        scope="kernel",
        cache="warm",
    )
    record["scope"] = "asynchronous-calls"
    record["policy"]["calls"] = 200
    return record


@pytest.fixture
def recorded(template):
    return [box(template, strategy, *size) for strategy in SECONDS for size in BOXES]


def lines(axes):
    """The points of each labelled line."""
    return {
        line.get_label(): list(zip(*line.get_data(), strict=True))
        for line in axes.get_lines()
        if not line.get_label().startswith("_")
    }


def drawn(name, records):
    return {one.name: one.figure.axes[0] for one in figures.draw(name, frame(records))}


def interactions(side, per_cell):
    return candidates(side, per_cell) / (side**3 * per_cell)


def test_the_interactions_of_a_particle_are_the_papers():
    # table 1: 79 for (2/10), 253.2 for (32/10), where each cell holds its average
    assert interactions(2, 10) == 79
    assert interactions(32, 100) == pytest.approx(2534, rel=1e-3)


def test_c6_shows_the_speedup_of_each_strategy(recorded):
    axes = drawn("C6", recorded)["C6-lj-potential-uncut-nvcc-13.0-paper"]
    expected = {
        strategy: [
            (interactions(*size), SECONDS["par-part-noloop"] / SECONDS[strategy])
            for size in sorted(BOXES, key=lambda size: interactions(*size))
        ]
        for strategy in SECONDS
    }
    shown = lines(axes)
    assert list(shown) == ["par-part-noloop", "all-in-sm", "x-pencil"]
    for strategy, points in expected.items():
        assert shown[strategy] == [pytest.approx(point) for point in points]
    assert axes.get_xscale() == "log"
    assert axes.get_xlabel() == "interactions per particle"


@pytest.mark.parametrize("name", ["C1", "C6"])
def test_single_calls_are_never_drawn(recorded, name):
    singles = [single_call(record) for record in recorded]
    of_both, of_asynchronous = (
        [png(one.figure) for one in figures.draw(name, frame(records))]
        for records in (recorded + singles, recorded)
    )
    assert of_both == of_asynchronous
    assert drawn(name, singles) == {}


def test_the_caption_tells_the_number_of_calls(recorded):
    put(recorded[0], "policy.calls", 4)
    (drawing,) = figures.draw("C6", frame(recorded))
    texts = " ".join(text.get_text() for text in drawing.figure.texts)
    assert "4 to 200 asynchronous calls" in " ".join(texts.split())


def test_c6_leaves_out_what_a_strategy_refused(recorded):
    kept = [
        record
        for record in recorded
        if (record["variant"], record["scenario"]["particles"]) != ("all-in-sm", 8**3 * 10)
    ]
    axes = drawn("C6", kept)["C6-lj-potential-uncut-nvcc-13.0-paper"]
    assert len(lines(axes)["all-in-sm"]) == 2
    assert len(lines(axes)["x-pencil"]) == 3


def test_c6_needs_what_it_compares_with(recorded):
    without = [record for record in recorded if record["variant"] != "par-part-noloop"]
    with pytest.raises(InputError, match="no record of par-part-noloop for the box"):
        drawn("C6", without)


def test_the_papers_tuning_and_the_best_are_two_figures(recorded, template):
    swept = [box(template, strategy, 2, 1, swept=True) for strategy in SECONDS]
    assert sorted(drawn("C6", recorded + swept)) == [
        "C6-lj-potential-uncut-nvcc-13.0-paper",
        "C6-lj-potential-uncut-nvcc-13.0-swept",
    ]


def test_the_two_families_are_never_on_one_figure(recorded, template):
    tested = [
        box(template, strategy, *size, physics="lj-potential")
        for strategy in SECONDS
        for size in BOXES
    ]
    assert len(drawn("C6", recorded + tested)) == 2
    heavy = [
        box(template, "x-pencil", 2, 1, physics=physics, flops=168)
        for physics in ("lj-potential-168", "lj-potential-168-uncut")
    ]
    assert sorted(drawn("C8", recorded + tested + heavy)) == [
        "C8-within-the-cutoff-nvcc-13.0-paper",
        "C8-without-a-distance-test-nvcc-13.0-paper",
    ]


def test_c8_shows_the_times_of_each_count_of_operations(template):
    made = [
        box(template, strategy, *size, physics=physics, flops=flops)
        for strategy in ("par-part-noloop", "x-pencil", "all-in-sm")
        for size in BOXES
        for flops, physics in cutoff.FLOPS[UNCUT].items()
    ]
    axes = drawn("C8", made)["C8-without-a-distance-test-nvcc-13.0-paper"]
    expected = {
        f"{strategy}, {flops} FLOP": sorted(
            (interactions(*size), seconds(strategy, *size, flops)) for size in BOXES
        )
        for strategy in ("par-part-noloop", "x-pencil")
        for flops in (5, 18, 168)
    }
    shown = lines(axes)
    assert shown.keys() == expected.keys()
    for label, points in expected.items():
        assert shown[label] == [pytest.approx(point) for point in points]
    assert axes.get_yscale() == "log"


def test_c8_is_not_drawn_of_one_count_alone(recorded):
    assert drawn("C8", recorded) == {}


def cells(axes):
    """The texts of the table, and whether they are bold, by (row, column)."""
    (table,) = axes.tables
    return {
        place: (cell.get_text().get_text(), cell.get_text().get_fontweight() == "bold")
        for place, cell in table.get_celld().items()
    }


def test_table_1_names_the_faster_of_the_two(recorded):
    shown = cells(drawn("C1", recorded)["C1-paper"])
    assert shown[0, 0] == ("interactions per particle", False)
    assert shown[0, 1][0] == "PPNL\nnvcc-13.0"
    assert shown[1, 0][0] == "7 (2/1)"
    assert shown[1, 1] == (f"{seconds('par-part-noloop', 2, 1):.1e}", False)
    assert shown[1, 2] == (f"{seconds('x-pencil', 2, 1):.1e}", True)
    assert len(shown) == 3 * (1 + len(BOXES))


def test_table_1_says_where_the_pencil_was_refused(recorded):
    kept = [
        record
        for record in recorded
        if (record["variant"], record["scenario"]["particles"]) != ("x-pencil", 8)
    ]
    shown = cells(drawn("C1", kept)["C1-paper"])
    assert shown[1, 1] == (f"{seconds('par-part-noloop', 2, 1):.1e}", True)
    assert shown[1, 2] == ("refused", False)


def test_there_is_nothing_to_draw_without_random_boxes(records):
    for name in ("C1", "C6", "C8"):
        assert drawn(name, records) == {}


@pytest.mark.parametrize("name", ["C1", "C6"])
def test_the_file_is_the_same_every_time(recorded, name):
    first, second = (
        [png(one.figure) for one in figures.draw(name, frame(recorded))] for _ in range(2)
    )
    assert first == second

"""The figures of paper C, on made-up records of random boxes: lines and cells are read back."""

import copy

import pytest

from analysis import cutoff, figures
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.load import frame, with_status
from analysis.material import DRIFTS, material
from analysis.naming import with_names
from analysis.tests.change import put, refuse

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
    for key, factor in (("median_s", 1), ("p05_s", 0.9), ("p95_s", 1.2)):
        put(record, f"summary.{key}", factor * seconds(strategy, side, per_cell, flops))
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
def template(alone):
    alone["scope"] = "asynchronous-calls"
    alone["policy"]["calls"] = 200
    return alone


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
    return {one.name: one.figure.axes[0] for one in figures.draw(name, material(records))}


def panels(name, records):
    """The panels of each drawing of a figure, by the particles a cell of BOXES."""
    return {
        one.name: dict(zip([1, 10], one.figure.axes, strict=True))
        for one in figures.draw(name, material(records))
    }


def curves(axes):
    """The points of each labelled line with whiskers, by the box that the axis names."""
    boxes = [label.get_text() for label in axes.get_xticklabels()]
    return {
        container.get_label(): {
            boxes[round(x)]: y for x, y in zip(*container.lines[0].get_data(), strict=True)
        }
        for container in axes.containers
    }


def whiskers(axes):
    """The ends of the whiskers of each labelled line."""
    return {
        container.get_label(): [
            (low, high)
            for collection in container.lines[2]
            for (_, low), (_, high) in collection.get_segments()
        ]
        for container in axes.containers
    }


def crosses(axes):
    """The boxes at which refusals are marked, by colour."""
    boxes = [label.get_text() for label in axes.get_xticklabels()]
    return {
        line.get_color(): [boxes[round(x)] for x in line.get_xdata()]
        for line in axes.get_lines()
        if line.get_marker() == "x"
    }


def caption(name, records):
    (drawing,) = figures.draw(name, material(records))
    return " ".join(" ".join(text.get_text() for text in drawing.figure.texts).split())


def box_of(side, per_cell):
    return f"{side}\n{interactions(side, per_cell):.4g}"


def interactions(side, per_cell):
    return candidates(side, per_cell) / (side**3 * per_cell)


def test_the_interactions_of_a_particle_are_the_papers():
    # table 1: 79 for (2/10), 253.2 for (32/10), where each cell holds its average
    assert interactions(2, 10) == 79
    assert interactions(32, 100) == pytest.approx(2534, rel=1e-3)


def test_c6_has_a_line_a_strategy_for_each_number_of_particles_a_cell(recorded):
    shown = panels("C6", recorded)["C6-lj-potential-uncut-nvcc-13.0-paper"]
    for per_cell, axes in shown.items():
        assert axes.get_title() == f"{per_cell} particle{'s' if per_cell > 1 else ''} a cell"
        assert axes.get_xlabel() == "cells a side (below: interactions of a particle)"
        found = curves(axes)
        assert list(found) == ["par-part-noloop", "all-in-sm", "x-pencil"]
        for strategy, points in found.items():
            ratio = SECONDS["par-part-noloop"] / SECONDS[strategy]
            assert points == pytest.approx(
                {box_of(*size): ratio for size in BOXES if size[1] == per_cell}
            )


def test_c6_tells_what_its_whiskers_are(recorded):
    shown = panels("C6", recorded)["C6-lj-potential-uncut-nvcc-13.0-paper"]
    assert whiskers(shown[1])["x-pencil"] == [pytest.approx((2 * 0.9 / 1.2, 2 * 1.2 / 0.9))]
    assert whiskers(shown[1])["par-part-noloop"] == [(1, 1)]
    assert "whiskers: the 5th percentile of Par-Part-NoLoop over the 95th" in caption(
        "C6", recorded
    )


@pytest.mark.parametrize("name", ["C1", "C6"])
def test_single_calls_are_never_drawn(recorded, name):
    singles = [single_call(record) for record in recorded]
    of_both, of_asynchronous = (
        [png(one.figure) for one in figures.draw(name, material(records))]
        for records in (recorded + singles, recorded)
    )
    assert of_both == of_asynchronous
    assert drawn(name, singles) == {}


def test_the_caption_tells_the_number_of_calls_and_of_series(recorded):
    put(recorded[0], "policy.calls", 4)
    put(recorded[1], "policy.calls", 20)
    put(recorded[2], "summary.count", 10)
    text = caption("C6", recorded)
    assert (
        "200 calls a series in 7 of 9 points, 4 to 20 in the others, whose calls take long. "
        "7 to 10 series a point."
    ) in text


def test_the_caption_names_board_revision_and_recording(recorded):
    for name in ("C1", "C6"):
        text = caption(name, recorded)
        assert "Imaginary GPU, board 0a1b2c3d, driver" in text
        assert "Code: revision not recorded. From one recording, 2026-11-20." in text


def refusing(recorded, strategy, *size):
    """The records with one that says that the strategy refused a box, in place of its own."""
    found = [
        record
        for record in recorded
        if (record["variant"], record["scenario"]["particles"])
        == (strategy, size[0] ** 3 * size[1])
    ]
    refused = copy.deepcopy(found[0])
    refuse(refused, f"forces/{strategy} of pack nvcc-13.0: 27 cells need 51140 bytes")
    return [record for record in recorded if record not in found] + [refused]


def test_a_step_that_drifts_is_no_refusal(recorded):
    one = recorded[0]
    table = with_names(frame([with_status(one, DRIFTS), with_status(one, "too large")]))
    assert list(cutoff.refusals(table)["validity.status"]) == ["too large"]


def test_c6_marks_what_a_strategy_refused(recorded):
    kept = refusing(recorded, "all-in-sm", 8, 10)
    shown = panels("C6", kept)["C6-lj-potential-uncut-nvcc-13.0-paper"]
    assert list(curves(shown[10])["all-in-sm"]) == [box_of(4, 10)]
    assert len(curves(shown[10])["x-pencil"]) == 2
    colour = cutoff.line_style("all-in-sm")["color"]
    assert crosses(shown[10]) == {colour: [box_of(8, 10)]}
    assert crosses(shown[1]) == {}
    assert "Refused: all-in-sm at (8/10); first: 27 cells need 51140 bytes." in caption("C6", kept)


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
    shown = panels("C8", made)["C8-without-a-distance-test-nvcc-13.0-paper"]
    for per_cell, axes in shown.items():
        assert curves(axes) == {
            f"{strategy}, {flops} FLOP": pytest.approx(
                {
                    box_of(*size): seconds(strategy, *size, flops) * 1e3
                    for size in BOXES
                    if size[1] == per_cell
                }
            )
            for strategy in ("par-part-noloop", "x-pencil")
            for flops in (5, 18, 168)
        }
        assert axes.get_yscale() == "log"
    assert shown[1].get_ylabel() == "time of a pass [ms]"


def test_c8_is_not_drawn_of_one_count_alone(recorded):
    assert drawn("C8", recorded) == {}


def cells(axes):
    """The texts of the table, and whether they are bold, by (row, column)."""
    (table,) = axes.tables
    return {
        place: (cell.get_text().get_text(), cell.get_text().get_fontweight() == "bold")
        for place, cell in table.get_celld().items()
    }


def test_table_1_is_headed_by_the_device_and_names_the_faster_of_the_two(recorded):
    drawing = drawn("C1", recorded)["C1-paper"]
    assert drawing.figure.texts[0].get_text().endswith("on Imaginary GPU [ms]")
    shown = cells(drawing)
    assert shown[0, 0] == ("interactions\nof a particle\n(box)", False)
    assert shown[0, 1][0] == "Imaginary GPU\nnvcc-13.0\nPPNL"
    assert shown[1, 0][0] == "7 (2/1)"
    assert shown[1, 1] == (f"{seconds('par-part-noloop', 2, 1) * 1e3:#.4g}", False)
    assert shown[1, 2] == (f"{seconds('x-pencil', 2, 1) * 1e3:#.4g}", True)
    assert len(shown) == 3 * (1 + len(BOXES))


def test_table_1_tells_apart_times_that_differ_by_a_thousandth(recorded):
    pencil = next(one for one in recorded if one["variant"] == "x-pencil")
    put(pencil, "summary.median_s", 1.001 * seconds("par-part-noloop", 2, 1))
    shown = cells(drawn("C1", recorded)["C1-paper"])
    assert shown[1, 1][0] != shown[1, 2][0]
    assert (shown[1, 1][1], shown[1, 2][1]) == (True, False)


def test_table_1_says_where_the_pencil_was_refused_and_where_it_was_not_recorded(recorded):
    shown = cells(drawn("C1", refusing(recorded, "x-pencil", 2, 1))["C1-paper"])
    assert shown[1, 1] == (f"{seconds('par-part-noloop', 2, 1) * 1e3:#.4g}", True)
    assert shown[1, 2] == ("refused", False)
    absent = [
        record
        for record in recorded
        if (record["variant"], record["scenario"]["particles"]) != ("x-pencil", 8)
    ]
    assert cells(drawn("C1", absent)["C1-paper"])[1, 2] == ("not recorded", False)


def test_there_is_nothing_to_draw_without_random_boxes(records):
    for name in ("C1", "C6", "C8"):
        assert drawn(name, records) == {}


@pytest.mark.parametrize("name", ["C1", "C6"])
def test_the_file_is_the_same_every_time(recorded, name):
    first, second = (
        [png(one.figure) for one in figures.draw(name, material(recorded))] for _ in range(2)
    )
    assert first == second

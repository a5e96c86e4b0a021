"""The figures of paper E, on made-up records of tasks: lines and cells are read back."""

import copy

import pytest

from analysis import figures, paper_e, tasks
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.material import material
from analysis.tests.change import find, put
from analysis.tests.drawn import curves, drawn

# Seconds of a step with a million particles, by (forces, order, tile).
SECONDS = {
    ("rows", "linear", None): 16e-3,
    ("cta-tasks", "linear", None): 12e-3,
    ("cta-tasks", "perpendicular", 4): 11e-3,
    ("cta-tasks", "morton-tiles", None): 13e-3,
    ("hierarchical-tasks", "perpendicular", 4): 8e-3,
    ("hierarchical-tasks", "perpendicular", 3): 7e-3,
    ("hierarchical-tasks", "perpendicular", 6): 10e-3,
    ("hierarchical-tasks-x", "perpendicular", 4): 9e-3,
    ("hierarchical-tasks-xz", "perpendicular", 4): 9.5e-3,
}
# Of the median: the percentiles that whiskers reach to.
LOW, HIGH = 0.95, 1.1
STAGES = {"tasks": (0.1e-3, 2), "sort": (0.3e-3, 1), "density": (3e-3, 1), "forces": (4e-3, 1)}


@pytest.fixture
def template(records):
    return find(
        records, toolchain="nvcc-13.0", variant="par-part-noloop", particles=83648, stage="step"
    )


def made(template, way, scenario="dam-break-dense", particles=1_000_000, per_cell=64, step=20):
    """The record of a step; a cell that was to hold so many holds a tenth less on average."""
    forces, order, tile = way
    record = copy.deepcopy(template)
    record["scenario"] |= {
        "name": scenario,
        "particles": particles,
        "parameters": {"particles_per_cell": per_cell, "rebuild_interval": 1},
    }
    record["scenario"]["state"] |= {
        "step": step,
        "time_s": step / 1000,
        "cells": {"filled": particles // per_cell, "mean": 0.9 * per_cell, "fullest": per_cell},
    }
    record["strategies"] = {"forces": forces, "hash": order, "sort": "counting"}
    record["tuning"] = {"hash": {} if tile is None else {"tile": tile}}
    record["variant"] = f"{forces}+counting+{order}"
    record["id"] = f"{way} {scenario} {particles} {per_cell} {step} {record['stage']}"
    _take(record, SECONDS[way] * particles / 1e6 * (1 + per_cell / 1000))
    return record


def _take(record, seconds):
    for key, factor in (("median_s", 1), ("p05_s", LOW), ("p95_s", HIGH)):
        put(record, f"summary.{key}", factor * seconds)


@pytest.fixture
def by_density(template):
    return [made(template, way, per_cell=per_cell) for way in SECONDS for per_cell in (20, 1000)]


@pytest.fixture
def cuboids(template):
    cases = [(1_000_000, 297), (8_000_000, 297), (4_096_000, 64)]
    return [
        made(template, way, "static-cuboid", particles, per_cell, 0)
        for way in [way for way in SECONDS if way[1] == "linear" or way[2] == 4]
        for particles, per_cell in cases
    ]


def whiskers(figure):
    return {
        container.get_label(): [
            (low, high)
            for collection in container.lines[2]
            for (_, low), (_, high) in collection.get_segments()
        ]
        for container in figure.axes[0].containers
    }


def caption(figure):
    return " ".join(" ".join(text.get_text() for text in figure.texts).split())


def gain(way, reference):
    return SECONDS[reference] / SECONDS[way]


CTA = ("cta-tasks", "linear", None)
NEW = ("hierarchical-tasks", "perpendicular", 4)
OF_A_DENSITY = {
    "E14": {tasks.GRID: (("cta-tasks", "perpendicular", 4), ("cta-tasks", "morton-tiles", None))},
    "E15": {tasks.NEW: (NEW, CTA), tasks.ORDERED: (("cta-tasks", "perpendicular", 4), CTA)},
    "E16": {
        tasks.LS: (("hierarchical-tasks-x", "perpendicular", 4), CTA),
        tasks.LD: (("hierarchical-tasks-xz", "perpendicular", 4), CTA),
        tasks.LH: (NEW, CTA),
    },
    "E17": {
        tasks.OTHER_TILES[0]: (("hierarchical-tasks", "perpendicular", 3), NEW),
        tasks.OTHER_TILES[1]: None,
        tasks.OTHER_TILES[2]: (("hierarchical-tasks", "perpendicular", 6), NEW),
    },
}


@pytest.mark.parametrize("name", OF_A_DENSITY)
def test_frame_rates_stand_over_the_mean_of_filled_cells(by_density, name):
    figure = drawn(name, by_density)[f"{name}-dam-break-dense-nvcc-13.0-counting-paper"]
    shown = curves(figure)
    for way, compared in OF_A_DENSITY[name].items():
        expected = {} if compared is None else dict.fromkeys((18.0, 900.0), gain(*compared))
        assert shown.get(way.label, {}) == pytest.approx(expected), way
    axes = figure.axes[0]
    assert axes.get_xlabel() == "AC, mean particles in a cell that holds any"
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["18", "900"]
    assert axes.get_ylabel() == "normalised frame rate"


def test_the_caption_tells_device_state_cells_and_what_is_missing(by_density):
    (figure,) = drawn("E17", by_density).values()
    text = caption(figure)
    assert "Imaginary GPU, board 0a1b2c3d, driver" in text
    assert "nvcc-13.0: nvcc: NVIDIA" in text
    assert "From one recording, 2026-11-20." in text
    assert (
        "ratio of medians of 7 samples. Whiskers: the 5th percentile of the one time over" in text
    )
    assert "1,000,000 particles; AC, the mean over cells that hold any, is 18 to 900, the" in text
    assert "the fullest cell holds 20 to 1,000." in text
    assert "The state at step 20, 0.02 s of simulated time." in text
    assert "tile of 5: not recorded, and so not drawn, at 18, 900." in text


def test_a_caption_tells_where_times_drift(template, by_density):
    beside = [made(template, way, per_cell=64) for way in SECONDS]
    for record in beside:
        record["drift"] = {"relative": 0.05, "low": 0.04, "high": 0.06, "drifts": True}
    (figure,) = drawn("E17", [*by_density, *beside]).values()
    assert (
        "Times drift within their blocks, and are not drawn, at 57.6: tile of 3; tile of 6; "
        "tile of 4."
    ) in caption(figure)
    assert curves(figure)[tasks.OTHER_TILES[0].label].keys() == {18, 900}


def test_what_drifts_beside_others_is_not_told_as_missing(template, by_density):
    drifting = made(template, ("hierarchical-tasks", "perpendicular", 3), per_cell=1000)
    drifting["drift"] = {"relative": 0.05, "low": 0.04, "high": 0.06, "drifts": True}
    others = [record for record in by_density if record["id"] != drifting["id"]]
    (figure,) = drawn("E17", [*others, drifting]).values()
    text, label = caption(figure), tasks.OTHER_TILES[0].label
    assert f"Times drift within their blocks, and are not drawn, at 900: {label}." in text
    assert f"{label}: not recorded" not in text


def test_whiskers_are_of_the_percentiles(by_density):
    (figure,) = drawn("E15", by_density).values()
    ratio = gain(NEW, CTA)
    ends = (ratio * LOW / HIGH, ratio * HIGH / LOW)
    assert whiskers(figure)[tasks.NEW.label] == [pytest.approx(ends)] * 2


def tuned(record, seconds, **tuning):
    """The same by another tuning of its passes, in so many times its seconds."""
    other = copy.deepcopy(record)
    other["tuning"]["forces"] = {key.replace("_", "-"): value for key, value in tuning.items()}
    other["id"] += f" {tuning}"
    _take(other, seconds * record["summary"]["median_s"])
    return other


@pytest.mark.parametrize(
    ("figure", "way", "tuning"),
    [
        ("E15", tasks.UNMERGED, {"merge": 0, "threshold_per_slab": 0}),
        ("E16", tasks.BY_SLAB, {"merge": 1, "threshold_per_slab": 22}),
    ],
)
def test_a_tuning_that_is_not_the_papers_is_a_line_of_its_own(by_density, figure, way, tuning):
    papers = [
        tuned(one, 1, merge=1, threshold_per_slab=0) if one["id"].startswith(f"{NEW}") else one
        for one in by_density
    ]
    others = [tuned(one, 0.5, **tuning) for one in by_density if one["id"].startswith(f"{NEW}")]
    shown = curves(*drawn(figure, papers + others).values())
    label = tasks.NEW.label if figure == "E15" else tasks.LH.label
    assert shown[label] == pytest.approx(dict.fromkeys((18.0, 900.0), gain(NEW, CTA)))
    assert shown[way.label] == pytest.approx(dict.fromkeys((18.0, 900.0), 2 * gain(NEW, CTA)))


def test_the_best_of_a_sweep_is_one_line_whatever_its_tuning(by_density):
    for record in by_density:
        record["tuning"]["forces"] = {"merge": 0, "threshold-per-slab": 22}
        record["tuning_sweep"] = [{"stage": "forces", "tuning": {}, "median_s": 1e-5}]
    shown = curves(*drawn("E15", by_density).values())
    assert set(shown[tasks.NEW.label]) == {18, 900}
    assert not shown.get(tasks.UNMERGED.label)


def test_states_that_did_not_converge_are_hollow_and_told(template):
    recorded = [
        made(template, way, "dropped-bodies", step=step)
        for way in (CTA, NEW)
        for step in (0, 22, 44)
    ]
    for record in recorded:
        left = record["scenario"]["state"]["step"] == 44
        record["repetitions"] = {
            "times_per_evaluation": 3.0,
            "last_error": 0.12 if left else 0.001,
            "limit": 0.01,
            "not_converged": float(left),
        }
    (figure,) = drawn("E19", recorded).values()
    hollow = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "white"]
    assert [list(line.get_xdata()) for line in hollow] == [[44]]
    assert "Hollow: 1 of 3 states, at step 44, in which the repeated" in caption(figure)
    assert "an error of 0.12 is left, where 0.01 is asked for" in caption(figure)
    for record in recorded:
        record["repetitions"]["not_converged"] = 0.0
    assert "Hollow" not in caption(*drawn("E19", recorded).values())


def test_the_papers_gain_stands_in_the_caption(by_density):
    (figure,) = drawn("E15", by_density).values()
    assert "The paper's text: 1.73." in caption(figure)
    assert paper_e.gains_note("E21") == "The paper's text: 1.61 on GTX 1080, 1.63 on RTX 2070."


def test_figure_13_is_of_297_particles_a_cell_and_of_all_three(cuboids):
    (figure,) = drawn("E13", cuboids).values()
    at = (1_000_000, 8_000_000)
    assert curves(figure) == {
        tasks.TRA.label: pytest.approx(dict.fromkeys(at, gain(("rows", "linear", None), CTA))),
        tasks.CTA.label: dict.fromkeys(at, 1),
        tasks.NEW.label: pytest.approx(dict.fromkeys(at, gain(NEW, CTA))),
    }
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == ["1 M", "8 M"]


def test_frames_stand_over_their_steps(template):
    steps = [0, 50, 100]
    recorded = [made(template, way, step=step) for way in (CTA, NEW) for step in steps]
    _take(recorded[-1], 2 * recorded[-1]["summary"]["median_s"])
    (figure,) = drawn("E18", recorded).values()
    ratio = gain(NEW, CTA)
    assert curves(figure) == {tasks.NEW.label: pytest.approx({0: ratio, 50: ratio, 100: ratio / 2})}
    assert "3 saved states of one run, at step 0 to 100, 0 to 0.1 s" in caption(figure)
    assert drawn("E19", recorded) == {}, "it is of another scenario"


def test_frames_of_a_scenario_without_that_parameter_are_drawn(template):
    recorded = [
        made(template, way, "elastic-cubes", step=step) for way in (CTA, NEW) for step in (0, 20)
    ]
    for record in recorded:
        del record["scenario"]["parameters"]["particles_per_cell"]
    (figure,) = drawn("E21", recorded).values()
    assert set(curves(figure)[tasks.NEW.label]) == {0, 20}


def test_traversals_stand_over_the_neighbours_that_particles_have(template):
    recorded = []
    for way, of_sample in ((CTA, 0.7), (NEW, -0.7)):
        for per_cell, neighbours in ((8, 32.76), (64, 256.1)):
            record = made(template, way, "static-cuboid", 1_000_000, per_cell, 0)
            mean = neighbours + of_sample  # of each order of the particles another sample is judged
            record["scenario"]["state"]["neighbours"] = {"mean": mean, "p05": 1, "p95": 400}
            record["scenario"]["configuration_hash"] = f"{per_cell:016x}"
            recorded.append(record)
    slower = [copy.deepcopy(recorded[0]), copy.deepcopy(recorded[2])]
    for number, record in enumerate(slower):
        _take(record, 3 * record["summary"]["median_s"])
        record["id"] = f"{number:016x}"
    (figure,) = drawn("neighbours", [*recorded, *slower]).values()
    mipps = [1 / record["summary"]["median_s"] for record in recorded]
    assert curves(figure) == {
        "tasks": pytest.approx({33: mipps[0], 256: mipps[1]}),
        "tasks of the hierarchical grid": pytest.approx({33: mipps[2], 256: mipps[3]}),
    }
    assert drawn("neighbours", recorded[:1]) == {}, "one place is no line"


def test_whole_numbers_keep_their_digits():
    assert [tasks.three_digits(x) for x in (0.01234, 18.34, 108.2, 4631.4)] == [
        "0.0123",
        "18.3",
        "108",
        "4,631",
    ]


def test_one_place_is_no_line(by_density):
    once = [one for one in by_density if one["scenario"]["parameters"]["particles_per_cell"] == 20]
    assert drawn("E15", once) == {}


def test_cells_that_age_are_not_compared(by_density):
    for record in by_density:
        record["scenario"]["parameters"]["rebuild_interval"] = 10
    assert drawn("E15", by_density) == {}


def test_tunings_and_sorts_are_figures_of_their_own(template, by_density):
    others = copy.deepcopy(by_density)
    for record in others:
        record["id"] += " swept"
        record["tuning_sweep"] = [{"stage": "forces", "tuning": {}, "median_s": 1e-5}]
    radix = copy.deepcopy(by_density)
    for record in radix:
        record["id"] += " radix"
        record["strategies"]["sort"] = "radix"
    assert sorted(drawn("E15", by_density + others + radix)) == [
        "E15-dam-break-dense-nvcc-13.0-counting-paper",
        "E15-dam-break-dense-nvcc-13.0-counting-swept",
        "E15-dam-break-dense-nvcc-13.0-radix-paper",
    ]


def test_two_records_of_one_point_are_refused(by_density):
    again = copy.deepcopy([one for one in by_density if one["strategies"]["forces"] == "cta-tasks"])
    for record in again:
        record["id"] += " again"
    with pytest.raises(InputError, match="would be one bar"):
        drawn("E15", by_density + again)


def staged(record):
    """The stages of a step."""
    for stage, (seconds, calls) in STAGES.items():
        one = copy.deepcopy(record)
        one |= {"stage": stage, "scope": "stage", "calls_per_step": calls}
        one["id"] += f" {stage}"
        _take(one, seconds)
        yield one


def cells(figure):
    (table,) = figure.axes[0].tables
    return {
        place: (cell.get_text().get_text(), cell.get_text().get_fontweight() == "bold")
        for place, cell in table.get_celld().items()
    }


def test_table_1_has_our_frames_and_the_papers(cuboids):
    with_stages = [*cuboids, *(one for step in cuboids for one in staged(step))]
    (figure,) = drawn("E1", with_stages).values()
    shown = cells(figure)
    assert [shown[0, column][0] for column in range(6)] == [
        *("device", "particles", "AC"),
        *("TRA\npreparation", "TRA\ndensity\nand force", "TRA\ntotal"),
    ]
    factor = 1 + 297 / 1000
    assert [shown[1, column][0] for column in range(4)] == [
        *("Imaginary GPU", "1,000,000", "267", "0.5000")
    ]
    assert shown[1, 4][0] == "7.000"
    assert shown[1, 5] == (f"{16 * factor:.4g}", False)
    assert shown[1, 11] == (f"{8 * factor:.4g}", True)
    assert shown[1, 12][0] == "1.50"
    assert shown[12, 0][0] == "RTX 2070 (paper)"
    assert [shown[12, column][0] for column in (2, 3, 4, 5)] == [
        *("297", "18.3", "1171.9", "1190.2")
    ]
    assert shown[12, 11] == ("492.2", True)
    assert shown[12, 12][0] == "1.33"


def test_table_1_says_what_was_not_recorded(cuboids):
    without = [one for one in cuboids if one["strategies"]["forces"] != "rows"]
    shown = cells(*drawn("E1", without).values())
    assert shown[1, 5][0] == "not recorded", "no thread a particle"
    assert shown[1, 6][0] == "not recorded", "no stages"
    assert shown[1, 8][0] == f"{12 * (1 + 297 / 1000):.4g}"


def test_the_papers_table_1_adds_up():
    for device, cases in paper_e.TABLE_1.items():
        for per_cell, frames in cases.items():
            for frame in frames:
                summed = frame.preparation + frame.passes
                assert summed == pytest.approx(frame.total, abs=0.4), (device, per_cell)
    assert paper_e.frame_of("RTX 2070", 297, "TRA").total == 1190.2


@pytest.mark.parametrize("name", ["E1", "E13"])
def test_the_file_is_the_same_every_time(cuboids, name):
    first, second = (
        [png(one.figure) for one in figures.draw(name, material(cuboids))] for _ in range(2)
    )
    assert first == second

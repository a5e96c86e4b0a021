"""The figures of paper D, on made-up records: totals, bars and cells are read back."""

import argparse
import copy
import dataclasses

import pytest

from analysis import figures, obstacle
from analysis.drawing import commands
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.figures import D9, D11
from analysis.material import material
from analysis.paper_d import TABLE_6
from analysis.tests.change import find, put
from analysis.tests.drawn import drawn
from analysis.tests.version_1 import text_of

# Seconds of a step with a million particles at the beginning, and the steps and times of states.
SECONDS = {"list-gather+per-particle": 1e-3, "par-part-noloop": 4e-3}
STATES = {0: 0.0, 1000: 0.5, 4000: 1.5}
LOW, HIGH = 0.9, 1.2
STAGES = {"hash": (2e-4, 0.1), "census": (1e-4, 0.1), "forces": (6e-4, 1), "euler": (5e-5, 1)}


@pytest.fixture
def template(records):
    return find(
        records, toolchain="nvcc-13.0", variant="par-part-noloop", particles=83648, stage="step"
    )


def made(template, variant, particles=1_000_000, step=0, time=0.0):
    """The record of a step that takes a thousandth longer for each step that lies before it."""
    record = copy.deepcopy(template)
    record["scenario"] |= {"name": "dam-break-obstacle", "particles": particles}
    record["scenario"]["state"] |= {"step": step, "time_s": time, "label": f"t{step}"}
    record["variant"] = variant
    record["id"] = f"{variant} {particles} {step} step"
    seconds = SECONDS[variant] * particles / 1e6 * (1 + step / 1000)
    for key, factor in (("median_s", 1), ("p05_s", LOW), ("p95_s", HIGH)):
        put(record, f"summary.{key}", factor * seconds)
    return record


@pytest.fixture
def runs(template):
    return [
        made(template, variant, particles, step, time)
        for variant in SECONDS
        for particles in (1_000_000, 4_000_000)
        for step, time in STATES.items()
    ]


# 1000 steps between 1 and 2 times the first one's seconds, 3000 between 2 and 5 times.
WHOLE = 1000 * 1.5 + 3000 * 3.5


def caption(figure):
    return " ".join(" ".join(text.get_text() for text in figure.texts).split())


def test_a_run_is_integrated_over_the_steps_between_its_states(runs):
    found = obstacle.whole_runs(material(runs).records)
    key = ("dam-break-obstacle", "par-part-noloop", "nvcc-13.0", 1_000_000)
    assert len(found) == 4
    run = found[key]
    assert (run.steps, run.states) == (4000, 3)
    assert run.seconds == pytest.approx(4e-3 * WHOLE)
    assert (run.low, run.high) == pytest.approx((LOW * run.seconds, HIGH * run.seconds))
    assert run.steps_per_second == pytest.approx(4000 / (4e-3 * WHOLE))


@pytest.mark.parametrize("lost", list(STATES))
def test_a_run_without_beginning_or_end_is_none_and_one_without_its_midst_is(runs, lost):
    kept = [record for record in runs if record["scenario"]["state"]["step"] != lost]
    assert bool(obstacle.whole_runs(material(kept).records)) == (lost == 1000)


def test_another_scenario_has_no_run(runs, records):
    for record in runs:
        record["scenario"]["name"] = "dam-break-lj"
    assert obstacle.whole_runs(material(runs).records) == {}
    for name in ("DT6", "D9", "D11"):
        assert drawn(name, records) == {}


def test_two_records_of_one_state_are_not_averaged(runs):
    twice = copy.deepcopy(runs[0]) | {"id": "another"}
    with pytest.raises(InputError, match="keep them in separate files"):
        obstacle.whole_runs(material([*runs, twice]).records)


def test_run_times_stand_over_the_number_of_particles(runs):
    figure = drawn("D11", runs)["D11-dam-break-obstacle"]
    axes = figure.axes[0]
    shown = {
        container.get_label(): dict(zip(*container.lines[0].get_data(), strict=True))
        for container in axes.containers
    }
    assert shown == {
        f"nvcc-13.0, {variant}": pytest.approx(
            {number: seconds * number / 1e6 * WHOLE for number in (1_000_000, 4_000_000)}
        )
        for variant, seconds in SECONDS.items()
    }
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert "not measured as one" in caption(figure)
    assert "in 3 states of it" in caption(figure)
    assert png(figure)
    assert all(min(line.get_ydata()) > 0 for line in axes.lines), "a logarithmic axis has no zero"


def test_what_has_no_end_is_told(runs):
    short = [
        record
        for record in runs
        if record["scenario"]["particles"] == 1_000_000
        or record["scenario"]["state"]["step"] < 4000
    ]
    assert drawn("D11", short) == {}, "one number of particles is no line"
    assert "4,000,000 particles: not drawn" in caption(
        drawn("DT6", short)["DT6-dam-break-obstacle"]
    )


def body(figure):
    """The rows of the one table of a figure, and the places of what is bold in it."""
    cells = figure.axes[0].tables[0].get_celld()
    rows = {}
    for (row, column), cell in sorted(cells.items()):
        rows.setdefault(row, []).insert(column, cell.get_text().get_text())
    bold = {place for place, cell in cells.items() if cell.get_text().get_fontweight() == "bold"}
    return rows, bold


def test_the_table_tells_steps_a_second_beside_the_paper_s(runs):
    figure = drawn("DT6", runs)["DT6-dam-break-obstacle"]
    rows, bold = body(figure)
    life = ["", "", "not recorded"]
    assert rows[1] == [
        "par-part-noloop, nvcc-13.0", "1,000,000", "48.0 s", "4,000", "83.3", "83.3", *life
    ]  # fmt: skip
    assert rows[2] == [
        "list-gather+per-particle, nvcc-13.0", "1,000,000", "12.0 s", "4,000", "333", "333", *life
    ]  # fmt: skip
    assert bold == {(2, 4), (4, 4)}
    assert rows[5] == [
        "CPU, single core (paper)", "503,492", "14.6 h", "19,855", "0.4", "0.201", "", "", "1.0"
    ]  # fmt: skip
    assert len(rows) == 1 + 4 + sum(map(len, TABLE_6.values()))
    assert "A single core and threads of a CPU: not recorded" in caption(figure)


def lived(record, missed, rebuilds=0.1, trigger="interval"):
    interval = 10 if trigger == "interval" else None
    record["list_life"] = {
        "trigger": trigger,
        "interval": interval,
        "expansion": 1.0,
        "rebuilds_per_step": rebuilds,
        "missed_pairs": missed,
    }


def test_the_fastest_and_the_fastest_that_misses_nothing_are_bold(runs):
    for record in runs:
        by_list = record["variant"].startswith("list")
        lived(record, 0.001 if by_list else None, 0.1 if by_list else 1.0)
    lived(runs[1], 0.0023)
    rows, bold = body(drawn("DT6", runs)["DT6-dam-break-obstacle"])
    assert bold == {(1, 4), (2, 4), (3, 4), (4, 4)}
    assert [rows[row][6:8] for row in (1, 2)] == [["1", ""], ["0.1", "0.23 %"]]


def test_a_run_with_a_state_whose_list_was_never_built_is_not_drawn(runs):
    for record in runs:
        if record["variant"].startswith("list"):
            at_rest = record["scenario"]["state"]["step"] == 0
            lived(record, 0.0, 0.0 if at_rest else 0.3, "displacement")
    figure = drawn("D11", runs)["D11-dam-break-obstacle"]
    assert [one.get_label() for one in figure.axes[0].containers] == ["nvcc-13.0, par-part-noloop"]
    assert "1,000,000, 4,000,000 particles: not drawn where" in caption(figure)
    assert "no list was built while" in caption(figure)


@pytest.fixture
def host(template):
    """Steps of a core and of sixteen threads in the beginning."""
    records = []
    for traversal, threads, seconds in (("cpu-symmetric", None, 0.4), ("omp-symmetric", 16, 0.05)):
        record = copy.deepcopy(template)
        record["scenario"] |= {"name": "dam-break-obstacle", "particles": 1_000_000}
        record["scenario"]["state"] |= {"step": 0, "time_s": 0.0, "label": "initial"}
        record |= {"variant": traversal, "id": traversal}
        record["strategies"] = {"forces": traversal, "hash": "linear"}
        record["tuning"] = {"forces": {} if threads is None else {"threads": threads}}
        record["toolchain"] = {**record["toolchain"], "name": "cpu-gcc-12"}
        lived(record, None, 1.0)
        for key in ("median_s", "p05_s", "p95_s"):
            put(record, f"summary.{key}", seconds)
        records.append(record)
    return material(records)


def test_a_cpu_has_the_steps_of_the_device_at_what_the_first_costs(runs, host):
    beside = dataclasses.replace(material(runs), host=host)
    (drawing,) = figures.draw("D11", beside)
    hollow = {
        line.get_marker(): dict(zip(*line.get_data(), strict=True))
        for line in drawing.figure.axes[0].lines
        if line.get_markerfacecolor() == "white"
    }
    assert list(hollow.values()) == [{1_000_000: 4000 * 0.4}, {1_000_000: 4000 * 0.05}]
    labels = [one.get_label() for one in drawing.figure.axes[0].containers]
    assert labels[:2] == ["cpu-gcc-12, a single core", "cpu-gcc-12, 16 threads, omp-symmetric"]
    assert "A CPU's: " in caption(drawing.figure)
    (drawing,) = figures.draw("DT6", beside)
    rows, _ = body(drawing.figure)
    assert rows[1][:5] == ["a single core, cpu-gcc-12", "1,000,000", "1,600 s", "4,000", "2.50"]
    assert [rows[row][8] for row in range(1, 7)] == [
        *("1.00", "8.00", "33.3", "133"), *("not recorded",) * 2
    ]  # fmt: skip


def test_the_papers_versions_come_first_by_their_names(template, monkeypatch):
    monkeypatch.setattr(f"{__name__}.SECONDS", SECONDS | dict.fromkeys(obstacle.VERSIONS, 3e-3))
    variants = ["list-gather+per-particle", *reversed(obstacle.VERSIONS)]
    records = [
        made(template, variant, particles, step, time)
        for variant in variants
        for particles in (1_000_000, 4_000_000)
        for step, time in STATES.items()
    ]
    figure = drawn("D11", records)["D11-dam-break-obstacle"]
    labels = [one.get_label() for one in figure.axes[0].containers]
    assert [label.partition(": ")[0] for label in labels] == [
        *(f"nvcc-13.0, {name}" for name in obstacle.VERSIONS.values()),
        "nvcc-13.0, list-gather+per-particle",
    ]


def test_a_cpus_records_are_found_beside_the_folder_of_the_device(tmp_path, runs, host, template):
    device, cpu = tmp_path / "gpu", tmp_path / "host-x86_64"
    for folder in (device, cpu):
        folder.mkdir()
    options = {"skip_invalid": False, "host": None, "results": device / "obstacle.jsonl"}
    of_file = material(runs)

    def beside(**changed):
        chosen = argparse.Namespace(**options | changed)
        return commands._beside_a_host(chosen, of_file, ["DT6"]).host

    assert beside() is None
    file = cpu / "obstacle-host.jsonl"
    file.write_text(text_of([template]), encoding="utf-8")
    assert len(beside().records) == 1
    assert len(beside(host=file, results=tmp_path / "elsewhere.jsonl").records) == 1
    chosen = argparse.Namespace(**options)
    assert commands._beside_a_host(chosen, of_file, ["D9"]).host is None


def staged(template, variant, factor):
    step = made(template, variant)
    records = [step]
    for stage, (seconds, calls) in STAGES.items():
        record = copy.deepcopy(step)
        record |= {"stage": stage, "scope": "stage", "calls_per_step": calls}
        record["id"] += stage
        put(record, "summary.median_s", factor * seconds)
        put(record, "work.accepted_pairs", 1e6 if stage == "forces" else None)
        records.append(record)
    put(step, "summary.unexplained_s", 1e-5 * factor)
    return records


def test_parts_of_a_step_are_stacked_the_slowest_first(template):
    records = staged(template, "list-gather+per-particle", 1) + staged(
        template, "par-part-noloop", 3
    )
    (figure,) = drawn("D9", records).values()
    axes = figure.axes[0]
    widths = {one.get_label(): [bar.get_width() for bar in one] for one in axes.containers}
    assert widths == {
        D9.SEARCH: pytest.approx([0.09, 0.03]),
        D9.INTERACTIONS: pytest.approx([1.8, 0.6]),
        D9.UPDATE: pytest.approx([0.15, 0.05]),
        D9.TRANSFER: [0, 0],
        "unexplained": pytest.approx([0.03, 0.01]),
    }
    starts = [bar.get_x() for bar in axes.containers[-1]]
    assert starts == pytest.approx([2.04, 0.68])
    assert axes.get_yticklabels()[0].get_text() == "par-part-noloop\n2.07 ms a step"
    assert png(figure)


def test_copies_are_a_part_of_their_own_where_forces_alone_are_on_the_device(template, monkeypatch):
    records = staged(template, "list-gather+per-particle", 1)
    monkeypatch.setitem(STAGES, "upload", (3e-4, 1))
    monkeypatch.setitem(STAGES, "download", (1e-4, 1))
    partial = staged(template, "par-part-noloop", 3)
    for record in partial:
        record["variant"] += "+forces-only"
        record["host_toolchain"] = {**record["toolchain"], "name": "cpu-gcc-12"}
    (figure,) = drawn("D9", records + partial).values()
    widths = {
        one.get_label(): [bar.get_width() for bar in one] for one in figure.axes[0].containers
    }
    assert widths[D9.TRANSFER] == pytest.approx([1.2, 0])
    assert widths[D9.SEARCH] == pytest.approx([0.09, 0.03]), "no copy counts as a search"
    assert "Transfer: 36.7% of par-part-noloop+forces-only" in caption(figure)
    assert "cpu-gcc-12 has the other stages on the host" in caption(figure)
    assert png(figure)


def test_what_timing_costs_lies_left_of_zero(template):
    records = staged(template, "list-gather+per-particle", 1) + staged(
        template, "par-part-noloop", 3
    )
    put(records[0], "summary.unexplained_s", -1e-4)
    (figure,) = drawn("D9", records).values()
    rest = list(figure.axes[0].containers[-1])[1]
    assert (rest.get_x() + min(rest.get_width(), 0), rest.get_width()) == pytest.approx(
        (-0.1, -0.1)
    )


def test_one_variant_is_compared_with_nothing(template):
    assert drawn("D9", staged(template, "par-part-noloop", 1)) == {}


def test_rebuilds_stand_beside_the_step_of_a_list_on_demand(template):
    records = staged(template, "list-gather+per-particle", 1) + staged(
        template, "par-part-noloop", 3
    )
    lived(records[0], 0.0, 0.325, "displacement")
    (figure,) = drawn("D9", records).values()
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels[1].endswith("ms a step, 0.325 rebuilds a step")
    assert labels[0].endswith("ms a step")


def test_no_two_of_many_lines_are_alike():
    looks = {
        (D11.COLOURS[k % len(D11.COLOURS)], D11.MARKERS[k % len(D11.MARKERS)]) for k in range(14)
    }
    assert len(looks) == 14

"""The energy of steps, in made-up records: what follows from its runs, the table and the figure."""

import csv
import io
import math

import pytest

from analysis import figures
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.load import load_records
from analysis.material import material
from analysis.recorded.energy import summarised_energy
from analysis.recorded.identity import record_id
from analysis.recorded.lines import as_lines
from analysis.schema import refusal
from analysis.table import as_csv, as_text
from analysis.tests.change import find, put
from analysis.tests.made_energy import RUNS, counted

SMALL = 83648
T_OF_2 = 4.302653  # of Student's t with two degrees of freedom, 97.5 %


def step(records, variant, toolchain="nvcc-13.0"):
    return find(records, toolchain=toolchain, variant=variant, stage="step", particles=SMALL)


@pytest.fixture
def energies(records):
    """The records, of which one step takes twice the energy of another, and a third has none."""
    counted(step(records, "list-gather+per-particle"), 2)
    counted(step(records, "par-part-noloop"), 1)
    absent = step(records, "par-part-noloop", "clang-19")
    absent["energy"] = {"counter": "made-up", "absent": "it was unplugged"}
    return records


def test_what_follows_from_runs_is_what_the_harness_writes():
    found = summarised_energy(RUNS, 500_000)
    scatter = T_OF_2 * 0.1 / math.sqrt(3)
    assert found == pytest.approx(
        {
            "joules_per_step": 0.2,
            "low_j": 0.2 - scatter - 0.003,
            "high_j": 0.2 + scatter + 0.003,
            "joules_per_million_particle_steps": 0.4,
            "power_w": 100,
            "step_s": 0.002,
        },
        rel=1e-6,
    )


def test_records_with_energy_are_read_as_they_were_written(energies, tmp_path):
    assert all(refusal(record) is None for record in energies)
    for record in energies:
        record["id"] = record_id(record)  # they were made for version 1
    path = tmp_path / "energy.jsonl"
    path.write_text("".join(as_lines(energies)), encoding="utf-8")
    assert [record.get("energy") for record in load_records(path)] == [
        record.get("energy") for record in energies
    ]


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("high_j", 9.0, "energy.high_j: 9.0, but energy.samples gives"),
        ("power_w", 1.0, "energy.power_w: 1.0, but energy.samples gives"),
        ("samples.steps", [1, 1], "energy.samples.steps: 2 entries, but not as many as joules"),
    ],
)
def test_an_energy_that_does_not_follow_from_its_runs_is_named(energies, write, key, value, reason):
    put(step(energies, "par-part-noloop")["energy"], key, value)
    with pytest.raises(InputError, match=reason.replace(".", r"\.")):
        load_records(write(energies))


def test_the_table_shows_the_energy_where_any_record_has_it(energies):
    shown = [
        step(energies, "par-part-noloop", toolchain) for toolchain in ("nvcc-13.0", "clang-19")
    ]
    rows = list(csv.DictReader(io.StringIO(as_csv(shown))))
    assert [row["energy.power_w"] for row in rows] == ["100.0", ""]
    assert {"J/M", "W"} <= set(as_text(shown).splitlines()[0].split())
    assert "J/M" not in as_text(shown[1:]).splitlines()[0]


def panels(records):
    (drawing,) = figures.draw("energy", material(records))
    assert drawing.name == f"energy-dam-break-lj-{SMALL}-disordered"
    return drawing.figure


def test_the_figure_has_least_energy_first_with_its_interval_time_and_power(energies):
    joules, milliseconds, watts = panels(energies).axes
    assert [label.get_text() for label in joules.get_yticklabels()] == [
        "par-part-noloop",
        "list-gather+per-particle",
    ]
    of_a_million = 0.2 * 1e6 / SMALL
    assert [bar.get_width() for bar in joules.containers[0]] == pytest.approx(
        [of_a_million, 2 * of_a_million]
    )
    assert [bar.get_width() for bar in milliseconds.containers[0]] == pytest.approx([2, 2])
    assert [bar.get_width() for bar in watts.containers[0]] == pytest.approx([100, 200])
    assert joules.get_xlabel() == "J per million particle steps"


def test_the_figure_tells_the_counter_the_runs_and_the_idle_power(energies):
    text = " ".join(text.get_text() for text in panels(energies).texts)
    for words in ("counter made-up", "over 3 runs", "75 W", "nothing is subtracted"):
        assert words in text.replace("\n", " ")


def test_the_figure_is_of_records_with_energy_alone(records):
    assert figures.draw("energy", material(records)) == []
    absent = step(records, "par-part-noloop")
    absent["energy"] = {"counter": "made-up", "absent": "it was unplugged"}
    assert figures.draw("energy", material(records)) == []


def test_the_same_records_give_the_same_figure(energies):
    assert png(panels(energies)) == png(panels(energies))

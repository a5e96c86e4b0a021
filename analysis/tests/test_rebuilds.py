"""Steps whose list was never built are not drawn."""

import copy

import pytest

from analysis import figures
from analysis.cli import main
from analysis.errors import InputError
from analysis.material import DRIFTS, material
from analysis.rebuilds import NONE_BUILT, is_built, missed_note
from analysis.tests.change import find
from analysis.tests.version_1 import text_of

DEMANDED = "list-gather+displacement-x1.04"


def on_demand(record, rebuilds):
    record = copy.deepcopy(record)
    record |= {"variant": DEMANDED, "id": f"{round(1000 * rebuilds):016x}"}
    record["list_life"] = {
        "trigger": "displacement",
        "interval": None,
        "expansion": 1.04,
        "rebuilds_per_step": rebuilds,
        "missed_pairs": 0.0,
    }
    return record


@pytest.fixture
def step(records):
    return find(
        records, toolchain="nvcc-13.0", variant="par-part-noloop", particles=83648, stage="step"
    )


def texts(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_a_list_at_an_interval_is_built(step):
    assert is_built(step)
    assert is_built(on_demand(step, 0.02))
    assert is_built(on_demand(step, 0.0) | {"stage": "forces"})
    assert not is_built(on_demand(step, 0.0))


def test_a_figure_has_no_bar_of_steps_without_a_rebuild(records, step):
    records.append(on_demand(step, 0.0))
    made = material(records)
    assert DEMANDED not in set(made.records["variant"])
    assert NONE_BUILT in set(made.refused["validity.status"])
    (drawing,) = figures.draw("mipps", made)
    assert texts(drawing.figure).count(NONE_BUILT) == 1


def test_a_figure_marks_what_drifts(records, step):
    drifting = copy.deepcopy(step)
    drifting |= {"id": "drifting", "variant": "drifting"}
    drifting["drift"] = {"relative": 0.05, "low": 0.04, "high": 0.06, "drifts": True}
    made = material([*records, drifting])
    assert "drifting" not in set(made.records["variant"])
    (drawing,) = figures.draw("mipps", made)
    assert texts(drawing.figure).count(DRIFTS) == 1


def test_a_caption_names_whose_order_still_changed(records, step):
    step["own_order"] = {"steps": 8, "steady": False}
    (drawing,) = figures.draw("mipps", material(records))
    told = " ".join(text.get_text() for text in drawing.figure.texts)
    assert "Order in memory not steady yet where samples begin: par-part-noloop." in told


def test_rebuilds_stand_behind_the_number_of_a_list_on_demand(records, step):
    records.append(on_demand(step, 0.325))
    (drawing,) = figures.draw("mipps", material(records))
    assert [text for text in texts(drawing.figure) if text.endswith(", 0.325/step")]
    told = " ".join(text.get_text() for text in drawing.figure.texts)
    assert "rebuilds a step of a list that displacements end" in told


def test_nothing_but_steps_without_a_rebuild_is_an_error(step):
    with pytest.raises(InputError, match=NONE_BUILT):
        material([on_demand(step, 0.0)])


def test_what_lists_miss_is_told_with_who_misses_nothing(records, step):
    exact, kept = on_demand(step, 0.2), copy.deepcopy(step)
    kept["list_life"] = exact["list_life"] | {"trigger": "interval", "missed_pairs": 0.00157}
    kept["id"] = "kept"
    kept["variant"] = "kept"
    (note,) = missed_note(material([exact, kept]).records)
    assert " 0.16 % of the pairs" in note
    assert note.endswith(f"none: {DEMANDED}.")
    worse = copy.deepcopy(kept) | {"id": "worse", "variant": "worse"}
    worse["list_life"]["missed_pairs"] = 0.02
    (note,) = missed_note(material([exact, kept, worse]).records)
    assert " 0.16 % to 2 % of the pairs" in note
    (note,) = missed_note(material([exact]).records)
    assert "No list misses" in note


def test_the_command_tells_how_many_are_not_drawn(tmp_path, records, step, capsys):
    file = tmp_path / "run.jsonl"
    file.write_text(text_of([*records, on_demand(step, 0.0)]), encoding="utf-8")
    assert main(["figures", str(file), "--only", "mipps", "--limits", str(tmp_path / "no")]) == 3
    assert f"1 steps with {NONE_BUILT} are not drawn" in capsys.readouterr().err

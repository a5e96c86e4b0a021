"""Figure C7, on made-up records and counters: lines are read back."""

import copy
import hashlib

import pytest

from analysis import figures
from analysis.cli import main
from analysis.errors import InputError
from analysis.material import Material, material
from analysis.profiling.export import read_launches
from analysis.profiling.join import with_profiles
from analysis.profiling.profiles import as_lines, profiles_of
from analysis.tests.profiling.made_export import export, kernel
from analysis.tests.test_cutoff_figures import box, interactions, lines

BOXES = [(2, 10), (4, 10)]
NAME = "C7-lj-potential-uncut-nvcc-13.0-paper"


@pytest.fixture
def recorded(alone):
    made = [
        box(alone, strategy, *size)
        for strategy in ("par-part-noloop", "x-pencil")
        for size in BOXES
    ]
    for record in made:
        record["id"] = hashlib.sha256(record["id"].encode()).hexdigest()[:16]
        record["summary"] = alone["summary"]  # agrees with the samples, so that a file holds it
    return made


@pytest.fixture
def profiled(exported, recorded):
    """Profiles of the records: each record's own achieved occupancy, and a pencil's limit."""
    launches = []
    for number, record in enumerate(recorded):
        pencil = record["variant"] == "x-pencil"
        launches.append(
            kernel(
                record["id"],
                achieved_occupancy=f"{10 * number + 5}",
                branch_efficiency="n/a" if pencil else "90",
                block_limit_shared_memory="2" if pencil else "32",
            )
        )
    launches.append(kernel(recorded[0]["id"], "sphlab::short_one()", duration_s="10"))
    return profiles_of(read_launches(exported(export(*launches))), recorded, "ncu")


def drawn(records, profiles):
    made = material(records)
    joined = with_profiles(made.records, profiles, "x.profile.jsonl")
    return {one.name: one.figure for one in figures.draw("C7", Material(joined, made.refused))}


def test_a_panel_a_counter_and_a_line_a_strategy(recorded, profiled):
    achieved, theoretical, branches, limit, l2, compute = drawn(recorded, profiled)[NAME].axes
    assert achieved.get_title() == "Achieved occupancy"
    assert lines(achieved) == {
        "par-part-noloop": [(interactions(2, 10), 5), (interactions(4, 10), 15)],
        "x-pencil": [(interactions(2, 10), 25), (interactions(4, 10), 35)],
    }
    for axes in (theoretical, l2, compute):
        assert all(y == 50.25 for points in lines(axes).values() for _, y in points)
    assert [y for _, y in lines(limit)["par-part-noloop"]] == [7, 7]
    assert [y for _, y in lines(limit)["x-pencil"]] == [2, 2]
    assert list(lines(branches)) == ["par-part-noloop"]


def test_the_notes_tell_what_limits_the_blocks(recorded, profiled):
    text = " ".join(one.get_text() for one in drawn(recorded, profiled)[NAME].texts)
    text = " ".join(text.split())
    assert "par-part-noloop: registers; x-pencil: shared memory" in text
    assert "The longest kernel of several: par-part-noloop." in text


def test_only_what_was_profiled_is_drawn(recorded, profiled):
    figure = drawn(recorded, profiled[:1])[NAME]
    assert lines(figure.axes[0]) == {"par-part-noloop": [(interactions(2, 10), 5)]}


def test_no_line_joins_boxes_of_different_particles_a_cell(recorded, profiled):
    for record in recorded:
        if record["scenario"]["parameters"]["cells_per_side"] == 4:
            record["scenario"]["parameters"]["particles_per_cell"] = 1
    axes = drawn(recorded, profiled)[NAME].axes[0]
    assert [len(line.get_xdata()) for line in axes.get_lines()] == [1, 1, 1, 1]
    assert list(lines(axes)) == ["par-part-noloop", "x-pencil"]


def test_there_is_no_figure_without_a_profile(recorded):
    assert figures.draw("C7", material(recorded)) == []
    assert "--profile" in figures.needs("C7")


def test_a_profile_of_other_records(recorded, profiled):
    others = copy.deepcopy(recorded[:1])
    others[0]["id"] = "0" * 16
    with pytest.raises(InputError, match="x.profile.jsonl: profiles none of the records"):
        with_profiles(material(others).records, profiled, "x.profile.jsonl")


def test_from_the_export_to_the_figure(recorded, write, exported, tmp_path, capsys):
    records = str(write(recorded))
    profile, out = tmp_path / "run.profile.jsonl", tmp_path / "figures"
    csv = exported(export(*[kernel(record["id"]) for record in recorded]))
    options = ["--profiler", "Nsight Compute 2025.3.1", "--out", str(profile)]
    assert main(["profile", records, str(csv), *options]) == 0
    assert capsys.readouterr().out == f"{profile}: 4 stages, 4 kernels\n"
    drawing = ["figures", records, "--out", str(out), "--only", "C7", "--profile", str(profile)]
    assert main(drawing) == 0
    assert [file.name for file in out.iterdir()] == [f"{NAME}.png"]
    assert main(["crosscheck", records, str(profile)]) == 0
    assert "4 stages: " in capsys.readouterr().out


def test_commands_refuse_what_does_not_belong_together(recorded, profiled, write, tmp_path, capsys):
    profile = tmp_path / "run.profile.jsonl"
    profile.write_text(as_lines(profiled), encoding="utf-8")
    records = str(write(recorded[1:]))
    assert main(["crosscheck", records, str(profile)]) == 3
    assert "is not among the records" in capsys.readouterr().err
    assert main(["profile", records, str(profile), "--profiler", "x", "--out", str(profile)]) == 3
    with pytest.raises(SystemExit) as caught:
        main(["crosscheck", records, str(profile), "--tolerance", "0"])
    assert caught.value.code == 2


def test_a_rate_above_all_is_told_and_not_drawn(recorded, profiled):
    for one in profiled[0]["kernels"]:
        one["metrics"]["l2_hit_rate"] = 110.8
    figure = drawn(recorded, profiled)[NAME]
    l2 = figure.axes[4]
    assert l2.get_title() == "L2 hit rate"
    assert all(y == 50.25 for points in lines(l2).values() for _, y in points)
    assert sum(map(len, lines(l2).values())) == 3
    text = " ".join(" ".join(one.get_text() for one in figure.texts).split())
    assert "L2 hit rate: 1 of 4 are above 100 %, up to 111, and not drawn" in text

"""repeat: whether two recordings of the same agree, and what explains it where they do not."""

import copy

import pytest

from analysis.cli import main
from analysis.compare.placement import largest_differences
from analysis.compare.repetition import CLOCK, Outcome, Tolerance, repetition
from analysis.errors import EnvironmentMismatch, InputError
from analysis.tests.change import fail, find, put
from analysis.tests.compare.sides import as_duel, put_everywhere, set_times, slow_down

FORCES = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle", "stage": "forces"}
USUAL = Tolerance()


@pytest.fixture
def base(base):
    return _of_one_variant(base)


@pytest.fixture
def candidate(candidate):
    return _of_one_variant(candidate)


def _of_one_variant(records):
    """A few rows suffice: steps and forces, by every toolchain."""
    stages = ("step", FORCES["stage"])
    of_variant = [record for record in records if record["variant"] == FORCES["variant"]]
    return [record for record in of_variant if record["stage"] in stages]


@pytest.fixture
def files(base, candidate, write):
    """Writes both runs, as they are when it is called, and returns their paths."""
    return lambda: [str(write(base, "first.jsonl")), str(write(candidate, "second.jsonl"))]


@pytest.fixture
def forces(candidate):
    return find(candidate, **FORCES)


def worst(base, candidate):
    return repetition(base, candidate, USUAL).rows[0]


def test_the_same_run_twice_agrees(files, base, candidate, capsys):
    assert main(["repeat", *files()]) == 0
    text = capsys.readouterr().out
    found = repetition(base, candidate, USUAL)
    assert f"**{len(found.rows)} of {len(found.rows)} rows agree within 1.5 %**" in text
    assert "Nothing differs of the environments" in text


@pytest.mark.parametrize(("factor", "code"), [(1.01, 0), (0.99, 0), (1.02, 13), (0.98, 13)])
def test_a_stage_that_differs_by_more_is_not_repeated(files, base, forces, factor, code):
    own = find(base, **FORCES)["samples"]
    set_times(forces, own["time_s"], own["block"])
    forces["samples"]["clock_mhz"] = own["clock_mhz"]
    slow_down(forces, factor)
    assert main(["repeat", *files()]) == code
    assert main(["repeat", *files(), "--within", "3"]) == 0
    assert main(["repeat", *files(), "--within", "0.5"]) == 13


def test_the_one_that_differs_stands_first_with_its_numbers(files, forces, capsys):
    slow_down(forces, 1.5)
    assert main(["repeat", *files(), "--worst", "1"]) == 13
    text = capsys.readouterr().out
    assert "1 do not and are **unexplained**" in text
    (row,) = (line for line in text.splitlines() if "list-gather+per-particle, forces" in line)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[3].startswith("+5")
    assert cells[5] == "1755 → 1755 MHz"
    assert cells[6].startswith("+5")
    assert cells[8] == "unexplained"


def test_the_environment_explains_a_difference_of_its_own_rows(base, candidate, forces):
    slow_down(forces, 1.05)
    assert worst(base, candidate).outcome == Outcome.UNEXPLAINED
    other = next(r for r in candidate if r["toolchain"]["name"] != FORCES["toolchain"])
    put(other, "device.driver", "999")
    assert worst(base, candidate).outcome == Outcome.UNEXPLAINED
    put(forces, "device.driver", "999")
    found = repetition(base, candidate, USUAL)
    assert found.rows[0].outcome == Outcome.EXPLAINED
    assert found.rows[0].explained_by == ("device.driver",)
    assert found.is_explained
    assert [(one.key, count) for one, count in found.differences.items()] == [("device.driver", 2)]


def test_another_board_explains_a_difference_and_an_unknown_one_does_not(base, candidate, forces):
    slow_down(forces, 1.05)
    for record in base:
        del record["device"]["board"]
    assert worst(base, candidate).outcome == Outcome.UNEXPLAINED
    put_everywhere(base, "device.board", "4e5f6071")
    found = worst(base, candidate)
    assert (found.outcome, found.explained_by) == (Outcome.EXPLAINED, ("device.board",))


def test_what_differs_is_told_where_all_agree_too(files, candidate, capsys):
    put_everywhere(candidate, "device.driver", "999")
    assert main(["repeat", *files()]) == 0
    assert "| device.driver | 580.65 | 999 | " in capsys.readouterr().out


def test_the_clock_explains_what_agrees_in_cycles(base, candidate, forces):
    slow_down(forces, 1.05)
    forces["samples"]["clock_mhz"] = [1755.0 / 1.05] * len(forces["samples"]["time_s"])
    found = worst(base, candidate)
    assert (found.outcome, found.explained_by) == (Outcome.EXPLAINED, (CLOCK,))
    forces["samples"]["clock_mhz"] = [None] * len(forces["samples"]["time_s"])
    found = worst(base, candidate)
    assert (found.outcome, found.cycles_ratio) == (Outcome.UNEXPLAINED, None)
    assert found.second.clock_mhz is None


def test_another_revision_explains_nothing(base, candidate, forces, files, capsys):
    slow_down(forces, 1.05)
    put_everywhere(candidate, "code.revision", "f" * 40)
    assert main(["repeat", *files()]) == 13
    assert "ffffffffffff" in capsys.readouterr().out


def test_runs_of_two_suites_are_paired(files, candidate, forces, capsys):
    put_everywhere(candidate, "suite", "another")
    for number, record in enumerate(candidate):
        record["id"] = f"{number:016x}"
    candidate.remove(forces)
    assert main(["repeat", *files()]) == 0
    text = capsys.readouterr().out
    assert "- in the first alone: 1 rows" in text
    assert " another |" in text


def test_short_stages_are_left_out(base, candidate, forces):
    for record in (find(base, **FORCES), forces):
        samples = record["samples"]
        set_times(record, [20e-6] * len(samples["time_s"]), samples["block"])
    slow_down(forces, 2)
    before = repetition(base, candidate, USUAL)
    assert before.is_explained
    after = repetition(base, candidate, Tolerance(shortest_s=10e-6))
    assert not after.is_explained
    assert before.too_short > after.too_short


def test_a_variant_that_is_valid_in_one_run_alone(files, forces, capsys):
    fail(forces)
    assert main(["repeat", *files()]) == 13
    assert "- valid in one run alone: " in capsys.readouterr().out


def test_one_block_has_no_spread(base, candidate, forces):
    samples = forces["samples"]
    set_times(forces, [1.0] * 3, [0] * 3)
    assert len(samples["time_s"]) == 3
    found = worst(base, candidate)
    assert found.second.spread is None
    assert found.first.spread > 0


def test_another_device_is_another_experiment(base, candidate, files, capsys):
    put_everywhere(candidate, "device.name", "Another GPU")
    with pytest.raises(EnvironmentMismatch):
        repetition(base, candidate, USUAL)
    assert main(["repeat", *files()]) == 12
    assert "device.name: Imaginary GPU against Another GPU" in capsys.readouterr().err


def test_nothing_in_common_is_refused(base, candidate):
    with pytest.raises(InputError, match="lower --floor"):
        repetition([find(base, **FORCES)], [find(candidate, **FORCES)], Tolerance(shortest_s=1e3))
    put_everywhere(candidate, "scenario.name", "still-water")
    with pytest.raises(InputError, match="no row in common"):
        repetition(base, candidate, USUAL)


def test_what_is_no_second_recording_is_refused(base, candidate, files, write, tmp_path, capsys):
    first, _ = files()
    assert main(["repeat", first, first]) == 2
    assert "is given twice" in capsys.readouterr().err
    assert main(["repeat", first, str(write(as_duel(base, candidate), "duel.jsonl"))]) == 3
    assert "give the file as --duel" in capsys.readouterr().err
    assert main(["repeat", first, str(tmp_path / "absent.jsonl")]) == 3
    assert "absent.jsonl: cannot be read" in capsys.readouterr().err
    assert main(["repeat", *files(), "--out", str(tmp_path)]) == 8


def test_help_tells_every_exit_code(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["repeat", "--help"])
    assert caught.value.code == 0
    codes = capsys.readouterr().out.split("exit codes:\n")[1]
    assert [int(line.split()[0]) for line in codes.splitlines()] == [0, 2, 3, 8, 12, 13]


def test_it_is_written_to_a_file(files, tmp_path, capsys):
    assert main(["repeat", *files(), "--out", str(tmp_path / "repeated.md")]) == 0
    assert (tmp_path / "repeated.md").read_text(encoding="utf-8").startswith("### sphlab: repeated")
    assert capsys.readouterr().out == ""


def test_the_same_kernel_in_one_run_is_a_yardstick(base):
    one = find(base, **FORCES)
    other = copy.deepcopy(one)
    put(other, "variant", "list-gather+per-particle+same")
    set_times(other, [1.03 * one["summary"]["median_s"]] * 3, [0, 1, 2])
    assert largest_differences([one]) == {}
    assert largest_differences([one, other]) == {"forces": pytest.approx(0.03)}
    other["tuning"]["forces"] = {"block": 1}
    assert largest_differences([one, other]) == {}


def test_a_list_with_a_skin_is_no_yardstick_for_one_without(base):
    one = find(base, **FORCES)
    one["list_life"] = {"trigger": "interval", "expansion": 1.0}
    other = copy.deepcopy(one)
    set_times(other, [1.03 * one["summary"]["median_s"]] * 3, [0, 1, 2])
    assert largest_differences([one, other]) == {"forces": pytest.approx(0.03)}
    other["list_life"]["expansion"] = 1.07
    assert largest_differences([one, other]) == {}

"""The search of `sphlab best` against its sweep, without a sphlab to run."""

import json

import pytest

from analysis.best import against_sweep
from analysis.best.against_sweep import Failed, asked, compare_all, exit_code_of, main, text_of
from analysis.best.summary import FILE, load_summary
from analysis.errors import InputError, UsageError
from analysis.tests.best.made import answer, compared, failed, ranked


class Sphlab:
    """Stands for sphlab: searches and sweeps find one variant; scenarios may be made to fail."""

    def __init__(self, record, failures):
        self.record, self.failures, self.commands = record, failures, []

    def __call__(self, _, command, scenario, *words):
        self.commands.append((command, scenario, *words))
        if scenario in self.failures:
            raise self.failures[scenario]
        with open(words[words.index("--json") + 1], "w", encoding="utf-8") as file:
            json.dump(answer(self.record, [ranked("a")], seconds=50.0), file)


@pytest.fixture
def sphlab(records):
    return lambda **failures: Sphlab(records[0], failures)


@pytest.fixture
def options(tmp_path):
    def options(*scenarios):
        words = [*scenarios, "--vary", "tuning", "--toolchain", "nvcc", "--out"]
        return against_sweep.parse([*words, str(tmp_path / "out")])

    return options


def test_the_search_has_a_tenth_of_the_sweeps_time(options, sphlab):
    run = sphlab()
    (found,) = compare_all(options("tank:side=4"), run)
    sweep, search = run.commands
    assert "--exhaustive" in sweep
    assert search[search.index("--budget") + 1] == "5.000s"
    for words in run.commands:
        assert words[2:4] == ("--set", "side=4")
        assert words[4:8] == ("--vary", "tuning", "--toolchain", "nvcc")
    assert found["ratio"] == {"low": 1.0, "high": 1.0}, "both have found one variant"
    assert found["outcome"] == "within"


def test_a_sweep_that_is_there_is_not_made_again(options, sphlab, records):
    compare_all(options("tank"), sphlab())
    (options("tank").out / FILE).unlink()
    sweep = options("tank").out / "tank.sweep.json"
    found = answer(records[0], [ranked("a")], seconds=70.0)
    found["code"] = {"revision": "older", "dirty": False}
    sweep.write_text(json.dumps(found), encoding="utf-8")
    run = sphlab()
    (found,) = compare_all(options("tank"), run)
    (search,) = run.commands
    assert search[search.index("--budget") + 1] == "7.000s"
    assert found["sweep"]["code"]["revision"] == "older"


def test_it_goes_on_after_a_scenario_that_fails_and_tells_why(options, sphlab, capsys):
    run = sphlab(pool=Failed("best", 4), well=InputError("there is no record of a by nvcc"))
    found = compare_all(options("pool", "well", "tank"), run)
    assert [one["outcome"] for one in found] == ["failed", "failed", "within"]
    assert exit_code_of(found) == 4
    summary = load_summary(options("tank").out / FILE)
    assert summary["scenarios"] == found
    assert (summary["vary"], summary["toolchains"]) == (["tuning"], ["nvcc"])
    told = capsys.readouterr().out
    assert "pool: failed: sphlab best has ended with exit code 4" in told
    assert "well: failed: there is no record of a by nvcc" in told


def test_an_interrupt_loses_nothing_of_what_was_compared(sphlab, tmp_path, capsys):
    out = tmp_path / "out"
    words = ["tank", "pool", "--vary", "tuning", "--program", "true", "--out", str(out)]
    assert main(words, sphlab(pool=KeyboardInterrupt())) == 130
    assert f"interrupted; see {out / FILE}" in capsys.readouterr().err
    assert [one["asked"] for one in load_summary(out / FILE)["scenarios"]] == ["tank"]


def test_sphlab_that_is_interrupted_ends_all(tmp_path):
    program = tmp_path / "sphlab"
    program.write_text("#!/bin/sh\nexit $1\n")
    program.chmod(0o755)
    against_sweep.run_sphlab(str(program), "0")
    with pytest.raises(KeyboardInterrupt):
        against_sweep.run_sphlab(str(program), "130")
    with pytest.raises(Failed, match="has ended with exit code 4"):
        against_sweep.run_sphlab(str(program), "4")


@pytest.mark.parametrize(
    ("intervals", "expected"),
    [
        ([(1.0, 1.0), (0.99, 1.03)], 0),
        ([(0.99, 1.03), (1.02, 1.04)], 11),
        ([(1.02, 1.04), (1.04, 1.1)], 10),
    ],
)
def test_the_exit_code_is_of_the_worst_outcome(intervals, expected, records):
    found = [compared(records[0], "tank", *interval) for interval in intervals]
    assert exit_code_of(found) == expected
    assert exit_code_of([*found, failed("pool")]) == 4


def test_a_comparison_is_told_with_its_share_of_the_time(records):
    told = text_of(compared(records[0], "tank:side=4", 1.02, 1.05))
    assert "tank:side=4, 12,345 particles: undecided, the search's winner takes +2.0 to +5.0 %" in (
        told
    )
    assert "400 variants in 80.0 s" in told
    assert "40 in 8.4 s, 10.5 % of that (budget 8.0 s)" in told


@pytest.mark.parametrize("text", ["", ":a=1", "tank:4", "tank:a=b", "tank:a=1=2", "tank:=1"])
def test_what_is_no_scenario_is_told(text):
    with pytest.raises(UsageError, match="is no scenario with parameters"):
        asked(text)


def test_a_scenario_names_its_files_and_its_parameters():
    one = asked("folder/tank.json:side=4:depth=1.5e-1")
    assert one.name == "tank-side-4-depth-1.5e-1"
    assert one.words == ["folder/tank.json", "--set", "side=4", "--set", "depth=1.5e-1"]
    assert one.parameters == {"side": 4.0, "depth": 0.15}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tank", "other/tank.json"], "would be the one file tank.jsonl"),
        (["tank", "pool:"], "is no scenario with parameters"),
        (["tank", "--program", "no-such-sphlab"], "--program no-such-sphlab: is no command here"),
    ],
)
def test_a_command_line_that_is_wrong_starts_nothing(words, told, tmp_path, capsys):
    out = tmp_path / "out"
    program = [] if "--program" in words else ["--program", "true"]
    assert main([*words, *program, "--vary", "tuning", "--out", str(out)]) == 2
    assert told in capsys.readouterr().err
    assert not out.exists()


def test_a_comparison_that_is_there_is_not_replaced(options, sphlab):
    compare_all(options("tank"), sphlab())
    with pytest.raises(UsageError, match="holds against-sweep.json already"):
        compare_all(options("pool"), sphlab())

"""ci/gate-audit: what is held, how it is judged, counted and drawn."""

import copy
import json
import os
import sys
import time
from pathlib import Path

import pytest

from analysis.audit import holding, sessions
from analysis.audit.calibration import VALUES, Calibration, calibrate, calibration_of
from analysis.audit.records import append, load_audit, row_of
from analysis.audit.summary import Share, summarise
from analysis.audit.tally import confirms, count_of, is_false_alarm, tallied
from analysis.cli import main
from analysis.errors import InputError
from analysis.tests.change import put, remove
from analysis.tests.compare import sides

ROOT = Path(__file__).resolve().parents[3]
COUNTS = {"--equal": 3, "--each": 2, "--sessions": 2, "--calibrate": 1, "--seed": 3}
OPTIONS = [str(word) for option in COUNTS.items() for word in option]
OPTIONS += ["--slowdown", "1", "3", "10"]


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    """A build whose sphlab is the one in fake_sphlab.py; its folder."""
    folder = tmp_path_factory.mktemp("build")
    (folder / "lib" / "audit").mkdir(parents=True)
    program = folder / "bin" / "sphlab"
    program.parent.mkdir()
    command = f'exec {sys.executable} -m analysis.tests.audit.fake_sphlab "$@"'
    program.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
    program.chmod(0o755)
    base, candidate = (
        [
            record
            for record in of_side
            if record["toolchain"]["name"] == "nvcc-13.0"
            and record["variant"] == "list-gather+per-particle"
            and record["stage"] in ("step", "forces")
        ]
        for of_side in sides.two_sides()
    )
    both = [sides.as_duel(base, []), sides.as_duel([], candidate)]
    (folder / "sides.json").write_text(json.dumps(both), encoding="utf-8")
    return folder


def audit(build, file, *more, suite="gate-audit"):
    """Holds an audit, and returns its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAKE_SPHLAB_SIDES", str(build / "sides.json"))
        patch.setenv("PYTHONPATH", str(ROOT))
        packs = str(build / "lib" / "audit")
        return main(["audit", packs, suite, "--out", str(file), *OPTIONS, *more])


@pytest.fixture(scope="session")
def held(build):
    """The duels of an audit that went well."""
    file = build / "gate-audit.jsonl"
    assert audit(build, file) == 0
    return load_audit(file)


@pytest.fixture
def duels(held):
    """The same, free to be changed."""
    return copy.deepcopy(held)


def test_an_audit_tells_slower_code_from_equal_code(duels):
    (summary,) = summarise(duels)
    assert summary.verdicts.found == 0
    assert summary.duels == Share(0, 3)
    found = {round(level.slowdown, 3): level.found for level in summary.levels}
    # the change that matters is 2 %; noise is a tenth of a percent
    assert found == {0.01: Share(0, 2), 0.03: Share(2, 2), 0.1: Share(2, 2)}
    assert all(
        level.observed == pytest.approx(level.slowdown, abs=2e-3) for level in summary.levels
    )
    assert 0.01 < summary.smallest_found <= 0.03


def test_duels_are_recorded_with_what_was_injected_and_how_they_were_judged(duels):
    assert len(duels) == len(VALUES) + 3 + 3 * 2
    assert {duel["session"] for duel in duels} == {0, 1, 2}
    assert {duel["condition"] for duel in duels} == {"alone"}
    for duel in duels:
        injected = duel["injected"]
        (row,) = (row for row in duel["rows"] if row["stage"] == "forces")
        assert row["ratio"] == pytest.approx(1 + injected["value"] / 1000, rel=3e-3)
        assert row["low"] < row["ratio"] < row["high"]
        assert duel["gate"] == (10 if row["verdict"] == "slower" else 0 if _all_same(duel) else 11)
        assert (injected["slowdown"] is None) == (duel["purpose"] == "calibration")


def _all_same(duel):
    return all(row["verdict"] in ("same", "faster") for row in duel["rows"])


def test_a_false_alarm_is_counted(duels):
    alarm = next(duel for duel in duels if duel["purpose"] == "false-alarm")
    alarm["rows"][0]["verdict"] = "faster"
    (summary,) = summarise(duels)
    assert summary.duels == Share(1, 3)
    assert summary.verdicts.found == 1
    assert summary.verdicts.tried == sum(
        len(duel["rows"]) for duel in duels if duel["purpose"] == "false-alarm"
    )


def test_conditions_are_kept_apart_in_one_file(duels, write, capsys):
    loaded = copy.deepcopy(duels)
    for duel in loaded:
        duel["condition"] = "sleep 1"
    file = write(duels + loaded, "audit.jsonl")
    assert main(["audit-report", str(file), "--plot", str(file.with_suffix(".png"))]) == 0
    out = capsys.readouterr().out
    assert "beside it: alone" in out
    assert "beside it: sleep 1" in out
    assert file.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_a_load_that_failed_is_no_load(build, tmp_path, capsys):
    assert audit(build, tmp_path / "audit.jsonl", "--beside", "false") == 2
    assert "'false' failed" in capsys.readouterr().err


def test_a_load_runs_beside_the_duels_and_ends_with_them(tmp_path):
    ticks = tmp_path / "ticks"
    with holding.beside(f"echo tick >>{ticks} && sleep 0.01"):
        while not ticks.exists() or len(ticks.read_text().splitlines()) < 2:
            time.sleep(0.01)
    ended = ticks.read_text()
    time.sleep(0.05)
    assert ticks.read_text() == ended


def test_an_audit_judges_on_the_processors_that_it_may_use(build, tmp_path, monkeypatch):
    asked = []

    class Pool(holding.ProcessPoolExecutor):
        def __init__(self, processes=None):
            asked.append(processes)
            super().__init__(processes)

    monkeypatch.setattr(holding, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(holding.os, "sched_getaffinity", lambda _: {3, 7, 8})
    assert audit(build, tmp_path / "audit.jsonl") == 0
    assert set(asked) == {3}


def test_the_harness_fails(build, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_SPHLAB_EXIT", "5")
    file = tmp_path / "audit.jsonl"
    assert audit(build, file) == 5
    assert not file.exists()
    assert "sphlab duel ended with 5" in capsys.readouterr().err


def test_without_a_harness_nothing_is_held(tmp_path, capsys):
    assert main(["audit", str(tmp_path / "lib" / "audit"), "gate-audit"]) == 2
    assert "--sphlab: there is no " in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--inject", "forces"], ["--each", "0"], ["--slowdown", "-1"]])
def test_wrong_options_are_refused(tmp_path, option):
    with pytest.raises(SystemExit) as ended:
        main(["audit", str(tmp_path), "gate-audit", *option])
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda duel: put(duel, "gate", 7), "gate"),
        (lambda duel: put(duel, "injected.value", -1), "injected.value"),
        (lambda duel: remove(duel, "rows"), "rows"),
        (lambda duel: put(duel, "schema_version", 3), "schema_version"),
    ],
)
def test_what_is_no_audit_is_refused(duels, write, capsys, change, named):
    change(duels[1])
    assert main(["audit-report", str(write(duels, "audit.jsonl"))]) == 3
    err = capsys.readouterr().err
    assert "audit.jsonl:2: " in err
    assert named in err


def test_what_duels_have_in_common_stands_once(build):
    lines = [json.loads(line) for line in (build / "gate-audit.jsonl").read_text().splitlines()]
    assert lines[0] == {"schema_version": 2}
    assert sum("part" in line for line in lines) == 1
    assert all("device" not in line for line in lines if "part" not in line)


def test_an_audit_of_version_1_says_the_same_and_is_not_added_to(duels, write):
    older = write(duels, "older.jsonl")
    assert load_audit(older) == duels
    with pytest.raises(InputError, match="schema_version: 1; bring it to version 2"):
        append(older, duels)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: lines[:1] + lines[2:], ":2: circumstances: no line before it holds"),
        (
            lambda lines: [lines[0], lines[1].replace('"alone"', '"loaded"'), *lines[2:]],
            ":2: id: .* but the content of this circumstances part has",
        ),
        (lambda lines: [*lines, '{"schema_version": 1}\n'], "two versions in one file"),
        (lambda lines: ['{"schema_version": 1}\n', *lines], "two versions in one file"),
    ],
)
def test_an_audit_whose_parts_are_wrong_is_refused(build, tmp_path, change, reason):
    lines = (build / "gate-audit.jsonl").read_text().splitlines(keepends=True)
    file = tmp_path / "audit.jsonl"
    file.write_text("".join(change(lines)))
    with pytest.raises(InputError, match=reason):
        load_audit(file)


def test_calibration_finds_the_amount_of_work_for_a_slowdown():
    calibration = Calibration((0, 4, 8, 16), (0.0, 0.0, 0.01, 0.03))
    assert calibration.value_for(0.02) == 12
    assert calibration.slowdown_of(12) == pytest.approx(0.02)
    assert calibration.value_for(0.005) == 6
    with pytest.raises(InputError, match="cannot be injected"):
        calibration.value_for(0.04)


def test_a_calibration_can_be_taken_from_an_earlier_audit(build, held, tmp_path, capsys):
    file = tmp_path / "more.jsonl"
    earlier = ["--calibration", str(build / "gate-audit.jsonl")]
    assert audit(build, file, *earlier) == 3
    assert "calibrates the suite gate-audit" in capsys.readouterr().err
    assert audit(build, file, *earlier, suite=held[0]["suite"]) == 0
    more = load_audit(file)
    assert {duel["purpose"] for duel in more} == {"false-alarm", "power"}
    assert _injected(more) == _injected(duel for duel in held if duel["purpose"] != "calibration")


def _injected(duels):
    return {(duel["injected"]["value"], duel["injected"]["slowdown"]) for duel in duels}


def test_a_calibration_is_of_one_condition(held):
    suite = held[0]["suite"]
    found = calibration_of(held, suite)
    assert len(found) == len(VALUES)
    other = copy.deepcopy(found[0])
    other["condition"] = "loaded"
    assert calibration_of([*held, other], suite) == found


def test_noise_of_equal_sides_does_not_shift_the_calibration(held):
    found = copy.deepcopy(calibration_of(held, held[0]["suite"]))
    expected = calibrate(found, "forces")
    for duel in found:
        if duel["injected"]["value"] == 0:
            row_of(duel, "forces")["ratio"] = 1.1
    assert calibrate(found, "forces") == expected
    assert expected.slowdowns[0] == 0
    assert expected.slowdown_of(64) == pytest.approx(0.064, abs=3e-3)


def test_calibration_needs_a_stage_that_is_long_enough(duels):
    for duel in duels:
        duel["rows"] = [row for row in duel["rows"] if row["stage"] != "forces"]
    with pytest.raises(InputError, match="too short"):
        calibrate(duels, "forces")


def test_sessions_hold_alike():
    calibration = Calibration((0, 100), (0.0, 0.1))
    wanted = sessions.sessions(calibration, "forces", "extra", [0.01, 0.05], (30, 10), 5, seed=1)
    assert len(wanted) == 5
    for session in wanted:
        assert sorted(one.value for one in session) == [0] * 6 + [10] * 2 + [50] * 2
    assert [one.value for one in wanted[0]] != [one.value for one in wanted[1]]


def test_intervals_of_shares():
    assert Share(0, 300).interval == (0.0, pytest.approx(0.0122, abs=1e-4))
    assert Share(100, 100).interval == (pytest.approx(0.9638, abs=1e-4), 1.0)


def test_the_command_of_ci_passes_arguments_and_exit_code_through(tmp_path):
    status = os.spawnl(
        os.P_WAIT, ROOT / "ci" / "gate-audit", "gate-audit", str(tmp_path / "a" / "b"), "gate-audit"
    )
    assert status == 2


def test_tallies_say_the_same_as_their_duels(duels, tmp_path):
    alarm = next(duel for duel in duels if duel["purpose"] == "false-alarm")
    alarm["rows"][0]["verdict"] = "faster"
    alarm["confirmed"] = True
    (whole,) = summarise(duels)
    file = tmp_path / "audit.jsonl"
    append(file, tallied(duels))
    loaded = load_audit(file)
    (summary,) = summarise(loaded)
    assert sum(map(count_of, loaded)) == len(duels)
    assert (summary.verdicts, summary.duels) == (whole.verdicts, whole.duels)
    assert (summary.confirmed, whole.confirmed) == (1, 1)
    assert [level.found for level in summary.levels] == [level.found for level in whole.levels]
    assert [level.stopped for level in summary.levels] == [one.stopped for one in whole.levels]
    assert summary.base_s == pytest.approx(whole.base_s, rel=0.01)
    equal = [one["tally"] for one in loaded if one["purpose"] == "false-alarm"]
    (tally,) = (one for one in equal if one["alarmed"])
    assert tally["alarms"] == [alarm["rows"][0] | {"bout": alarm["bout"]}]


def test_a_tally_that_contradicts_itself_is_refused(duels, tmp_path):
    records = tallied(duels)
    records[-1]["tally"]["duels"] += 1
    file = tmp_path / "audit.jsonl"
    append(file, records)
    with pytest.raises(InputError, match="but gate or alarmed tell others"):
        load_audit(file)


def test_an_audit_of_tallies_goes_on_where_it_was_interrupted(build, tmp_path, monkeypatch, capsys):
    file = tmp_path / "audit.jsonl"
    assert audit(build, file, "--tally") == 0
    whole = [json.loads(line) for line in file.read_text().splitlines()]
    assert sum("tally" in line for line in whole) == 2 * 4  # sessions, injections
    kept = [json.dumps(line) + "\n" for line in whole if line.get("session") != 2]
    file.write_text("".join(kept))
    capsys.readouterr()
    assert audit(build, file, "--tally") == 0
    said = capsys.readouterr().err
    assert f"session 1 of 2: stands in {file} already" in said
    assert "session 2 of 2: 5 duels" in said or "session 2 of 2: 4 duels" in said
    assert len(load_audit(file)) == len(whole) - 2  # the version, the part
    monkeypatch.setenv("FAKE_SPHLAB_EXIT", "5")
    assert audit(build, file, "--tally") == 0  # nothing is left to hold


def test_a_second_duel_confirms_what_both_show():
    one = {"purpose": "false-alarm", "rows": [{"stage": "forces", "verdict": "slower"}]}
    other = {"rows": [{"stage": "forces", "verdict": "faster"}]}
    assert is_false_alarm(one)
    assert confirms(one, one)
    assert not confirms(one, other)
    assert not is_false_alarm(one | {"purpose": "power"})


def test_the_change_that_matters_can_be_asked_for(build, tmp_path):
    file = tmp_path / "audit.jsonl"
    assert audit(build, file, "--threshold", "0.5", "--again") == 0
    (summary,) = summarise(load_audit(file))
    assert summary.policy["smallest_change"] == 0.005
    assert {round(level.slowdown, 3): level.found.value for level in summary.levels}[0.01] == 1

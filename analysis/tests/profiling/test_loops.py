"""Loops on a timeline: joined to their records, and held against their times."""

import json

import pytest

from analysis.cli import main
from analysis.errors import InputError
from analysis.json_lines import as_lines
from analysis.profiling.loop_crosscheck import Verdict, loop_crosscheck
from analysis.profiling.loop_table import as_markdown
from analysis.profiling.loops import load_loops, loops_of
from analysis.profiling.timeline import read_timeline
from analysis.tests.change import find, put
from analysis.tests.profiling.made_timeline import (
    CYCLE,
    CYCLE_OF_KERNELS,
    PAUSE,
    SESSION,
    range_line,
    text_of,
    timeline_of_graphs,
    timeline_of_loop,
)

# Of the records: ten steps a cycle, which the made-up cycle is told to be of two.
OF_LIST = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle"}
OF_LOOP = OF_LIST | {"particles": 83632, "cache": "loop"}


@pytest.fixture
def step(records):
    """The record of a step of two steps a cycle."""
    step = find(records, stage="step", **(OF_LOOP | {"particles": smallest(records)}))
    for record in records:
        if record["stage"] in ("hash", "sort", "cells", "reorder", "list"):
            record["calls_per_step"] = 0.5
    return step


def smallest(records):
    return min(record["scenario"]["particles"] for record in records)


def stage_of(records, name):
    return find(records, stage=name, **(OF_LOOP | {"particles": smallest(records)}))


@pytest.fixture
def timeline(tmp_path):
    """The Timeline of lines, from a file."""

    def timeline(lines, name="timeline.jsonl"):
        path = tmp_path / name
        path.write_text(text_of(lines))
        return read_timeline(path)

    return timeline


def test_stages_are_found_in_their_places(records, step, timeline):
    (loop,) = loops_of(timeline(timeline_of_loop(step["id"])), None, records)
    assert loop["record"] == step["id"]
    assert loop["steps_per_cycle"] == 2
    assert list(loop["stages"]) == ["hash", "sort", "list", "forces", "euler"]
    sort, forces = loop["stages"]["sort"], loop["stages"]["forces"]
    assert sort["kernels"] == 2
    assert sort["spans_ns"] == 3 * [25_000 + PAUSE + 25_000]
    assert sort["busy_ns"] == 3 * [50_000]
    assert forces["spans_ns"] == 12 * [60_000]
    assert forces["pauses_ns"] == 12 * [PAUSE]
    assert len(loop["stages"]["hash"]["pauses_ns"]) == 2
    work = [nanoseconds for _, all_of in CYCLE for _, nanoseconds in all_of]
    assert loop["cycles_ns"] == 3 * [sum(work) + (len(work) - 1) * PAUSE]
    assert loop["graphs_ns"] == []


def test_the_step_is_that_of_whole_graphs(records, step, timeline):
    parts = timeline(timeline_of_loop(step["id"]))
    whole = timeline(timeline_of_graphs(step["id"], 350_000, 352_000, 380_000))
    loops = loops_of(parts, whole, records)
    assert loops[0]["graphs_ns"] == [350_000, 352_000, 380_000]
    assert loops[0]["graph_pauses_ns"] == [PAUSE, PAUSE]
    put(step, "summary.median_s", 176.5e-6)
    check = loop_crosscheck(records, loops)[-1]
    assert check.record is step
    assert check.timeline_s == pytest.approx(176e-6)
    assert check.verdict() is Verdict.SAME


@pytest.mark.parametrize(
    ("stage", "recorded_us", "verdict"),
    [
        ("forces", 61.1, Verdict.SAME),
        ("forces", 58.9, Verdict.SAME),
        ("forces", 61.5, Verdict.SAME_WITH_PAUSE),
        ("forces", 63.0, Verdict.DIFFERENT),
        ("forces", 58.0, Verdict.DIFFERENT),
        ("list", 203.5, Verdict.SAME),
        ("hash", 6.9, Verdict.SAME_WITH_PAUSE),
        ("hash", 5.0, Verdict.SHORT),
        ("hash", 9.0, Verdict.SHORT),
    ],
)
def test_the_verdict(records, step, timeline, stage, recorded_us, verdict):
    loops = loops_of(timeline(timeline_of_loop(step["id"])), None, records)
    record = stage_of(records, stage)
    put(record, "summary.median_s", recorded_us * 1e-6)
    (check,) = (one for one in loop_crosscheck(records, loops) if one.record is record)
    assert check.verdict() is verdict


def graph_with_sort_of(nanoseconds):
    """Of a cycle: all stages but the sort, as stamped, and what is left for the sort."""
    others = [work for stage, all_of in CYCLE_OF_KERNELS for _, work in all_of if stage != "sort"]
    return sum(others) + nanoseconds


@pytest.mark.parametrize(
    ("left_us", "recorded_us", "verdict"),
    [
        (60, 61.1, Verdict.SAME_BY_DIFFERENCE),
        (60, 58.9, Verdict.SAME_BY_DIFFERENCE),
        (60, 65.0, Verdict.DIFFERENT),
        (45, 45.1, Verdict.SHORT),  # less than a tenth of the cycle
    ],
)
def test_a_stage_of_parts_is_what_the_graph_leaves(
    records, step, timeline, left_us, recorded_us, verdict
):
    parts = timeline(timeline_of_loop(step["id"], cycle=CYCLE_OF_KERNELS))
    graphs = timeline_of_graphs(step["id"], *3 * [graph_with_sort_of(left_us * 1000)])
    record = stage_of(records, "sort")
    put(record, "summary.median_s", recorded_us * 1e-6)
    checks = loop_crosscheck(records, loops_of(parts, timeline(graphs), records))
    (check,) = (one for one in checks if one.record is record)
    assert check.timeline_s == pytest.approx(51e-6)
    assert check.difference_s == (None if left_us == 45 else pytest.approx(left_us * 1e-6))
    assert check.verdict() is verdict
    assert all(one.difference_s is None for one in checks if one.kernels == 1)


def test_nothing_is_left_to_one_of_two_stages_of_parts(records, step, timeline):
    parts = timeline(timeline_of_loop(step["id"]))
    whole = timeline(timeline_of_graphs(step["id"], 600_000))
    checks = loop_crosscheck(records, loops_of(parts, whole, records))
    assert all(check.difference_s is None for check in checks)


def test_a_step_may_have_the_pause_between_graphs(records, step, timeline):
    parts = timeline(timeline_of_loop(step["id"]))
    whole = timeline(timeline_of_graphs(step["id"], 20_000, 20_000))
    put(step, "summary.median_s", 10.5e-6)
    check = loop_crosscheck(records, loops_of(parts, whole, records))[-1]
    assert check.pause_s == pytest.approx(PAUSE * 1e-9 / 2)
    assert check.verdict() is Verdict.SAME_WITH_PAUSE


def test_the_table(records, step, timeline):
    loops = loops_of(timeline(timeline_of_loop(step["id"])), None, records)
    put(stage_of(records, "forces"), "summary.median_s", 66e-6)
    table = as_markdown(loop_crosscheck(records, loops), 0.02)
    assert "| forces | 1 | 66.00 | 60.00 | 1.100 | 1.00 |  | different |" in table
    assert "6 stages and steps: " in table


def test_a_file_holds_what_was_joined(records, step, timeline, tmp_path):
    loops = loops_of(timeline(timeline_of_loop(step["id"])), None, records)
    file = tmp_path / "x.loop.jsonl"
    file.write_text(as_lines(loops))
    assert load_loops(file) == loops


def test_the_commands(records, step, tmp_path, write, capsys):
    run = str(write(records))
    files = {}
    for name, lines in {
        "parts": timeline_of_loop(step["id"]),
        "whole": timeline_of_graphs(step["id"], 350_000),
    }.items():
        files[name] = tmp_path / f"{name}.jsonl"
        files[name].write_text(text_of(lines))
    out = str(tmp_path / "run.loop.jsonl")
    assert (
        main(["loop", run, str(files["parts"]), "--whole", str(files["whole"]), "--out", out]) == 0
    )
    assert "1 loops" in capsys.readouterr().out
    assert main(["crosscheck-loop", run, out, "--tolerance", "3"]) == 0
    assert "tolerance 3.0%" in capsys.readouterr().out


def refusal(of_what):
    with pytest.raises(InputError) as caught:
        of_what()
    return str(caught.value)


def test_another_record_than_those(records, step, timeline):
    parts = timeline(timeline_of_loop("0123456789abcdef"))
    assert "record-0123456789abcdef is on the timeline" in refusal(
        lambda: loops_of(parts, None, records)
    )
    loops = loops_of(timeline(timeline_of_loop(step["id"])), None, records)
    records.remove(step)
    assert step["id"] in refusal(lambda: loop_crosscheck(records, loops))


def test_cycles_of_other_work(records, step, timeline):
    other = [(stage, [("other", 1_000)] if stage == "hash" else work) for stage, work in CYCLE]
    parts = timeline(timeline_of_loop(step["id"], staged=other))
    assert "kernel hash_kernel in place of kernel other" in refusal(
        lambda: loops_of(parts, None, records)
    )
    parts = timeline(timeline_of_loop(step["id"], staged=CYCLE[1:]))
    assert "are no multiple of the" in refusal(lambda: loops_of(parts, None, records))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "holds nothing"),
        ([{"kind": "session", "schema": "sphlab-timeline/2"}], "has schema 'sphlab-timeline/2'"),
        ([SESSION], "tells of no work"),
        ([SESSION, {"kind": "fill", "begin_ns": 1, "end_ns": 2}], "tells of no range"),
        (
            [SESSION, {"kind": "problem", "call": "cuptiActivityEnable", "text": "CUPTI_ERROR_X"}],
            ":2: cuptiActivityEnable failed: CUPTI_ERROR_X",
        ),
        ([SESSION, {"kind": "dropped", "count": 7}], "has lost 7 records"),
        ([SESSION, {"kind": "marker"}], "'marker', which is not known"),
        ([SESSION, range_line("x", 2, 1)], "lasts from 2 to 1 ns"),
        ([SESSION, {"kind": "fill", "begin_ns": 0, "end_ns": 0}], "which is no time"),
        ([SESSION, 7], "the line: is 7, not an object"),
    ],
)
def test_files_that_are_no_timeline(timeline, lines, words):
    assert words in refusal(lambda: timeline(lines))


def test_a_file_that_is_cut_short(tmp_path):
    path = tmp_path / "cut.jsonl"
    path.write_text(text_of([SESSION]) + '{"kind": "ran')
    assert ":2: is no JSON" in refusal(lambda: read_timeline(path))
    assert "cannot be read" in refusal(lambda: read_timeline(tmp_path / "absent.jsonl"))
    path.write_text(json.dumps({"schema": "sphlab-loop/0"}) + "\n")
    assert "has schema 'sphlab-loop/0'" in refusal(lambda: load_loops(path))

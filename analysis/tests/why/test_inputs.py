"""Profiles and counts that are not what they should be."""

import json

import pytest

from analysis.errors import InputError
from analysis.tests.why.conftest import H200
from analysis.why.counts import load_counts
from analysis.why.profiled import load_profiled


@pytest.fixture
def first_line(tmp_path):
    """A file of the first line of another, changed."""

    def first_line(file, change=lambda line: None, times=1):
        line = json.loads((H200 / file).read_text().splitlines()[0])
        change(line)
        path = tmp_path / "broken.jsonl"
        path.write_text((json.dumps(line) + "\n") * times)
        return path

    return first_line


def changed(*keys, value):
    """Sets a value at a place of a line."""

    def change(line):
        for key in keys[:-1]:
            line = line[key]
        line[keys[-1]] = value

    return change


def test_a_profile_is_read(first_line):
    (profile,) = load_profiled(first_line("cutoff.profile.jsonl")).values()
    assert profile.share_of_stage == 1
    assert profile.share("issue_slots_busy") == profile.metrics["issue_slots_busy"] / 100


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (changed("schema_version", value=7), "schema_version.*ci/profile"),
        (changed("kernels", value=[]), "kernels"),
        (changed("kernels", 0, "metrics", "duration_s", value=0), "duration_s"),
        (lambda line: line.pop("record"), "record"),
    ],
)
def test_a_profile_is_refused_with_file_line_and_key(change, told, first_line):
    with pytest.raises(InputError, match=rf"broken\.jsonl:1: .*{told}"):
        load_profiled(first_line("cutoff.profile.jsonl", change))


@pytest.mark.parametrize("text", ["{", ""])
def test_what_is_no_profile_is_refused(text, tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=r"broken\.jsonl"):
        load_profiled(path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (changed("schema", value="sphlab-counts/9"), "sphlab-counts/9.*sphlab count"),
        (lambda line: line.pop("runs"), "runs"),
        (lambda line: line["global_load"].pop("sectors"), "global_load.sectors"),
        (lambda line: line["global_load"].pop("bytes"), "global_load.bytes"),
        (lambda line: line.pop("parameters"), "parameters"),
        (changed("accepted_pairs", value="many"), "accepted_pairs"),
    ],
)
def test_counts_are_refused_with_file_line_and_key(change, told, first_line):
    with pytest.raises(InputError, match=rf"broken\.jsonl:1: .*{told}"):
        load_counts(first_line("counts.jsonl", change))


def test_counts_of_several_launches_add_up(first_line):
    (once,) = load_counts(first_line("counts.jsonl"))
    (twice,) = load_counts(first_line("counts.jsonl", times=2))
    assert twice.runs == 2 * once.runs
    assert twice.pipe_turns == 2 * once.pipe_turns
    assert twice.lanes_per_run == once.lanes_per_run


def test_a_stage_without_pairs_counts_none(first_line):
    (counts,) = load_counts(first_line("counts.jsonl", lambda line: line.pop("accepted_pairs")))
    assert counts.accepted_pairs is None

"""python -m analysis why: an explanation, or a reason."""

import copy
import json
import shutil
import sys

import pytest

from analysis.cli import main
from analysis.load import load_records
from analysis.recorded.identity import record_id
from analysis.recorded.lines import as_lines
from analysis.tests.why.conftest import H200, LIMITS

TRAVERSALS = str(H200 / "traversals.jsonl")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Goes to where results/nvidia-h200 has these files of what an H200 recorded."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "results" / "nvidia-h200"

    def place(*files):
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(LIMITS if file == LIMITS.name else H200 / file, folder)
        return folder

    return place


@pytest.fixture
def why(capsys):
    """Runs the command: its exit code, and what it says, without the line ends that the width has
    made. Nothing is wider than a terminal."""

    def why(*words):
        code = main(["why", *map(str, words)])
        out, err = capsys.readouterr()
        assert all(len(line) <= 80 for line in out.splitlines() if not out.startswith("{"))
        return code, out if out.startswith("{") else " ".join((out + err).split())

    return why


def mentions(text, *parts):
    return [part for part in parts if part not in text] == []


def test_what_is_recorded_here_is_explained(place, why):
    place("traversals.jsonl", "cutoff.jsonl", "cutoff.profile.jsonl", "limits.json")
    code, text = why("rows")
    assert code == 0
    assert mentions(
        text,
        "dam-break-lj: 1,037,232 particles",
        "of limit",
        "6.1 candidates",
        "Not known:",
        "ci/profile",
    )
    code, text = why("x-pencil-bulk")
    assert code == 0
    assert mentions(text, "bound by issue", "(profile)")


def test_two_are_compared(why):
    code, text = why(
        *("rows", "--against", "all-in-sm", "--record", TRAVERSALS),
        *("--counts", H200 / "counts.jsonl"),
    )
    assert code == 0
    assert mentions(text, "A rows", "B all-in-sm", "the work is the same", "(counted)")


def test_a_document_is_written(why, tmp_path):
    asked = ("rows", "--record", TRAVERSALS)
    code, alone = why(*asked, "--json", "-")
    assert code == 0
    assert json.loads(alone)["schema"] == "sphlab-why/1"
    file = tmp_path / "why.json"
    code, text = why(*asked, "--json", file)
    assert code == 0
    assert "A step takes" in text
    assert file.read_text(encoding="utf-8") == alone


def test_rows_that_match_are_listed(why):
    code, text = why("all-in-sm", "--record", H200 / "cutoff.jsonl", "--list")
    assert code == 0
    assert mentions(text, "3,276,800", "327,680", "random-box-uncut")


def test_where_several_are_meant_it_asks(place, why):
    place("traversals.jsonl", "cutoff.jsonl")
    code, text = why("all-in-sm")
    assert code == 2
    assert mentions(text, "dam-break-lj", "random-box-uncut", "--scenario")
    assert why("all-in-sm", "--scenario", "random-box-uncut")[0] == 0
    assert why("list-gather")[0] == 0  # of which one variant alone is recorded


def test_what_is_not_there_is_told(place, why):
    place()
    assert why("rows")[0] == 5
    assert mentions(why("rows")[1], "results/", "sphlab run")
    place("traversals.jsonl", "cutoff.jsonl")
    code, text = why("rovs")
    assert code == 5
    assert mentions(text, "'rovs'", "did you mean 'rows'", "sphlab run SCENARIO --variant rovs")
    code, text = why("frobnicate")
    assert code == 5
    assert mentions(text, "'frobnicate'", "; 'sphlab run SCENARIO --variant frobnicate'")
    assert "did you mean" not in text
    code, text = why("rows", "--state", "t9")
    assert code == 5
    assert "--list" in text
    code, text = why("rows", "--against", "x-pencil-bulk")
    assert code == 5
    assert mentions(text, "never recorded on the same particles", "scenario")
    code, text = why("rows", "--set", "particles_per_height=1")
    assert code == 5
    assert "parameters" in text


def test_files_of_something_else_are_refused(why, tmp_path):
    none = tmp_path / "none.jsonl"
    code, text = why("rows", "--record", none)
    assert code == 3
    assert mentions(text, "none.jsonl", "cannot be read")
    code, text = why("rows", "--record", H200 / "cutoff.profile.jsonl")
    assert code == 3
    assert mentions(text, "cutoff.profile.jsonl", "recorded run")
    future = tmp_path / "future.jsonl"
    future.write_text('{"schema_version":3}\n"rows"\n')
    code, text = why("rows", "--record", future)
    assert code == 3
    assert mentions(text, "future.jsonl:1", "schema_version: 3")
    limits = tmp_path / "limits.json"
    limits.write_text("{}")
    code, text = why("rows", "--record", TRAVERSALS, "--limits", limits)
    assert code == 3
    assert "limits.json" in text
    code, text = why("rows", "--record", TRAVERSALS, "--counts", LIMITS)
    assert code == 3
    assert "limits.json:1" in text
    code, text = why("rows", "--record", TRAVERSALS, "--json", "/proc/sphlab/why.json")
    assert code == 8
    assert "/proc/sphlab" in text


def test_limits_of_another_device_are_left_out_and_refused_where_they_were_named(place, why):
    beside = place("traversals.jsonl") / "limits.json"
    limits = json.loads(LIMITS.read_text(encoding="utf-8"))
    limits["device"]["name"] = "NVIDIA A100"
    beside.write_text(json.dumps(limits), encoding="utf-8")
    code, text = why("rows")
    assert code == 0
    told = ("limits.json is of NVIDIA A100, and left out", "no limits of NVIDIA H200")
    assert mentions(text, *told)
    code, text = why("rows", "--limits", beside)
    assert code == 3
    assert mentions(text, "NVIDIA A100", "NVIDIA H200", "--limits")


def test_an_invalid_row_is_told(why, tmp_path):
    records = copy.deepcopy(load_records(TRAVERSALS))
    for record in records:
        record["validity"]["status"] = "accelerations: 0.3 is above 2e-05"
    file = tmp_path / "invalid.jsonl"
    file.write_text("".join(as_lines(records)), encoding="utf-8")
    code, text = why("rows", "--record", file)
    assert code == 6
    assert mentions(text, "invalid.jsonl", "accelerations: 0.3")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--set", "particles_per_height"), "expected key=value"),
        (("--count", "particles_per_height=many"), "expected key=value"),
        (("--set", "particles_per_height=1e999"), "expected key=value"),
        (("--set", "a=1", "--set", "a=2"), "'a' is set twice"),
        (("--scenario", ""), "must not be empty"),
    ],
)
def test_a_wrong_command_line_is_refused(words, told, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["why", "rows", *words])
    assert caught.value.code == 2
    assert told in capsys.readouterr().err


@pytest.fixture
def fake_sphlab(tmp_path):
    """A program that has counted what an option asks for, or ends with a code."""

    def fake_sphlab(body):
        program = tmp_path / "sphlab"
        program.write_text(f"#!{sys.executable}\nimport sys\n{body}\n")
        program.chmod(0o755)
        return program

    return fake_sphlab


ASKED = ["count", "dam-break-lj", "--variant", "rows", "--set", "particles_per_height=4.0"]
COUNTING = """
words = sys.argv[1:]
assert words[:6] == {asked}
lines = open({file!r}).read().replace("list-gather+per-particle", "rows")
open(words[-1], "w").write(lines)
"""


def test_counts_are_made_now(why, fake_sphlab):
    program = fake_sphlab(COUNTING.format(asked=ASKED, file=str(H200 / "counts.jsonl")))
    asked = ("rows", "--record", TRAVERSALS, "--limits", LIMITS, "--json", "-")
    code, text = why(*asked, "--count", "particles_per_height=4", "--sphlab", program)
    assert code == 0
    forces = json.loads(text)["stages"][4]
    assert forces["stage"] == "forces"
    assert forces["counted"]["source"] == "sphlab count"
    assert forces["counted"]["global_load"]["requests"] > 0
    assert forces["counted_pipe"] > 0


def test_a_count_that_fails_ends_with_its_code(why, fake_sphlab):
    asked = ("rows", "--record", TRAVERSALS, "--count", "particles_per_height=4", "--sphlab")
    code, text = why(*asked, fake_sphlab("sys.exit(5)"))
    assert code == 5
    assert "sphlab count ended with 5" in text


def test_without_a_program_nothing_is_counted(place, why, monkeypatch):
    monkeypatch.setenv("PATH", "")
    place("traversals.jsonl")
    asked = ("rows", "--count", "particles_per_height=4")
    code, text = why(*asked)
    assert code == 5
    assert mentions(text, "build/*/bin", "SPHLAB in the environment")
    code, text = why(*asked, "--sphlab", "absent/sphlab")
    assert code == 2
    assert "absent/sphlab" in text
    code, text = why(*asked, "--sphlab", TRAVERSALS)
    assert code == 5
    assert mentions(text, "traversals.jsonl: cannot be run", "--sphlab")


def test_a_name_that_is_no_text_matches_nothing(why):
    assert why("\udcff", "--record", TRAVERSALS)[0] == 5


LISTED = {"index": 0, "runtime": "cuda", "name": "NVIDIA H200", "architecture": "sm_90"}
LISTING = f"print({json.dumps([LISTED])!r})"


def test_of_several_devices_the_one_at_hand_is_taken(place, why, fake_sphlab, monkeypatch):
    records = copy.deepcopy(load_records(place("traversals.jsonl") / "traversals.jsonl"))
    for record in records:
        record["device"] |= {"name": "NVIDIA H100", "slug": "nvidia-h100"}
        record["id"] = record_id(record)
    other = place() / "other.jsonl"
    other.write_text("".join(as_lines(records)), encoding="utf-8")
    monkeypatch.setenv("PATH", "")
    code, text = why("rows")
    assert code == 2
    assert mentions(text, "2 devices", "nvidia-h100 nvidia-h200", "--record")
    code, text = why("rows", "--sphlab", fake_sphlab(LISTING))
    assert code == 0
    assert "on NVIDIA H200" in text

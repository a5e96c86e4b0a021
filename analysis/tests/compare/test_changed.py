"""The command changed: what a new recording of a folder of suites brought."""

import subprocess

import pytest

from analysis.cli import main
from analysis.compare.changed import suites
from analysis.tests.compare.sides import put_everywhere, slow_down
from analysis.tests.version_1 import text_of


def save(folder, name, records):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text_of(records), encoding="utf-8")


@pytest.fixture
def folders(tmp_path, base, candidate):
    """Two recordings, in which one suite has not changed."""
    old, new = tmp_path / "old", tmp_path / "new"
    save(old, "loop.jsonl", base)
    save(new, "loop.jsonl", candidate)
    return old, new


def changed(folders, capsys, *options):
    code = main(["changed", *map(str, folders), *options])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def counts(text, suite):
    """The counts of a suite's line, by the headings."""
    headings, _, *lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = next(line for line in lines if line.startswith(f"| {suite}.jsonl |"))
    names, values = ([cell.strip() for cell in row.split("|")[1:-1]] for row in (headings, cells))
    return dict(zip(names, values, strict=True))


def test_equal_recordings_have_changed_in_nothing(folders, capsys):
    code, text, _ = changed(folders, capsys)
    assert code == 0
    assert "**0 of " in text
    assert counts(text, "loop")["slower"] == "0"
    assert int(counts(text, "loop")["same"]) > 0
    assert "#### " not in text


def test_what_is_slower_and_faster_is_told_the_largest_first(folders, candidate, capsys):
    forces = [one for one in candidate if one["stage"] == "forces"]
    slow_down(forces[0], 1.1)
    slow_down(forces[1], 1 / 1.5)
    save(folders[1], "loop.jsonl", candidate)
    code, text, _ = changed(folders, capsys)
    assert code == 0
    assert counts(text, "loop") | {"slower": "1", "faster": "1"} == counts(text, "loop")
    largest = text.split("#### Largest changes, 2")[1]
    assert largest.index("-33.") < largest.index("+10.")
    code, text, _ = changed(folders, capsys, "--limit", "1")
    assert "#### Largest changes, 1 of 2" in text
    assert "+10." not in text.split("#### Largest changes")[1].split("<sub>")[0]


def test_noise_is_no_change(folders, candidate, capsys):
    for one in candidate:
        slow_down(one, 1.005)
    save(folders[1], "loop.jsonl", candidate)
    assert counts(changed(folders, capsys)[1], "loop")["slower"] == "0"


def test_what_appears_and_disappears(folders, base, candidate, capsys):
    clang = [one for one in candidate if one["toolchain"]["name"] == "clang-19"]
    nvcc = [one for one in base if one["toolchain"]["name"] == "nvcc-13.0"]
    save(folders[0], "loop.jsonl", nvcc + clang[:1])
    save(folders[1], "loop.jsonl", clang + nvcc[:1])
    save(folders[0], "old-suite.jsonl", base)
    save(folders[1], "new-suite.jsonl", base)
    _, text, _ = changed(folders, capsys)
    assert counts(text, "new-suite")["not compared"] == "new"
    assert counts(text, "old-suite")["not compared"] == "gone"
    assert int(counts(text, "loop")["gone"]) > 0
    assert int(counts(text, "loop")["new"]) > 0
    assert "#### Gone" in text
    assert "#### New" in text


def test_suites_that_have_nothing_in_common_are_told(folders, candidate, capsys):
    put_everywhere(candidate, "scenario.state.step", 7)
    save(folders[1], "loop.jsonl", candidate)
    code, text, _ = changed(folders, capsys)
    assert code == 0
    assert counts(text, "loop")["not compared"].startswith("the files have no row in common")


def test_another_environment_is_told_and_does_not_matter(folders, candidate, capsys):
    put_everywhere(candidate, "device.board", "ffffffff")
    save(folders[1], "loop.jsonl", candidate)
    code, text, _ = changed(folders, capsys)
    assert code == 0
    assert "- device.board: 0a1b2c3d to ffffffff (loop)" in text


@pytest.mark.parametrize("is_root", [True, False])
def test_the_same_folder_in_another_revision(folders, candidate, capsys, is_root):
    _, new = folders

    def git(*words):
        name = ["-c", "user.name=a", "-c", "user.email=a@b"]
        where = new if is_root else new.parent
        subprocess.run(["git", *name, "-C", where, *words], check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    slow_down(candidate[0], 1.1)
    save(new, "loop.jsonl", candidate)
    code, text, _ = changed(["HEAD", new], capsys)
    assert code == 0
    assert counts(text, "loop")["slower"] == "1"
    assert changed(["absent", new], capsys)[0] == 2


def test_what_is_no_run_is_left_out_or_refused(folders, tmp_path, capsys):
    for name in (
        "a.profile.jsonl",
        "a.loop.jsonl",
        "gate-audit.jsonl",
        "c.validation.jsonl",
        "verification.jsonl",
    ):
        (folders[1] / name).write_text("{}\n", encoding="utf-8")
    assert [suite.name for suite in suites(*folders)] == ["loop.jsonl"]
    (folders[1] / "b.jsonl").write_text("{}\n", encoding="utf-8")
    code, _, error = changed(folders, capsys)
    assert code == 3
    assert "b.jsonl:1: " in error
    (folders[1] / "b.jsonl").unlink()
    empty = tmp_path / "empty"
    empty.mkdir()
    assert changed([empty, empty], capsys)[0] == 3
    assert changed([folders[0], tmp_path / "absent"], capsys)[0] == 2
    assert changed([*folders, "--out", str(tmp_path)], capsys)[0] == 8

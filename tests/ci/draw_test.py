"""ci/draw with an analysis that is made up: what it draws, and what of it gets into results/."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ANALYSIS = """#!/bin/bash
shift 2
echo "$*" >>calls
while (($# > 1)); do
  case $1 in
    --out) mkdir -p "$2" && echo new >"$2/shown.png" && echo new >"$2/other.png" ;;
    *bad.jsonl) exit 3 ;;
  esac
  shift
done
"""
RECORDS = ("gpu/lists.jsonl", "gpu/lists.profile.jsonl", "gpu/limits.json", "gpu/best/tank.json")


@pytest.fixture
def clone(tmp_path):
    shutil.copytree(ROOT / "ci", tmp_path / "ci")
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(ANALYSIS)
    python.chmod(0o755)
    for name in RECORDS:
        file = tmp_path / "results" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("![a](results/gpu/figures/lists/shown.png)\n")
    page = "`results/gpu/figures/lists/other.png` [b](../results/gpu/best/figures/tank/shown.png)\n"
    (tmp_path / "docs" / "page.md").write_text(page)
    return tmp_path


def draw(clone, *files):
    command = [clone / "ci" / "draw", *files]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)


def below(folder):
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*.png")}


def test_all_are_drawn_and_those_that_pages_show_get_into_results(clone):
    done = draw(clone)
    assert (done.returncode, done.stderr) == (0, "")
    drawn = below(clone / "build" / "figures")
    assert drawn == {
        f"{folder}/{name}.png"
        for folder in ("gpu/figures/lists", "gpu/best/figures/tank")
        for name in ("shown", "other")
    }
    assert below(clone / "results") == {figure for figure in drawn if "shown" in figure}


def test_each_folder_has_an_index(clone):
    draw(clone)
    indices = {call for call in (clone / "calls").read_text().splitlines() if "index" in call}
    assert indices == {"index build/figures/gpu", "index build/figures/gpu/best"}


def test_what_is_not_drawn_stays_and_what_is_no_more_of_a_file_goes(clone):
    kept = clone / "results/gpu/best/figures/tank/shown.png"
    stale = clone / "build/figures/gpu/figures/lists/stale.png"
    for file in (kept, stale):
        file.parent.mkdir(parents=True)
        file.write_text("old")
    assert draw(clone, "results/gpu/lists.jsonl").returncode == 0
    assert kept.read_text() == "old"
    assert not stale.exists()


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("results/gpu/limits.json", "holds nothing that a figure is drawn of"),
        ("results/gpu/none.jsonl", "is no file in results/<device>/"),
        ("README.md", "is no file in results/<device>/"),
    ],
)
def test_what_has_no_figure_is_refused(clone, file, told):
    done = draw(clone, file)
    assert done.returncode == 1
    assert f"{file} {told}" in done.stderr


def test_a_file_that_cannot_be_drawn_is_told_and_the_others_are_drawn(clone):
    (clone / "results/gpu/bad.jsonl").touch()
    assert draw(clone).returncode == 3
    assert "gpu/figures/lists/shown.png" in below(clone / "results")

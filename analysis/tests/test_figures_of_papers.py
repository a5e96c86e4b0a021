"""The figures of a paper, of a file and of a folder of records."""

from pathlib import Path

import pytest

from analysis import figures
from analysis.cli import main

ROOT = Path(__file__).resolve().parents[2]


def test_papers_and_their_figures():
    assert {"A", "C", "E"} <= set(figures.papers())
    assert figures.of_paper("A") == ["A4", "A5", "A6", "A9", "A10", "A11", "A12", "A15"]


@pytest.fixture
def of_papers(tmp_path):
    """A folder with two suites of paper C, one for its figures, and one of another paper."""
    for name in ("cutoff", "tasks"):
        file = next((ROOT / "results").glob(f"nvidia-*/{name}.jsonl"))
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def test_the_figures_of_a_paper_from_a_folder(of_papers, capsys, monkeypatch):
    drawn = []
    monkeypatch.setattr("analysis.drawing.commands.write_shown", lambda file, _: drawn.append(file))
    monkeypatch.setattr("analysis.drawing.page.png", lambda _: b"")
    monkeypatch.setattr("analysis.drawing.page.vector", lambda *_: b"")
    assert main(["figures", str(of_papers), "--paper", "C", "--also", "svg"]) == 0
    assert {file.parent for file in drawn} == {of_papers / "figures" / "cutoff"}
    assert {file.name.partition("-")[0] for file in drawn} == {"C1", "C6", "C8"}
    assert {file.suffix for file in drawn} == {".png", ".svg"}
    assert "C7: no record to draw it from" in capsys.readouterr().err
    drawn.clear()
    assert main(["figures", str(of_papers / "tasks.jsonl"), "--paper", "E"]) == 0
    assert {file.name.partition("-")[0] for file in drawn} == {"E1", "E13"}
    assert "E21: no record to draw it from" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["."], 3, ".: cannot be read: Is a directory"),
        ([".", "--paper", "C", "--out", "x"], 2, "leave out --out, --profile, --limits and --host"),
        ([".", "--paper", "A"], 3, "holds no file of a suite for figures of paper A: dam-break"),
        (["tasks.jsonl", "--paper", "C"], 3, "holds no record that a figure is drawn from"),
    ],
)
def test_what_no_paper_is_drawn_of(of_papers, capsys, monkeypatch, arguments, code, reason):
    monkeypatch.chdir(of_papers)
    assert main(["figures", *arguments]) == code
    assert reason in capsys.readouterr().err

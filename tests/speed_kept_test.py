"""docs/speed-kept.md says what the records of results/nvidia-h200/builds say."""

import json
import re
from pathlib import Path

import pytest
from analysis.cli import main

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "results" / "nvidia-h200" / "builds"


def rows(text):
    return [line for line in text.splitlines() if line.startswith("|")]


@pytest.mark.parametrize(("suite", "exit_code"), [("steps", 6), ("gate", 0)])
def test_the_page_has_the_rows_of_the_records(suite, exit_code, tmp_path):
    base, candidate, *again = (
        str(RECORDS / f"{suite}.{side}.jsonl")
        for side in ("base", "candidate", "base-again", "candidate-again")
    )
    report = tmp_path / "report.md"
    policy = ["--across", "all", "--scope", "step", "--markdown", str(report)]
    assert main(["gate", base, candidate, "--again", *again, *policy]) == exit_code
    page = (ROOT / "docs" / "speed-kept.md").read_text(encoding="utf-8")
    held = re.search(rf"<!-- rows of: {suite} -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert rows(held[1]) == rows(report.read_text(encoding="utf-8").split("All rows")[1])


@pytest.mark.parametrize("suite", ["steps", "gate"])
def test_no_stage_of_the_records_is_slower(suite, capsys):
    sides = [str(RECORDS / f"{suite}.{side}.jsonl") for side in ("base", "candidate")]
    assert main(["compare", *sides, "--across", "all", "--format", "json"]) == 0
    verdicts = {row["verdict"] for row in json.loads(capsys.readouterr().out)["rows"]}
    assert "same" in verdicts
    assert "slower" not in verdicts

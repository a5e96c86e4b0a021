"""What docs/speed-kept.md says in words of the records of results/nvidia-h200/builds. Its tables
are made of them by `python -m analysis published`.
"""

import json
from pathlib import Path

import pytest
from analysis.cli import main

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "results" / "nvidia-h200" / "builds"


@pytest.mark.parametrize(("suite", "exit_code"), [("steps", 6), ("gate", 0)])
def test_the_gate_says_of_the_records_what_the_page_does(suite, exit_code):
    base, candidate, *again = (
        str(RECORDS / f"{suite}.{side}.jsonl")
        for side in ("base", "candidate", "base-again", "candidate-again")
    )
    policy = ["--across", "all", "--scope", "step"]
    assert main(["gate", base, candidate, "--again", *again, *policy]) == exit_code


@pytest.mark.parametrize("suite", ["steps", "gate"])
def test_no_stage_of_the_records_is_slower(suite, capsys):
    sides = [str(RECORDS / f"{suite}.{side}.jsonl") for side in ("base", "candidate")]
    assert main(["compare", *sides, "--across", "all", "--format", "json"]) == 0
    verdicts = {row["verdict"] for row in json.loads(capsys.readouterr().out)["rows"]}
    assert "same" in verdicts
    assert "slower" not in verdicts

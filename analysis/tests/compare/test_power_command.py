"""The command power: what it prints and refuses."""

import pytest

from analysis.cli import main
from analysis.tests.change import find

STEP = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle", "stage": "step"}


def test_of_a_recorded_run(base, write, capsys):
    path = write([find(base, **STEP)])
    assert main(["power", str(path), "--trials", "5", "--blocks", "4", "12"]) == 0
    heading, few, enough = capsys.readouterr().out.splitlines()
    assert heading.split()[:3] == ["row", "blocks", "trials"]
    assert few.endswith("  0 %         100.0 %")
    blocks, trials, alarms, found, _, smallest, _ = enough.split()[-7:]
    assert (blocks, trials, alarms, found) == ("12", "5", "0", "100")
    assert 2.0 <= float(smallest) < 3.0


def test_of_a_model(capsys):
    command = ["power", "--noise", "noisy-cpu", "--together", "--trials", "5", "--blocks", "12"]
    assert main([*command, "--slowdown", "50"]) == 0
    first = capsys.readouterr().out
    assert "noisy-cpu" in first
    assert " 100 % " in first
    assert main([*command, "--slowdown", "50"]) == 0
    assert capsys.readouterr().out == first


def test_a_file_without_steps(base, write, capsys):
    path = write([record for record in base if record["scope"] == "stage"])
    assert main(["power", str(path)]) == 3
    assert "holds no valid record of a step" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [[], ["a.jsonl", "--noise", "quiet-gpu"], ["a", "--blocks", "0"], ["a", "--trials", "x"]],
)
def test_a_wrong_command_line(arguments):
    with pytest.raises(SystemExit) as caught:
        main(["power", *arguments])
    assert caught.value.code == 2

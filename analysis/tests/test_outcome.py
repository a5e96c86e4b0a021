"""What an earlier run has left is not taken for this one's."""

import pytest

from analysis.cli import main
from analysis.tests.make_small import FILE

REPORTS = ["--junit", "--markdown", "--json", "--plot"]


@pytest.fixture
def stale(tmp_path):
    """A file of an earlier run."""
    file = tmp_path / "earlier"
    file.write_text("stale")
    return file


def test_a_figure_of_copies_is_told_and_an_earlier_one_removed(stale, capsys):
    assert main(["gate", str(FILE), str(FILE), "--plot", str(stale)]) == 0
    said = capsys.readouterr().err
    assert f"{stale}: is not drawn: no row was measured anew on both sides" in said
    assert f"{stale}: was of an earlier run and is removed" in said
    assert not stale.exists()


@pytest.mark.parametrize("option", REPORTS)
@pytest.mark.parametrize("command", ["gate", "compare"])
def test_a_report_of_an_earlier_run_does_not_outlive_a_failure(command, option, stale, capsys):
    assert main([command, str(FILE), "absent.jsonl", option, str(stale)]) == 3
    assert f"{stale}: was of an earlier run and is removed" in capsys.readouterr().err
    assert not stale.exists()


def test_a_figure_of_sums_that_cannot_be_read(stale, tmp_path):
    assert main(["prefix-sums", str(tmp_path / "absent"), "--figure", str(stale)]) == 3
    assert not stale.exists()


def test_an_interrupt_is_no_traceback(stale, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("analysis.compare.commands._comparison", interrupted)
    assert main(["gate", str(FILE), str(FILE), "--json", str(stale)]) == 130
    assert "analysis: interrupted" in capsys.readouterr().err
    assert not stale.exists()


def test_a_report_that_is_written_stays(stale, capsys):
    assert main(["gate", str(FILE), str(FILE), "--json", str(stale)]) == 0
    assert stale.read_text().startswith("{")
    assert str(stale) not in capsys.readouterr().err


def test_an_input_that_is_named_as_a_report_stays(tmp_path):
    file = tmp_path / "base.jsonl"
    file.write_text("no records")
    assert main(["gate", str(file), str(FILE), "--json", str(file)]) == 3
    assert file.read_text() == "no records"


@pytest.mark.parametrize("command", [["table"], ["repeat", str(FILE)], ["merge"]])
def test_an_output_that_is_not_written_is_told(command, stale, capsys):
    assert main([*command, "absent.jsonl", "--out", str(stale)]) == 3
    assert f"{stale}: is left as it was before this run" in capsys.readouterr().err
    assert stale.read_text() == "stale"

"""Standard output of every encoding, and none."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from analysis import cli
from analysis.compare import under_load
from analysis.kernels import __main__ as kernels
from analysis.output import make_legible
from analysis.walk import __main__ as walk

ROOT = Path(__file__).resolve().parents[2]
TEXT = "+1.9 … +2.6 %, 3 µs × 10⁶ – Rémy"


@pytest.fixture
def standard_output(monkeypatch):
    """Gives standard output an encoding, and returns a function that reads what was written."""

    def standard_output(encoding):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
        monkeypatch.setattr(sys, "stdout", stream)
        return lambda: stream.buffer.getvalue().decode(encoding)

    return standard_output


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", TEXT),
        ("latin-1", "+1.9 ... +2.6 %, 3 µs × 106 - Rémy"),
        ("ascii", "+1.9 ... +2.6 %, 3 us x 106 - Remy"),
        ("cp1252", "+1.9 … +2.6 %, 3 µs × 106 – Rémy"),
    ],
)
def test_what_an_encoding_lacks_is_replaced(standard_output, encoding, shown):
    written = standard_output(encoding)
    make_legible()
    sys.stdout.write(TEXT)
    assert written() == shown


def test_what_nothing_is_like_is_a_question_mark(standard_output):
    written = standard_output("ascii")
    make_legible()
    sys.stdout.write("\u2605\udcff")
    assert written() == "??"


@pytest.mark.parametrize("main", [cli.main, kernels.main, walk.main, under_load.main])
def test_every_command_takes_any_encoding(standard_output, main):
    written = standard_output("ascii")
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "usage" in written()
    assert sys.stdout.errors == "legible"


def test_a_table_of_a_hostile_name_is_printed(standard_output, records, write):
    records[0]["variant"] = "schräg"
    written = standard_output("ascii")
    assert cli.main(["table", str(write(records))]) == 0
    assert "schrag" in written()


def test_standard_output_that_is_closed_is_told(small):
    done = subprocess.run(
        ["bash", "-c", '"$0" -m analysis table "$1" >&-', sys.executable, str(small)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 8, done.stderr
    assert done.stderr == "analysis: standard output cannot be written: it is closed\n"

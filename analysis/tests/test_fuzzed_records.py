"""Whatever a record file holds, it is read, or refused by file and line.

SPHLAB_FUZZED_RECORDS=20000 tries so many, SPHLAB_FUZZING_SEED=7 others.
"""

import json
import os
import random
import re
from pathlib import Path

import pytest

from analysis import table
from analysis.cli import main
from analysis.errors import InputError
from analysis.load import load_records
from analysis.output import OBEYED
from analysis.recorded.lines import as_lines
from analysis.tests.fuzzing import fuzzed
from analysis.tests.make_small import FILE, LATER_FILE
from analysis.tests.version_1 import text_of

ROOT = Path(__file__).resolve().parents[2]
COUNT = int(os.environ.get("SPHLAB_FUZZED_RECORDS", "400"))
SEED = int(os.environ.get("SPHLAB_FUZZING_SEED", "1"))
PARTS = 4  # of the inputs, a test each
RECORDS = 4  # of a file that is changed: a change should meet something
COMMITTED = ["baseline", "cutoff", "list-life", "grid-building"]
# What a command may end with, by its help.
EXIT_CODES = {0, 3, 6, 12}


def beginning(path):
    """The text of the first rows of a committed file, with the parts that they need."""
    lines, rows = [], 0
    with path.open(encoding="utf-8") as file:
        for line in file:
            lines.append(line)
            rows += "part" not in json.loads(line)
            if rows == RECORDS:
                break
    return "".join(lines)


def read_or_refused(path):
    """The records of a file and None, or None and why there are none. Nothing else is raised."""
    try:
        return load_records(path), None
    except InputError as error:
        return None, str(error)


@pytest.fixture(scope="module")
def texts():
    """Whole files, of both versions."""
    older, later = load_records(FILE)[:RECORDS], load_records(LATER_FILE)[:RECORDS]
    made = [text_of(older), "".join(as_lines(later))]
    committed = [next((ROOT / "results").glob(f"nvidia-*/{name}.jsonl")) for name in COMMITTED]
    return made + [beginning(file) for file in committed]


@pytest.fixture
def whole(texts, tmp_path):
    """One of them, as a file."""
    path = tmp_path / "whole.jsonl"
    path.write_text(texts[1], encoding="utf-8")
    return path


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_file_is_read_or_refused_by_file_and_line(part, texts, whole, tmp_path, capsys):
    source = random.Random(f"{SEED} {part}")
    path = tmp_path / "fuzzed.jsonl"
    where = re.compile(rf"{re.escape(str(path))}(:\d+: |: (holds no record|is not UTF-8 text))")
    read = 0
    for _ in range(COUNT // PARTS):
        path.write_bytes(fuzzed(source, source.choice(texts)))
        records, refusal = read_or_refused(path)
        assert refusal is None or where.match(refusal)
        assert refusal is None or len(refusal) < 2000
        if records is None:
            continue
        read += 1
        assert table.as_text(records)
        assert table.as_csv(records).encode()
        report = tmp_path / "report.md"
        options = ["--across", "all", "--floor", "0", "--markdown", str(report)]
        for command in (["table", path, "--skip-invalid"], ["compare", whole, path, *options]):
            assert main([str(word) for word in command]) in EXIT_CODES
            said = capsys.readouterr()
            assert not OBEYED.search(said.out + said.err)
        if report.exists():
            assert not OBEYED.search(report.read_text(encoding="utf-8"))
    assert read > 0

"""The committed results: of version 2, small, and with the verdicts that they had as version 1."""

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from analysis.audit.records import load_audit
from analysis.cli import main
from analysis.drawing import commands
from analysis.load import load_records
from analysis.profiling.loops import load_loops
from analysis.profiling.profiles import load_profiles
from analysis.verification.reading import load_verification

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
MOST_BYTES = 16_000_000
MOST_OF_A_VERIFICATION = 1_000_000
LINES_JUDGED = 20
MOST_FIGURES = 60

# Verdicts that the files of version 1 had from the code before version 2 (revision b09e517): an
# expectation that is not to be written again from what this code says.
EXPECTED = json.loads((ROOT / "tests/expectations/verdicts.json").read_text(encoding="utf-8"))

# What is no recorded run, by the end of its name.
LOADERS = {
    "gate-audit.jsonl": load_audit,
    ".profile.jsonl": load_profiles,
    ".loop.jsonl": load_loops,
    "verification.jsonl": load_verification,
}
WITHOUT_VERSION = "counters.validation.jsonl"
AGREEMENT = re.compile(
    r"\*\*(\d+) of \d+ rows agree.*; (\d+) do not and are explained, (\d+) do not and are"
)


def named(path):
    return str(path.relative_to(RESULTS))


def loader_of(path):
    return next((load for end, load in LOADERS.items() if path.name.endswith(end)), load_records)


FILES = [path for path in sorted(RESULTS.glob("**/*.jsonl")) if path.name != WITHOUT_VERSION]
RUNS = [path for path in FILES if loader_of(path) is load_records]
OF_SUITES = [path for path in RUNS if path.parent.parent == RESULTS]
REFERRING = [path for path in FILES if loader_of(path) in (load_profiles, load_loops)]
VERIFICATIONS = [path for path in FILES if loader_of(path) is load_verification]
OF_OWN_VERSION = [*REFERRING, *VERIFICATIONS]


def figures_of(path):
    """The committed figures that are said to be of a file."""
    return set((path.parent / "figures" / path.stem).glob("*"))


DEEPER = [path for path in RUNS if path not in OF_SUITES and figures_of(path)]
DRAWN = [*OF_SUITES, *DEEPER, *VERIFICATIONS]


def ids_of(path):
    """Collects the ids of the records of its device and suite that a file of a profiler can be of:
    of grid-building.jsonl, too, for grid-building-2.loop.jsonl."""
    suite = re.sub(r"-\d+$", "", path.name.partition(".")[0])
    device = RESULTS / named(path).partition("/")[0]
    of_suite = [run for run in RUNS if run.stem == suite and run.is_relative_to(device)]
    return {record["id"] for run in of_suite for record in load_records(run)}


@pytest.mark.parametrize("path", [path for path in FILES if path not in DRAWN], ids=named)
def test_a_file_reads_as_what_it_says(path):
    """The loader refuses an id, of a row or a part, that is not that of its content. Files that are
    drawn are read there."""
    assert loader_of(path)(path)


@pytest.mark.parametrize("path", RUNS, ids=named)
def test_the_first_rows_are_of_the_schema(path, tmp_path):
    """Parts stand before the rows that refer to them, so that the beginning of a file is one."""
    with path.open(encoding="utf-8") as lines:
        beginning = tmp_path / path.name
        beginning.write_text("".join(islice(lines, LINES_JUDGED)), encoding="utf-8")
    assert load_records(beginning)


@pytest.mark.parametrize("path", [path for path in FILES if path not in OF_OWN_VERSION], ids=named)
def test_a_file_is_of_version_2(path):
    with path.open(encoding="utf-8") as lines:
        assert json.loads(lines.readline()) == {"schema_version": 2}


@pytest.mark.parametrize("path", REFERRING, ids=named)
def test_profiles_and_loops_name_records_of_their_device(path):
    assert {one["record"] for one in loader_of(path)(path)} <= ids_of(path)


@pytest.mark.parametrize("path", VERIFICATIONS, ids=named)
def test_no_check_of_a_verification_has_failed(path):
    assert not load_verification(path).failed()


@pytest.mark.parametrize("path", VERIFICATIONS, ids=named)
def test_a_verification_is_at_most_a_megabyte(path):
    assert path.stat().st_size <= MOST_OF_A_VERIFICATION


@pytest.mark.parametrize("path", DRAWN, ids=named)
def test_the_figures_of_its_suite_are_drawn_of_each_file_without_a_flag(path, monkeypatch):
    drawn = []
    monkeypatch.setattr(commands, "write_shown", lambda file, _: drawn.append(file))
    monkeypatch.setattr(Path, "mkdir", lambda *_, **__: None)
    monkeypatch.setattr("analysis.drawing.page.png", lambda _: b"")
    assert main(["figures", str(path)]) == 0
    assert 1 <= len(drawn) <= MOST_FIGURES
    assert {file.parent for file in drawn} == {path.parent / "figures" / path.stem}
    assert figures_of(path) <= set(drawn)


def test_the_results_are_less_than_16_megabytes():
    sizes = {named(path): path.stat().st_size for path in RESULTS.rglob("*") if path.is_file()}
    largest = sorted(sizes, key=sizes.get)[-5:]
    assert sum(sizes.values()) < MOST_BYTES, f"of {len(sizes)} files, the largest: {largest}"


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda one: "-".join(one["command"]))
def test_a_verdict_is_what_it_was(expected, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(RESULTS)
    command = expected["command"]
    written = tmp_path / "rows.json"
    where = ["--json", str(written)] if command[0] in ("compare", "gate") else []
    assert main([*command, *where]) == expected["exit_code"]
    text = capsys.readouterr().out
    counted = rows_by_verdict(written) if where else rows_by_agreement(text)
    assert counted == expected["rows"]


def test_a_copy_of_the_baseline_passes_the_gate(tmp_path):
    baseline = RESULTS / "nvidia-h200" / "baseline.jsonl"
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(baseline.read_bytes())
    assert main(["gate", str(baseline), str(copy)]) == 0


def rows_by_verdict(path):
    """Of what compare and gate write; none where they refuse to judge."""
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    return dict(Counter(row["verdict"] for row in rows))


def rows_by_agreement(text):
    """Of what repeat prints."""
    counts = map(int, AGREEMENT.search(text).groups())
    return dict(zip(("agree", "explained", "unexplained"), counts, strict=True))

"""A page's numbers are of devices that its head names, and move to another by one command."""

import json
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.published.commands import pages_of
from analysis.published.devices import (
    REFERENCE,
    files_of,
    model_of,
    moved,
    naming_others,
    unnamed,
)
from analysis.published.errors import PublishedError
from analysis.published.numbers import of, read
from analysis.published.page import check
from analysis.published.tables import devices
from analysis.tests.published.conftest import RUN

ROOT = Path(__file__).resolve().parents[3]
PAGE = """# A page

On one H100.

## Numbers

[a figure](../results/nvidia-h100-80gb-hbm3/figures/lists/mipps-a+b-t1.5.png), `results/nvidia-h200`
"""
NUMBERS = """[let]
runs = '"results/nvidia-h100-80gb-hbm3/lists.jsonl"'
"""


@pytest.mark.parametrize("page", [str(page.relative_to(ROOT)) for page in pages_of(ROOT)])
def test_the_head_of_a_page_names_the_devices_of_its_numbers(page):
    missing = unnamed((ROOT / page).read_text(encoding="utf-8"), read(ROOT / page).text)
    assert not missing, "write <!-- table devices --> ... <!-- end of table --> before its sections"


def test_the_reference_has_records():
    assert list((ROOT / "results" / REFERENCE).glob("*.jsonl"))


def test_the_files_of_a_page_are_those_of_its_numbers_and_links():
    assert files_of(PAGE + NUMBERS) == {
        "nvidia-h100-80gb-hbm3": ["figures/lists/mipps-a+b-t1.5.png", "lists.jsonl"]
    }
    assert files_of(PAGE + "```\nresults/nvidia-h200/x.jsonl\n```\n") == files_of(PAGE)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("", ""), []),
        (("On one H100.", "<!-- H100 -->"), ["nvidia-h100-80gb-hbm3"]),
        (("On one H100.\n\n## Numbers", "## Numbers\n\nOn one H100."), ["nvidia-h100-80gb-hbm3"]),
        (("h100-80gb-hbm3/lists", "h200/lists"), ["nvidia-h200"]),
        (("nvidia-h100-80gb-hbm3", "host-x86_64"), []),
    ],
)
def test_a_device_that_the_head_does_not_name_is_told(change, told):
    whole = [text.replace(*change) if change[0] else text for text in (PAGE, NUMBERS)]
    assert unnamed(*whole) == told


def test_models_are_those_of_sentences():
    assert [model_of(one) for one in ("nvidia-h200", "nvidia-h100-80gb-hbm3", "imaginary")] == [
        *("H200", "H100", "imaginary")
    ]


def test_a_page_moves_where_the_other_device_has_the_file(tmp_path):
    folder = tmp_path / "results" / "nvidia-h200"
    folder.mkdir(parents=True)
    (folder / "lists.jsonl").touch()
    assert moved(NUMBERS, tmp_path, "nvidia-h200") == NUMBERS.replace("h100-80gb-hbm3", "h200")
    assert moved(PAGE, tmp_path, "nvidia-h200") == PAGE, "it has no such figure"
    named = naming_others(PAGE + "An H200 <!-- H100 -->\n", NUMBERS, "nvidia-h200")
    assert named == [(3, "On one H100.")]


def test_a_definition_named_by_its_model_stays(tmp_path):
    (tmp_path / "results" / "nvidia-h200").mkdir(parents=True)
    (tmp_path / "results" / "nvidia-h200" / "lists.jsonl").touch()
    beside = NUMBERS.replace("runs", "on_h100")
    assert moved(beside, tmp_path, "nvidia-h200") == beside
    wrapped = beside.replace("'\"", "'''\n  \"").replace("\"'", "\"'''")
    assert moved(wrapped, tmp_path, "nvidia-h200") == wrapped
    below = "[numbers]\na.count = 'count(\"results/nvidia-h100-80gb-hbm3/lists.jsonl\")'\n"
    assert moved(wrapped + below, tmp_path, "nvidia-h200") == wrapped + below.replace(
        "h100-80gb-hbm3", "h200"
    )


def test_the_command_moves_pages_and_writes_what_the_records_say(root, capsys):
    other = root / "results" / "other-x1"
    page = root / "docs" / "page.md"
    for folder in (root / "results" / "nvidia-h200", other):
        folder.mkdir()
        (folder / "run.jsonl").write_bytes((root / RUN).read_bytes())
    numbers = root / "docs" / "numbers" / "page.toml"
    numbers.parent.mkdir()
    page.write_text("An H200\n\n4<!-- runs -->\n", "utf-8")
    numbers.write_text("[numbers]\nruns = 'count(\"results/nvidia-h200/run.jsonl\")'\n", "utf-8")
    assert main(["published", "--root", str(root), "--device", "other-x1", str(page)]) == 0
    assert 'count("results/other-x1/run.jsonl")' in numbers.read_text("utf-8")
    assert page.read_text("utf-8") == "An H200\n\n50<!-- runs -->\n"
    assert f"{page}:1: names another device: An H200" in capsys.readouterr().out
    assert main(["published", "--root", str(root), "--device", "none", str(page)]) == 2


def test_the_table_has_a_row_a_device(root, library):
    limits = root / "results" / "other-x1" / "limits.json"
    limits.parent.mkdir()
    limits.write_text(json.dumps({"device": {"name": "Other X1"}}), "utf-8")
    text = """# A page
<!-- table devices -->
<!-- end of table -->

## Numbers

8<!-- runs --> in 5 ms<!-- source counters -->
"""
    numbers = """[numbers]
runs = 'count("results/here-a1/run.jsonl")'
[sources]
counters = "file results/other-x1/limits.json, and results/other-x1/counters.validation.jsonl"
[tables.devices]
kind = "devices"
"""
    (root / "results" / "here-a1").mkdir()
    (root / "results" / "here-a1" / "run.jsonl").write_bytes((root / RUN).read_bytes())
    found = check(text, of(numbers), library)
    assert not found.wrong
    assert "| Imaginary GPU | `run` | 1 | 2026-11-20 |" in found.text
    assert "| Other X1 | `counters`, `limits` | | |" in found.text


def test_a_table_of_devices_takes_nothing(scope):
    with pytest.raises(PublishedError, match="takes nothing"):
        devices.draw({"row": ["x"]}, scope)
    with pytest.raises(PublishedError, match="no record of a device"):
        devices.draw({}, scope)

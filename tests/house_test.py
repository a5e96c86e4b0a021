"""docs/house.md has the layers of tests/layers_test.py, the stages of kernels/abi/stages.hpp, and
few words of its own, each of which stands in the code."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from analysis.stages import OF_EACH_STEP
from layers_test import LAYERS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/house.md"
STAGES = ROOT / "kernels/abi/stages.hpp"
ROW = re.compile(
    r"\{Stage::\w+,\s*\"([\w-]+)\",\s*\"([\w-]+)\",\s*StageTime::(\w+),"
    r"\s*StagePresence::(\w+),\s*(true|false),\s*(true|false)\}"
)
MOST_WORDS = 30
CODE = ("*.hpp", "*.cpp", "*.cuh", "*.cu")
TABLE = re.compile(r"stage_table\[\] = \{(.*?)\n\};", re.DOTALL)


@dataclass(frozen=True)
class StageRow:
    name: str
    timed_as: str
    time: str
    presence: str
    has_physics: bool
    has_list: bool


def stages(header):
    """Every row of the table, in its order. Raises ValueError where one cannot be read."""
    table = TABLE.search(header)[1]
    found = [
        StageRow(name, timed_as, time, presence, physics == "true", listed == "true")
        for name, timed_as, time, presence, physics, listed in ROW.findall(table)
    ]
    if len(found) != table.count("Stage::"):
        raise ValueError("kernels/abi/stages.hpp has a row that this test cannot read")
    return found


def as_row(stage):
    """The cells by which docs/house.md tells a stage; what selects its strategy follows there."""
    compiled_for = [
        word for word, holds in (("physics", stage.has_physics), ("list", stage.has_list)) if holds
    ]
    return [
        f"`{stage.name}`",
        f"`{stage.timed_as}`",
        stage.time,
        stage.presence,
        ", ".join(compiled_for),
    ]


def tables(page):
    """The tables of a page, each a list of rows of cells, headings included."""
    found = []
    inside = False
    for line in page.splitlines():
        if line.startswith("|"):
            if not inside:
                found.append([])
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        inside = line.startswith("|")
    return found


def _table_with(page, heading):
    for table in tables(page):
        if table[0][0] == heading:
            return table[2:]
    raise ValueError(f"docs/house.md has no table that begins with a column '{heading}'")


def rows_of_page(page):
    """What the page says of each stage, without its last column."""
    return [row[:-1] for row in _table_with(page, "stage")]


def layers_of_page(page, tree):
    """The folders of a tree by layer, from the roof to the ground."""
    rows = _table_with(page, f"`{tree}/`")
    return [re.findall(r"`([\w]+)`", row[0]) for row in rows]


def words_of_page(page):
    """{word: what it means}. Raises ValueError where one stands twice."""
    rows = _table_with(page, "word")
    words = dict(rows)
    if len(words) != len(rows):
        raise ValueError("docs/house.md: a word stands twice: give it one meaning, or leave it out")
    return words


def unused(words, code):
    """Those of some words that stand neither in a name nor in a comment of a text of code."""
    return [word for word in words if not re.search(rf"(?<![a-z]){word}s?(?![a-z])", code.lower())]


@pytest.fixture(scope="module")
def code():
    """What stands in kernels/ and harness/."""
    trees = (ROOT / "kernels", ROOT / "harness")
    files = [file for tree in trees for pattern in CODE for file in tree.rglob(pattern)]
    return "\n".join(file.read_text() for file in files)


def test_words_are_few_and_stand_in_the_code(code):
    words = words_of_page(PAGE.read_text())
    assert 0 < len(words) <= MOST_WORDS
    assert all(words.values())
    assert unused(words, code) == []


def test_a_word_that_went_is_told(code):
    assert unused(["handicap", "oracle"], code) == ["handicap"]


def test_a_word_with_two_meanings_is_told():
    page = "| word | means |\n|---|---|\n| pass | this |\n| pass | that |\n"
    with pytest.raises(ValueError, match="one meaning"):
        words_of_page(page)


def test_stages_are_those_of_the_loop():
    found = [as_row(stage) for stage in stages(STAGES.read_text())]
    assert len(found) > 10
    assert rows_of_page(PAGE.read_text()) == found


@pytest.mark.parametrize("tree", LAYERS)
def test_layers_are_those_that_includes_are_held_to(tree):
    lines = [line.split() for line in LAYERS[tree].strip().splitlines()]
    assert layers_of_page(PAGE.read_text(), tree) == lines


def test_a_row_that_cannot_be_read_is_told():
    header = STAGES.read_text().replace('{Stage::hash, "hash", ', "{Stage::hash, name, ")
    with pytest.raises(ValueError, match="cannot read"):
        stages(header)


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ('"cell-sort", "cell-sort"', '"cell-sort", "cells"'),
        ('"sort", "sort", StageTime::rebuild', '"sort", "sort", StageTime::check'),
        ("StagePresence::chosen", "StagePresence::needed"),
        ("StagePresence::needed, true, true", "StagePresence::needed, true, false"),
    ],
)
def test_a_table_that_differs_is_told(there, here):
    header = STAGES.read_text()
    assert there in header
    other = [as_row(stage) for stage in stages(header.replace(there, here, 1))]
    assert rows_of_page(PAGE.read_text()) != other


def test_the_analysis_knows_which_stages_run_with_the_list():
    found = stages(STAGES.read_text(encoding="utf-8"))
    of_each_step = {stage.timed_as for stage in found if stage.time not in ("rebuild", "pass")}
    assert of_each_step == set(OF_EACH_STEP)

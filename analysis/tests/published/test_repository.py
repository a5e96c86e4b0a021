"""The numbers of this repository's pages are those of its records."""

from functools import cache
from pathlib import Path

import pytest

from analysis.published.commands import pages_of
from analysis.published.library import Library
from analysis.published.numbers import file_of, read
from analysis.published.page import check

ROOT = Path(__file__).resolve().parents[3]
# Those that must not lose their marks by an oversight, with how many there are at least.
ANNOTATED = {
    "README.md": 10,
    "docs/list-builders.md": 20,
    "docs/iterators.md": 6,
    "docs/cell-traversals.md": 12,
    "docs/papers.md": 20,
    "docs/paper-a.md": 20,
    "docs/paper-c.md": 20,
    "docs/paper-d.md": 20,
    "docs/paper-e.md": 20,
    "docs/gate.md": 30,
    "docs/profiling.md": 10,
    "docs/counters.md": 8,
    "docs/list-formats.md": 40,
    "docs/list-life.md": 6,
    "docs/prefix-sums.md": 6,
    "docs/limits.md": 1,
}


@cache
def library():
    return Library(ROOT)


@cache
def checked(page):
    path = ROOT / page
    return check(path.read_text(encoding="utf-8"), read(path), library())


@pytest.mark.parametrize("page", [str(page.relative_to(ROOT)) for page in pages_of(ROOT)])
def test_a_page_says_what_the_records_say(page):
    found = checked(page)
    wrong = [one.at(page) for one in [*found.wrong, *found.differences]]
    assert not wrong, "python -m analysis published --update\n" + "\n".join(wrong)


@pytest.mark.parametrize("page", ANNOTATED)
def test_a_page_tells_where_its_numbers_come_from(page):
    assert checked(page).values >= ANNOTATED[page]


def test_each_file_of_numbers_is_of_a_page():
    files = set((ROOT / "docs" / "numbers").rglob("*.toml"))
    assert not files - {file_of(page) for page in pages_of(ROOT)}

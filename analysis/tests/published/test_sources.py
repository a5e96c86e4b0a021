"""Every number with a unit of the pages is of a record, or its paragraph names another source."""

from pathlib import Path

import pytest

from analysis.published.errors import PublishedError
from analysis.published.sources import require_source, unsourced

ROOT = Path(__file__).resolve().parents[3]
PAGES = ["README.md", *sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/*.md"))]
MARKED = "A pass takes 231<!-- pass --> µs.\n"


def told(text):
    return [str(one) for one in unsourced(text)]


@pytest.mark.parametrize("page", PAGES)
def test_numbers_of_a_page_have_a_source(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert not [f"{page}:{one}" for one in told(text)], (
        "make them of a record (docs/publish-a-number.md), or say <!-- source NAME -->"
    )


@pytest.mark.parametrize("page", PAGES)
def test_a_bare_number_that_is_added_to_a_page_is_told(page):
    text = (ROOT / page).read_text(encoding="utf-8").rstrip("\n")
    number = text.count("\n") + 3
    assert told(f"{text}\n\nIt takes 12.5 µs.\n") == [f"{number}: '12.5 µs' has no source"]


@pytest.mark.parametrize(
    "quantity",
    [
        "231 µs",
        "1,580 µs",
        "0.4 ms",
        "12 s",
        "15 %",
        "+3.3 %",
        "1,932 MIPPS",
        "270 G pairs per second",
    ]
    + ["306 G accepted pairs a second", "4.8 TB/s", "2.29 G particles per second", "1980 MHz"]
    + ["1.44 times as", "2.6 times less", "2.5-fold", "1.4×", "20 per cent", "67 TFLOP/s"],
)
def test_a_bare_quantity_is_told(quantity):
    assert told(f"It is\n{quantity} here.\n") == [f"2: '{quantity}' has no source"]


@pytest.mark.parametrize(
    "text",
    ["with 1 M particles", "boxes of 32 × 100", "48 KiB of shared memory", "after 200 steps"]
    + [
        "in figure 12, section 4.1",
        "`--threshold 2 %`",
        "```\ntakes 5 ms\n```",
        "nvcc 13.0",
        MARKED,
    ],
)
def test_what_is_no_quantity_or_generated_is_not_told(text):
    assert told(text + "\n") == []


def test_the_first_number_of_a_range_is_told_where_only_the_second_is_generated():
    assert told("It takes 12 to 14<!-- most --> % more.") == ["1: '12 to  %' has no source"]


def test_a_table_with_a_unit_in_its_heading_is_told():
    table = "| stage | time [µs] |\n|---|--:|\n| sort | 60.3 |\n"
    assert told(table) == ["1: the table with [µs] has no source"]
    assert told(table.replace("sort", "8 M").replace("60.3", "60.3<!-- sort -->")) == []
    assert told(f"<!-- table stages -->\n{table}<!-- end of table -->\n") == []


@pytest.mark.parametrize(
    "source",
    ["definition", "definition of a percent", "setting analysis/limits.py", "paper A, section 4.1"]
    + [
        "computed analysis/compare/power.py, by its command",
        "trial while it was made",
        "document X",
    ],
)
def test_a_source_of_the_repository_or_of_a_paper(source):
    require_source(source, ROOT)


def test_a_paragraph_with_a_source_is_not_told():
    assert told("It takes 5 ms<!-- source trial -->.\n") == []


def test_a_paper_that_is_named_with_its_place_is_a_source():
    assert told("It gains 50 % (paper A, section 6.1).") == []
    assert told("It gains 50 %, says paper A.") == ["1: '50 %' has no source"]


@pytest.mark.parametrize("gap", ["\n\n", "\n- ", "\n1. ", "\n## "])
def test_a_source_is_of_its_own_paragraph_alone(gap):
    text = f"- It takes 5 ms<!-- source definition -->.{gap}It takes 6 ms."
    assert [one.split(": ")[1] for one in told(text)] == ["'6 ms' has no source"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("hearsay", "'hearsay' is no kind of source"),
        ("trial", "'trial' of what?"),
        ("setting analysis/no_such_file.py", "there is no file 'analysis/no_such_file.py'"),
        ("file ../elsewhere", "there is no file '../elsewhere'"),
        ("paper A", "name the section, figure or table"),
    ],
)
def test_a_source_that_is_none_is_told(source, reason):
    with pytest.raises(PublishedError, match=reason):
        require_source(source, ROOT)

"""Rows of the gate's comment lead to rows of a site."""

import copy
import re
from dataclasses import replace

import pytest

from analysis.cli import main
from analysis.compare.comparison import Policy, compare
from analysis.compare.reports.markdown import MOST_ROWS, as_markdown
from analysis.report.anchors import url_of_row
from analysis.tests.compare.sides import put_everywhere, slow_down, two_sides
from analysis.tests.report.conftest import data_of, results_of, site_of
from analysis.tests.report.hostile import EVERYTHING

SITE = "https://example.org/site"
LINK = re.compile(r"\]\((https://example\.org/site/[^)]*)\)")


@pytest.fixture
def sides():
    base, candidate = two_sides()
    for record in candidate:
        slow_down(record, 1.1)
    return base, candidate


def test_each_row_of_the_comment_is_on_the_page_that_it_links_to(sides, write, tmp_path):
    base, candidate = sides
    comment = tmp_path / "gate.md"
    files = [str(write(side, name)) for side, name in zip(sides, ("a", "b"), strict=True)]
    assert main(["gate", *files, "--report", SITE, "--markdown", str(comment)]) == 10
    links = set(LINK.findall(comment.read_text(encoding="utf-8")))
    assert len(links) == 4  # two variants by two compilers, whatever the stage
    site = site_of(results_of(tmp_path, candidate), "--no-history")
    for link in links:
        page, anchor = link.removeprefix(f"{SITE}/").split("#")
        rows = data_of(site, page)["rows"]
        assert anchor in {row["anchor"] for row in rows}


def test_compare_links_too_and_nothing_does_unasked(sides, write, capsys):
    files = [str(write(side, name)) for side, name in zip(sides, ("a", "b"), strict=True)]
    assert main(["compare", *files, "--format", "markdown", "--report", SITE]) == 0
    assert LINK.search(capsys.readouterr().out)
    assert main(["compare", *files, "--format", "markdown"]) == 0
    assert "](" not in capsys.readouterr().out


def test_a_hostile_row_stays_one_cell_and_one_link(sides):
    sides = copy.deepcopy(sides)
    for side in sides:
        put_everywhere(side, "scenario.name", EVERYTHING)
    comparison = compare(*sides, Policy())
    text = as_markdown(comparison, link=lambda row: url_of_row(SITE, comparison.slug, row))
    rows = [line for line in text.splitlines() if LINK.search(line)]
    assert len(rows) == sum(one.verdict != "same" for one in comparison.judgements)
    for row in rows:
        assert len(re.findall(r"(?<!\\)\|", row)) == 9
        assert len(re.findall(r"(?<!\\)\]\(", row)) == 1


def test_another_tools_results_have_no_page(tmp_path, capsys):
    from analysis.tests.foreign.conftest import DATA

    folder = DATA / "google-benchmark-1.7.1"
    files = [str(folder / "base.json"), str(folder / "candidate.json")]
    comment = str(tmp_path / "gate.md")
    assert main(["compare", *files, "--report", SITE, "--markdown", comment]) == 2
    assert "results of another tool have no page" in capsys.readouterr().err


def test_a_report_that_is_no_url_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["gate", "a", "b", "--report", "site/index.html)"])
    assert caught.value.code == 2
    assert "which no URL has" in capsys.readouterr().err


def test_a_comment_of_many_rows_fits_into_a_comment(sides):
    """GitHub takes 65,536 characters."""
    for record in (*sides[0], *sides[1]):
        record["variant"] = f"{record['variant']}+warp-per-cell-ballot+split-chunk-4"
    comparison = compare(*sides, Policy())
    many = [one for one in comparison.judgements if one.verdict != "same"] * MOST_ROWS
    comparison = replace(comparison, judgements=many[:MOST_ROWS])
    text = as_markdown(comparison, "", lambda row: url_of_row(SITE, comparison.slug, row))
    assert len(LINK.findall(text)) == MOST_ROWS
    assert len(text) < 65_536

"""Who wrote the papers stands in one place; the pages and CITATION.cff say the same."""

import re
from pathlib import Path

import pytest
import yaml

from analysis import figures
from analysis.papers import PAPERS, named_in

ROOT = Path(__file__).resolve().parents[2]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
CATALOGUE = (ROOT / "docs" / "catalogue.md").read_text(encoding="utf-8")
NAME = re.compile(r"`([A-Za-z0-9-]+)`")


def untold(page, letter):
    """What a page does not say of a paper in the row of a table that begins with its letter."""
    row = re.search(rf"^\| {letter} \| (.*)$", page, re.MULTILINE)
    if row is None:
        return ["its row"]
    paper = PAPERS[letter]
    names = [f"{given} {family}" for given, family in paper.authors]
    return [
        word
        for word in [", ".join(names), f"*{paper.title}*", str(paper.year), f"({paper.link})"]
        if word not in row[1]
    ]


@pytest.mark.parametrize("letter", PAPERS)
def test_the_page_of_papers_names_each(letter):
    assert untold(PAGE, letter) == []


@pytest.mark.parametrize("letter", figures.papers())
def test_the_page_of_a_paper_begins_with_what_it_is(letter):
    text = (ROOT / "docs" / f"paper-{letter.lower()}.md").read_text(encoding="utf-8")
    paper = PAPERS[letter]
    part = re.match(rf"# Paper {letter}: .*\n\n(.*)\n", text)
    assert part[1] == f"[{paper.short}]({paper.link}), *{paper.title}*."


def test_a_row_that_says_something_else_is_told():
    assert untold(PAGE.replace("Gaetana Ganci", "G. Ganci"), "A") != []
    assert untold(PAGE.replace("hal-04621128)", "hal-04621129)"), "C") != []
    assert untold(PAGE.replace("| D | ", "| F | "), "D") == ["its row"]


def test_citations_are_those_of_the_papers():
    cited = [
        (
            tuple((author["given-names"], author["family-names"]) for author in each["authors"]),
            each["title"],
            each["collection-title"],
            each["year"],
            each.get("doi"),
            each.get("url"),
        )
        for each in CITATION["references"]
    ]
    assert cited == [
        (paper.authors, paper.title, paper.container, paper.year, paper.doi, paper.url)
        for paper in PAPERS.values()
    ]
    assert all((paper.doi is None) != (paper.url is None) for paper in PAPERS.values())


def test_papers_are_found_where_they_are_named():
    assert list(named_in(["(paper E, table 1)", "Paper A has it", "a paper B-side"])) == list("ABE")
    assert named_in(["a paper about nothing", "paper Z"]) == {}


def sources(*patterns):
    """What stands between quotes in files of the repository."""
    files = [file for pattern in patterns for file in ROOT.glob(pattern)]
    assert files, patterns
    return set(
        re.findall(
            r'"([A-Za-z0-9-]+)"', "\n".join(file.read_text(encoding="utf-8") for file in files)
        )
    )


def known_names():
    """Strategies, physics, scenarios, suites and figures, by the names that the code gives them."""
    scenarios = {file.stem for file in ROOT.glob("scenarios/**/*.json")}
    code = sources("kernels/**/*.cu", "kernels/**/*.cuh", "kernels/**/*.cpp", "kernels/**/*.hpp")
    return scenarios | code | set(figures.names())


def traversals():
    """Names of the strategies in kernels/traversals/, without those of their preparations."""
    text = "\n".join(
        file.read_text(encoding="utf-8")
        for file in (ROOT / "kernels" / "traversals").rglob("*")
        if file.suffix in {".cu", ".cpp"}
    )
    prepared = {"slices", "coordinates", "records"}
    return set(re.findall(r' const char\* name = "([a-z0-9-]+)";', text)) - prepared


def test_every_name_of_the_catalogue_is_there():
    named = set(NAME.findall(CATALOGUE))
    assert len(named) > 90
    assert sorted(named - known_names()) == []


def test_a_name_that_is_not_there_is_told():
    assert not {"x-pencils", "dam-break-lk", "A16"} & known_names()


def formulations():
    """Names of the folders of kernels/physics/, without what verification alone runs."""
    folders = {file.parent.name for file in ROOT.glob("kernels/physics/*/formulation.cuh")}
    return {folder.replace("_", "-") for folder in folders} - {"pair-count", "pair-count-periodic"}


def test_all_that_is_compared_has_its_row():
    named = set(NAME.findall(CATALOGUE))
    assert len(traversals()) > 20
    assert sorted(traversals() - named) == []
    assert len(formulations()) > 15
    assert sorted(formulations() - named) == []
    scenarios = {file.stem for file in ROOT.glob("scenarios/*.json")}
    assert sorted(scenarios - named - {"scenario.schema", "suite.schema"}) == []
    of_papers = {name for name in figures.names() if re.fullmatch(r"[A-E]T?\d+", name)}
    assert sorted(of_papers - named) == []


def test_rows_are_named_once():
    rows = re.findall(r"^\| ([A-Z]\d) \|", CATALOGUE, re.MULTILINE)
    assert len(rows) == len(set(rows)) == 39

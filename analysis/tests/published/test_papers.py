"""docs/paper-*.md have an entry for every figure of a paper that is drawn."""

import re
from pathlib import Path

import pytest

from analysis import figures

ROOT = Path(__file__).resolve().parents[3]
OF_A_PAPER = re.compile(r"[A-Z]\d+")
SECTION = re.compile(r"^## (?P<heading>.*)$", re.MULTILINE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
SAID = ("**Paper.**", "**Here.**", "**Why.**")


def sections(text):
    """{heading: what stands below it} of the sections of a page, without its comments."""
    _, *found = SECTION.split(COMMENT.sub("", text))
    return dict(zip(found[::2], found[1::2], strict=True))


def lacks(name, text, drawn=True):
    """What a page lacks of a figure: its section, what is said there, or the drawn one, if any."""
    bodies = [body for heading, body in sections(text).items() if f"`{name}`" in heading]
    if len(bodies) != 1:
        return [f"{len(bodies)} sections"]
    wanted = (*SAID, f"/{name}-") if drawn else SAID
    return [part for part in wanted if part not in bodies[0]]


def is_drawn(name):
    """Whether a drawing of it is committed, of any device."""
    return any(ROOT.glob(f"results/**/figures/*/{name}-*.png"))


def of_papers():
    return [name for name in figures.names() if OF_A_PAPER.fullmatch(name)]


@pytest.mark.parametrize("name", of_papers())
def test_a_drawn_figure_of_a_paper_has_its_entry(name):
    letter = name[0].lower()
    page = ROOT / "docs" / f"paper-{letter}.md"
    assert not lacks(name, page.read_text(encoding="utf-8"), is_drawn(name))


def test_there_are_such_figures():
    assert {"A4", "A15", "C1", "C8", "E1", "E21"} <= set(of_papers())
    assert is_drawn("A15")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("`A4`", "`A40`"), ["0 sections"]),
        (("**Why.**", ""), ["**Why.**"]),
        (("<!-- x -->", "## Another (`A4`)"), ["2 sections"]),
        (("/A4-b.png", "/A5-b.png"), ["/A4-"]),
        (("/A4-b.png", "<!-- /A4-b.png -->"), ["/A4-"]),
    ],
)
def test_an_entry_that_lacks_something_is_told(change, told):
    text = """## Figure 4 (`A4`)
**Paper.** a **Here.** [b](c/A4-b.png) **Why.** c
<!-- x -->
"""
    assert lacks("A4", text) == []
    assert lacks("A4", text.replace("/A4-b", ""), drawn=False) == []
    assert lacks("A4", text.replace(*change)) == told

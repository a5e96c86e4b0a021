"""Where pages and rows are: the same in every site, and never two in one place."""

import re

import pytest

from analysis.report.anchors import file_name, row_anchor, scenario_page, url_of_row
from analysis.tests.report.hostile import HOSTILE

ROW = ("dam-break-lj", 83632, "t1.5", 412, "nvcc-13.0", "list-gather+per-particle")


def test_a_plain_name_is_a_file_of_that_name():
    assert scenario_page("nvidia-h200", "dam-break-lj") == "nvidia-h200/scenarios/dam-break-lj.html"


@pytest.mark.parametrize(
    "name", ["..", ".", "", ".hidden", "a/b", "a b", "A", "x" * 300, "\u202ea", *HOSTILE[:-2]]
)
def test_any_other_name_is_of_letters_with_a_hash(name):
    made = file_name(name)
    assert re.fullmatch(r"[\w+-]{13,93}", made, re.ASCII)
    assert made != name


def test_names_that_differ_in_odd_characters_are_different_files():
    names = ["a b", "a_b", "a/b", "A_B", "a\u202eb"]
    assert len({file_name(name).lower() for name in names}) == len(names)


def test_an_anchor_stays_what_it_is():
    """Comments of years ago link to it."""
    assert row_anchor(*ROW) == "row-2076a65286d5"


def test_steps_to_a_time_are_an_outcome_and_steps_are_not():
    scenario, particles, _, _, *rest = ROW
    assert row_anchor(scenario, particles, "t1.5", 999, *rest) == row_anchor(*ROW)
    others = {row_anchor(scenario, particles, "disordered", step, *rest) for step in (100, 500)}
    assert len(others) == 2


def test_each_part_of_a_row_makes_another_anchor():
    changed = ["x", 1, "t3", None, "x", "x"]
    made = {row_anchor(*ROW[:at], changed[at], *ROW[at + 1 :]) for at in (0, 1, 2, 4, 5)}
    assert len(made | {row_anchor(*ROW)}) == 6


def test_a_url_survives_markdown():
    from analysis.compare.rows import Row

    row = Row("a) [x](y)", 1, "initial", 0, "gcc", "v", "", "step", "step", "loop")
    url = url_of_row("https://example.org/site/", "slug", row)
    assert re.fullmatch(r"https://example\.org/site/slug/scenarios/[\w+-]+\.html#row-\w{12}", url)

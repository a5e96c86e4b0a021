"""The table of analysis/suites.py: every suite has its figures."""

import json
from pathlib import Path

from analysis import figures
from analysis.suites import OF_SUITES, figures_of

SUITES = Path(__file__).resolve().parents[2] / "scenarios" / "suites"


def test_every_suite_has_a_row_and_every_row_a_suite():
    named = {json.loads(file.read_text(encoding="utf-8"))["name"] for file in SUITES.glob("*.json")}
    assert named == set(OF_SUITES)


def test_a_row_names_figures_that_there_are():
    for suite, names in OF_SUITES.items():
        assert set(names) <= set(figures.names()), suite


def test_every_figure_is_what_a_suite_is_for():
    assert {name for names in OF_SUITES.values() for name in names} == set(figures.names())


def test_the_figures_of_joined_suites():
    assert figures_of(["resolutions", "gate"]) == ["A15", "mipps"]
    assert figures_of(["resolutions", "own"]) is None

"""The table of analysis/suites.py: every suite has its figures, and every figure its claim."""

import json
from pathlib import Path

import pytest

from analysis import figures
from analysis.suites import CLAIMS, OF_SUITES, claim_of, figures_of

ROOT = Path(__file__).resolve().parents[2]
SUITES = [
    *ROOT.glob("scenarios/suites/*.json"),
    *ROOT.glob("examples/*/scenarios/suites/*.json"),
]
# Drawn by the commands audit and prefix-sums, of files of verifications and of answers of best.
OF_OTHER_COMMANDS = {
    "O4",
    "best",
    "gate-audit",
    "verification-errors",
    "verification-front",
    "verification-still-water",
}


def test_every_suite_has_a_row_and_every_row_a_suite():
    named = {json.loads(file.read_text(encoding="utf-8"))["name"] for file in SUITES}
    assert named == set(OF_SUITES)


def test_a_row_names_figures_that_there_are():
    for suite, names in OF_SUITES.items():
        assert set(names) <= set(figures.names()), suite


def test_every_figure_is_what_a_suite_is_for():
    assert {name for names in OF_SUITES.values() for name in names} == set(figures.names())


def test_every_figure_has_a_claim_of_one_sentence_without_a_result():
    assert set(CLAIMS) == {*figures.names(), *OF_OTHER_COMMANDS}
    for name, claim in CLAIMS.items():
        assert claim.startswith("Shows "), name
        assert claim.endswith("."), name
        assert ". " not in claim, name
        assert "%" not in claim, name


def test_the_figures_of_joined_suites():
    assert figures_of(["resolutions", "gate"]) == ["A15", "mipps"]
    assert figures_of(["resolutions", "own"]) is None


@pytest.mark.parametrize(
    ("file", "figure"),
    [
        ("A10-dam-break-lj-83632-list-gather+per-particle-initial", "A10"),
        ("gate-audit", "gate-audit"),
        ("O4-prefix-sums", "O4"),
        ("mippsy", None),
        ("A1-new", None),
    ],
)
def test_a_file_is_of_the_figure_that_its_name_begins_with(file, figure):
    claim = claim_of(file)
    assert (claim and claim[0]) == figure

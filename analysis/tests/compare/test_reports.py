"""What people and CI systems read of a comparison."""

import json
import re
from xml.etree import ElementTree

import pytest

from analysis.compare.comparison import Policy, compare
from analysis.compare.reports import strip
from analysis.compare.reports.as_json import as_json
from analysis.compare.reports.junit import as_junit
from analysis.compare.reports.markdown import as_markdown
from analysis.compare.reports.plot import COLOURS, draw
from analysis.compare.reports.text import as_text
from analysis.compare.reports.words import seconds
from analysis.compare.verdict import Measured
from analysis.drawing.page import png
from analysis.output import OBEYED
from analysis.tests.change import fail, find
from analysis.tests.compare.sides import keep_blocks, slow_down

NVCC = {"toolchain": "nvcc-13.0", "variant": "list-gather+per-particle"}
NASTY = 'pairs <missing> & "lost" | `x`\x00\x1b[31m\ud800'


@pytest.fixture
def mixed(base, candidate):
    """One row of each kind: invalid, slower, missing, unclear, faster, new, same."""
    slow_down(find(candidate, **NVCC, stage="forces"), 1.1)
    slow_down(find(candidate, **NVCC, stage="list"), 0.9)
    keep_blocks(find(candidate, **NVCC, stage="step"), 5)
    clang = NVCC | {"toolchain": "clang-19"}
    candidate.remove(find(candidate, **clang, stage="forces"))
    base.remove(find(base, **clang, stage="list"))
    fail(find(candidate, **clang, stage="step"), NASTY)
    return compare(base, candidate, Policy())


def test_every_verdict_is_there(mixed):
    found = {str(one.verdict) for one in mixed.judgements}
    # The missing row is of the variant that failed, which explains it.
    assert found == {"invalid", "slower", "unclear", "faster", "new", "same"}


def test_the_table_shows_one_line_a_row(mixed):
    text = as_text(mixed, "failed")
    lines = text.splitlines()
    assert lines[0] == "device: Imaginary GPU"
    assert lines[-1] == "failed"
    heading = next(number for number, line in enumerate(lines) if line.startswith("scenario"))
    assert len(lines[heading + 1 :]) >= len(mixed.judgements)
    slower = next(line for line in lines if " slower" in line and " forces " in line)
    assert re.search(r"60\.\d\d µs +6\d\.\d\d µs +\+\d+\.\d % ", slower)
    assert _same_rows(text) == sum(one.verdict == "same" for one in mixed.judgements)
    assert _same_rows(as_text(mixed, everything=False)) == 0


def _same_rows(text):
    table, _ = text.split("\nchange: ")
    return len(re.findall(r" same$", table, re.M))


def test_markdown_keeps_its_columns_and_its_plot(mixed):
    text = as_markdown(mixed, "failed: the candidate is slower")
    assert text.startswith("### sphlab: failed: the candidate is slower\n")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in rows} == {9}
    assert r"pairs \<missing\>" in text
    assert "**slower**" in text
    plot = text.split("```text\n")[1].split("\n```")[0].splitlines()
    assert len(plot) == 1 + sum(one.measured is not None for one in mixed.judgements)
    assert "<details><summary>All rows</summary>" in text


def test_names_neither_end_the_fence_nor_tell_a_terminal_anything(base, candidate):
    for record in (*base, *candidate):
        record["variant"] += " ```\n\x1b[31m\u202e"
    comparison = compare(base, candidate, Policy())
    text = as_markdown(comparison)
    fence = next(line for line in text.splitlines() if line.endswith("text"))[:-4]
    assert fence == "````"
    assert text.count("\n" + fence) == 2
    table = as_text(comparison)
    assert not OBEYED.search(text + table)
    assert "``` \\u001b[31m\\u202e" in table


def test_a_strip_puts_the_ratio_between_its_ends(mixed):
    scale = strip.Scale(10)
    one = next(one for one in mixed.judgements if one.verdict == "slower")
    line = strip.draw(one, scale)
    assert len(line) == 2 * strip.HALF + 1
    assert line[scale.column(one.measured.ratio)] == "o"
    assert scale.column(1.0) == strip.HALF
    assert line[strip.HALF] == "|"
    assert scale.column(1.05) == strip.HALF + strip.HALF // 2
    assert scale.column(0.1) == 0
    assert scale.column(9.0) == 2 * strip.HALF


def test_junit_is_well_formed_and_counts(mixed):
    root = ElementTree.fromstring(as_junit(mixed))
    assert root.tag == "testsuites"
    cases = root.findall("./testsuite/testcase")
    assert len(cases) == len(mixed.judgements) == int(root.get("tests"))
    assert len(root.findall(".//failure")) == int(root.get("failures")) == 2
    assert len(root.findall(".//skipped")) == int(root.get("skipped")) == 1
    assert len(root.findall(".//error")) == int(root.get("errors")) == 0
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases)
    invalid = next(one for one in root.iter("failure") if one.get("type") == "invalid")
    assert invalid.get("message") == (
        'invalid: pairs <missing> & "lost" | `x`\N{REPLACEMENT CHARACTER}'
        "\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}"
    )


def test_a_missing_row_is_an_error_for_junit(base, candidate):
    candidate.remove(find(candidate, **NVCC, stage="forces"))
    root = ElementTree.fromstring(as_junit(compare(base, candidate, Policy())))
    assert [one.get("type") for one in root.iter("error")] == ["missing"]


def test_json_holds_every_number(mixed):
    document = json.loads(as_json(mixed, "failed"))
    assert document["comparison_version"] == 1
    assert document["outcome"] == "failed"
    assert len(document["rows"]) == len(mixed.judgements)
    first = next(row for row in document["rows"] if row["verdict"] == "slower")
    assert first["row"]["stage"] == "forces"
    assert set(first["measured"]) == set(Measured.__dataclass_fields__)
    assert next(row for row in document["rows"] if row["verdict"] == "new")["measured"] is None


def test_the_figure_draws_each_measured_row(mixed):
    figure = draw(mixed, "failed")
    axes = figure.axes[0]
    measured = [one for one in mixed.judgements if one.measured is not None]
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        str(one.row) for one in measured
    ]
    drawn = {container.get_label(): container for container in axes.containers}
    assert drawn.keys() <= {str(verdict) for verdict in COLOURS}
    slower = next(one for one in measured if one.verdict == "slower")
    assert drawn["slower"].lines[0].get_xdata()[0] == pytest.approx(
        100 * (slower.measured.ratio - 1)
    )


def test_a_name_is_no_formula_and_no_control_of_a_figure(base, candidate):
    for record in (*base, *candidate):
        record["variant"] += " $\\frac$\n\x1b[31m"
    figure = draw(compare(base, candidate, Policy()))
    label = figure.axes[0].get_yticklabels()[0].get_text()
    assert " $\\frac$ \\u001b[31m" in label
    assert png(figure).startswith(b"\x89PNG")


def test_no_figure_of_nothing_measured(base, candidate):
    for record in candidate:
        fail(record)
    assert draw(compare(base, candidate, Policy())) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.0, "2.000 s"), (1234.5, "1234. s"), (0.00125, "1.250 ms"), (62.6e-6, "62.60 µs")],
)
def test_seconds(value, text):
    assert seconds(value) == text.replace("1234. s", "1234 s")

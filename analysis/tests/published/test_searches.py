"""Numbers and tables of what `sphlab best` has found, and of how good its search is."""

import json

import pytest

from analysis.best.summary import write_summary
from analysis.published.errors import NoRecord, PublishedError
from analysis.published.expression import evaluate, holds, number
from analysis.published.tables import table_of
from analysis.tests.best.made import answer, compared, failed, ranking

BEST, SWEEP = "results/best.json", "results/against-sweep.json"


@pytest.fixture
def found(root, scope, records):
    """The scope, with both files there."""
    text = json.dumps(answer(records[0], ranking()))
    (root / BEST).write_text(text, encoding="utf-8")
    scenarios = [
        compared(records[0], "tank:side=4", 1.0, 1.0),
        compared(records[0], "pool", 0.99, 1.04),
        failed("well"),
    ]
    write_summary(root / SWEEP, ["list"], ["nvcc-13.0"], scenarios)
    return scope


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('best("step", FILE) / ms', 2.0),
        ('best("low", FILE, rank=2) / ms', 0.99 * 2.01),
        ('best("behind", FILE, variant="rows")', 1.5),
        ('best("rank", FILE, variant="list-gather+per-*")', 2),
        ('best("mipps", FILE)', 0.5),
        ('best("bytes", FILE) / MiB', 3),
        ('best("particles", FILE)', 1000),
        ('best("ties", FILE)', 1),
        ('best("second", FILE)', 1.5),
        ('best("budget", FILE)', 60),
        ('best("seconds", FILE)', 50),
        ('best("verifying", FILE)', 7),
        ('best("tried", FILE)', 4),
        ('best("traversals", FILE)', 4),
    ],
)
def test_numbers_of_an_answer(expression, expected, found):
    assert number(expression.replace("FILE", f'"{BEST}"'), found) == pytest.approx(expected)


def test_who_is_first_is_a_claim(found):
    of = f'best("rank", "{BEST}", variant="{{}}") == 1'
    assert holds(of.format("list-gather+warp-per-cell"), found)
    assert not holds(of.format("rows"), found)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ('"speed"', "'speed' is none of rank, step"),
        ('"step", rank=4', "no variant of rank 4 is ranked; there are 1 list-gather"),
        ('"step", variant="x-pencil"', "no variant of 'x-pencil' is ranked"),
        ('"step", rank=1, variant="rows"', "take a rank or a variant"),
        ('"ties", rank=1', "ties: is of the answer"),
        ('"share"', "share is not known"),
    ],
)
def test_what_an_answer_does_not_tell(arguments, told, found):
    what, _, keys = arguments.partition(", ")
    call = f'best({what}, "{BEST}"{", " + keys if keys else ""})'
    with pytest.raises(PublishedError, match=told):
        number(call, found)


def test_numbers_of_a_comparison(found):
    assert number(f'against_sweep("count", "{SWEEP}")', found) == 3
    assert number(f'against_sweep("count", "{SWEEP}", outcome="within")', found) == 1
    assert evaluate(f'against_sweep("high", "{SWEEP}")', found) == [1.0, 1.04]
    shares = evaluate(f'against_sweep("share", "{SWEEP}")', found)
    assert shares == pytest.approx([0.105, 0.105])
    with pytest.raises(NoRecord, match="no scenario of outcome 'failed' was compared"):
        evaluate(f'against_sweep("share", "{SWEEP}", outcome="failed")', found)
    with pytest.raises(PublishedError, match="'speed' is none of count, share"):
        evaluate(f'against_sweep("speed", "{SWEEP}")', found)


def test_the_table_of_a_ranking(found):
    table = table_of({"kind": ["best"], "of": [BEST], "top": ["2"]}, found)
    rows = table.splitlines()
    assert len(rows) == 4
    assert rows[2] == (
        "| 1 | `list-gather+warp-per-cell` | nvcc-13.0 | 2 | 1.98 to 2.02 | | 0.5 | 3 |"
    )
    assert rows[3].startswith("| 2 = | `list-gather+per-particle` |")
    assert "| +0.5 % |" in rows[3]
    with pytest.raises(PublishedError, match="write top = .NUMBER of variants"):
        table_of({"kind": ["best"], "of": [BEST], "top": ["some"]}, found)


def test_the_table_of_a_comparison_has_what_failed_in_it(found):
    rows = table_of({"kind": ["against-sweep"], "of": [SWEEP]}, found).splitlines()
    assert rows[2:] == [
        "| `tank:side=4` | within | 12,345 | 400 | 80.0 | 40 | 8.4 | 10.5 % | the same variant |",
        "| `pool` | undecided | 12,345 | 400 | 80.0 | 40 | 8.4 | 10.5 % | -1.0 to +4.0 % |",
        "| `well` | failed | | | | | | | |",
    ]
    with pytest.raises(PublishedError, match="write of = .an against-sweep.json"):
        table_of({"kind": ["against-sweep"]}, found)

"""Numbers and the table of a walk."""

import copy
import json

import pytest

from analysis.errors import InputError
from analysis.published.errors import NoRecord, PublishedError
from analysis.published.expression import evaluate, number
from analysis.published.tables import table_of

WALK, OTHER = "results/walk.json", "results/other.json"
BOTH = {"kind": ["walk"], "of": [f"{WALK} here [s]", f"{OTHER} there [s]"]}
RECORD = {
    "schema_version": 1,
    "page": "docs/page.md",
    "recorded_at": "2026-11-25T10:00:00Z",
    "code": {"revision": "0123", "dirty": False},
    "host": {"cpu": "a CPU", "cores": 2, "os": "a system"},
    "gpus": [],
    "compiler_launcher": None,
    "steps": [
        {"step": name, "command": "true", "seconds": seconds, "exit_code": 0, "load_before": 1.5}
        for name, seconds in (("Build", 300.04), ("Rank", 20.5))
    ],
}


@pytest.fixture
def walks(root, scope):
    """Writes two walks, the second with what a test changes, and gives the scope."""

    def walks(change=lambda record: None):
        other = copy.deepcopy(RECORD)
        change(other)
        for name, record in ((WALK, RECORD), (OTHER, other)):
            (root / name).write_text(json.dumps(record), encoding="utf-8")
        return scope

    return walks


def test_numbers_of_a_walk(walks):
    scope = walks()
    assert evaluate(f'walked("seconds", "{WALK}")', scope) == [300.04, 20.5]
    assert number(f'max(walked("load", "{WALK}", step="B*"))', scope) == 1.5
    with pytest.raises(NoRecord, match="no step is called 'X'; there are Build, Rank"):
        evaluate(f'walked("seconds", "{WALK}", step="X")', scope)
    with pytest.raises(PublishedError, match="'speed' is none of seconds, load"):
        evaluate(f'walked("speed", "{WALK}")', scope)


def test_the_table_has_a_column_a_walk(walks):
    rows = table_of(BOTH, walks()).splitlines()
    assert rows == [
        "| step | here [s] | there [s] |",
        "|---|--:|--:|",
        "| Build | 300.0 | 300.0 |",
        "| Rank | 20.5 | 20.5 |",
        "| together | 321 | 321 |",
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda record: record["steps"].pop(), "has other steps than"),
        (lambda record: record["steps"][0].update(exit_code=3), "a step has failed"),
        (lambda record: record["steps"][0].update(seconds=-1), r"steps\[0\].seconds"),
    ],
)
def test_walks_that_cannot_stand_side_by_side_are_told(change, told, walks):
    with pytest.raises(InputError, match=told):
        table_of(BOTH, walks(change))


def test_a_table_without_a_heading_is_told(walks):
    with pytest.raises(PublishedError, match='write of = ."FILE HEADING"'):
        table_of({"kind": ["walk"], "of": [WALK]}, walks())

"""The mutants that are recorded, and their table."""

import json
import re
from pathlib import Path

import pytest

from analysis.errors import InputError
from analysis.mutants import load_mutants
from analysis.published.errors import PublishedError
from analysis.published.expression import Scope
from analysis.published.library import Library
from analysis.published.tables import table_of

ROOT = Path(__file__).resolve().parents[2]
RECORDED = "results/host-x86_64/mutants.json"
LEAST = 30  # mutants
# The name of one in the tables of their packs, and of a physics of their own.
ROW = re.compile(
    r'\{\.name = "([^"]+)"|\{"([^"]+)", (?:true|false|Stage::)|char\* name = "([^"]+)"'
)


def asked():
    """Names that tests/mutants/mutants.json asks for."""
    says = json.loads((ROOT / "tests/mutants/mutants.json").read_text(encoding="utf-8"))
    return [one for group in says["groups"] for one in group["mutants"]]


def test_what_is_recorded_is_what_is_asked_for():
    recorded = load_mutants(ROOT / RECORDED)
    told = [{key: one[key] for key in ("name", "kind", "fault")} for one in recorded]
    assert told == asked(), "tests/mutants/mutants.py BUILD --update"
    assert len({one["name"] for one in told}) == len(told) >= LEAST


def test_every_row_of_the_packs_is_asked_for():
    files = sorted((ROOT / "tests/mutants").rglob("*.c[pu]*"))
    found = [ROW.findall(file.read_text(encoding="utf-8")) for file in files]
    made = {"".join(groups) for rows in found for groups in rows}
    made = {name for name in made if not name.startswith("right-")}
    assert made == {one["name"] for one in asked()}


def test_the_table_tells_who_catches_whom(tmp_path):
    odd = {"name": "odd", "kind": "pairs", "fault": "drops one", "run": "energy", "best": None}
    late = {"name": "late", "kind": "stale", "fault": "stops", "run": "forces", "best": "cells"}
    both = {"name": "both", "kind": "list", "fault": "drops", "run": "energy", "best": "energy"}
    none = {"name": "none", "kind": "list", "fault": "waits", "run": None, "best": "cells"}
    mutants = [odd, late, both, none]
    (tmp_path / "m.json").write_text(json.dumps({"schema_version": 1, "mutants": mutants}))
    scope = Scope(Library(tmp_path))
    assert table_of({"kind": ["mutants"], "of": ["m.json"]}, scope) == (
        "Caught are by `run` 3 of 4, by `best` 3 of 4; "
        "`run` fails first by energy (2), 2 others once.\n"
    )
    with pytest.raises(PublishedError, match='write of = "a file of tests/mutants'):
        table_of({"kind": ["mutants"]}, scope)


def test_a_file_that_is_none_is_told_with_what_makes_one(tmp_path):
    file = tmp_path / "m.json"
    file.write_text('{"schema_version": 1, "mutants": []}')
    with pytest.raises(InputError, match="--update writes such a file"):
        load_mutants(file)

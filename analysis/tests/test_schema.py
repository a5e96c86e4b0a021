"""The schema leaves no key out, and the fast validator judges as the plain one does."""

import pytest
from jsonschema import Draft7Validator

from analysis.schema import OF_LINE, schema, validator

INTEGERS = {"type": "integer", "minimum": 0}
CLOCKS = {"type": ["number", "null"], "minimum": 0}
SECONDS = {"type": "number", "exclusiveMinimum": 0}

# What records older than the key lack, and what few records have a use for: the board, types of
# particles, the life of the list, the side of a duel, the reason of a refused tuning, the calls of
# one sample.
OPTIONAL = {
    "": {"list_life", "side"},
    "/properties/device": {"board"},
    "/properties/scenario": {"body", "second_fluid"},
    "/properties/tuning_sweep/items": {"refusal"},
    "/properties/policy": {"calls"},
}


def objects(node, path=""):
    """Every subschema with properties, outside of conditions, with its path."""
    if not isinstance(node, dict):
        return
    if node.get("type") == "object" and "properties" in node:
        yield path, node
    for key, value in node.items():
        if key != "allOf":
            yield from objects(value, f"{path}/{key}")


def test_they_are_draft_7_schemas():
    Draft7Validator.check_schema(schema())
    Draft7Validator.check_schema(schema(OF_LINE))


def test_every_object_requires_its_keys_and_takes_no_other():
    found = dict(objects(schema()))
    assert len(found) == 18
    for path, node in found.items():
        assert node["additionalProperties"] is False, path
        required = set(node["properties"]) - OPTIONAL.get(path, set())
        assert set(node["required"]) == required, path


@pytest.mark.parametrize("items", [INTEGERS, CLOCKS, SECONDS])
@pytest.mark.parametrize(
    "values",
    [
        [],
        [1, 2, 3],
        [1, 2.0, 3],
        [1, 2.5, 3],
        [0, 1],
        [3, -1, 2],
        [1.0, -1, 2.0],
        [1.0, 0.0],
        [1.0, None, 2.0],
        [None],
        [1, True],
        [1, "2"],
        [1, [2]],
    ],
)
def test_arrays_are_judged_as_by_the_plain_validator(items, values):
    array = {"type": "array", "items": items}
    fast = [error.message for error in validator().evolve(schema=array).iter_errors(values)]
    plain = [error.message for error in Draft7Validator(array).iter_errors(values)]
    assert fast == plain


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("items", [INTEGERS, CLOCKS, SECONDS])
@pytest.mark.parametrize("position", [0, 1, 2])
def test_what_is_not_finite_is_found_wherever_it_stands(value, items, position):
    values = [1.0, 2.0, 3.0]
    values[position] = value
    array = {"type": "array", "items": items}
    errors = list(validator().evolve(schema=array).iter_errors(values))
    assert errors
    assert all(list(error.absolute_path) == [position] for error in errors)

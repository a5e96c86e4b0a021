"""The schema leaves no key out, and what is not of it is named."""

import pytest
from jsonschema import Draft7Validator

from analysis.schema import OF_LINE, refusal, schema

# What records older than the key lack, and what few records have a use for: the board, OpenMP and
# the load of a host, the pack of stages that the host runs, choices without a key of their own,
# types of particles, the rebuild policy, the side of a duel, the reason of a refused tuning, the
# calls of one sample, what a preparation has counted, and of a state how fast waves are and how
# many neighbours a particle has, and a cell particles. Of energy there is either a reason why it is
# not known, or all of it.
OPTIONAL = {
    "": {
        "carry_over",
        "choices",
        "drift",
        "energy",
        "host_toolchain",
        "list_life",
        "load",
        "own_order",
        "prepared",
        "repetitions",
        "seconds_spent",
        "side",
    },
    "/properties/energy": {
        "absent",
        "joules_per_step",
        "low_j",
        "high_j",
        "joules_per_million_particle_steps",
        "power_w",
        "step_s",
        "idle_power_w",
        "samples",
    },
    "/properties/device": {"board"},
    "/properties/runtime": {"openmp"},
    "/properties/scenario": {"body", "second_fluid"},
    "/properties/scenario/properties/state": {"wave_time_s", "neighbours", "cells"},
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
    assert len(found) == 29
    for path, node in found.items():
        assert node["additionalProperties"] is False, path
        required = set(node["properties"]) - OPTIONAL.get(path, set())
        assert set(node["required"]) == required, path


def broken(record, value):
    record["samples"]["time_s"][1] = value
    return record


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), True, "1", None])
def test_what_is_no_time_is_found_wherever_it_stands(records, value):
    assert refusal(records[0]) is None
    reason = refusal(broken(records[0], value))
    assert reason.startswith("samples.time_s[1]: ")


def test_what_is_no_character_is_no_string(records):
    records[0]["stage"] = "a\ud800"
    assert refusal(records[0]) == ("a string holds '\\ud800', which is no character")


def test_a_long_reason_is_cut(records):
    records[0]["stage"] = "x" * 10_000
    assert len(refusal(records[0])) < 300

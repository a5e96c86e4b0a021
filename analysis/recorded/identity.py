"""What a record's id is a hash of. The same function is harness/records/record_id.cpp."""

from analysis.recorded.content_hash import content_hash

OF_SCENARIO = ("name", "parameters", "configuration_hash")
OF_REBUILDS = ("trigger", "interval", "expansion")


def record_id(record):
    """16 hex digits: a hash of what ran, after the resolution of every default.

    Outcomes (samples, the hash of the state) and what may change between two runs of one experiment
    (revision, driver, date) stay out. The stages that were swept are in it, since a tuning that was
    chosen by a sweep and the same one that a suite demands are two experiments.
    """
    return id_in(experiment_hash(record), record)


def id_in(experiment, record):
    """The same, of a record whose experiment_hash() is known: all of one contender have one."""
    return content_hash([experiment, *(record[key] for key in ("stage", "scope", "cache"))])


def is_time(label):
    """Whether the label of a state names a time."""
    return label.startswith("t")


def _state(state):
    """How many steps lead to a time is an outcome."""
    step = None if is_time(state["label"]) else state["step"]
    return {"label": state["label"], "step": step}


def experiment_hash(record):
    """A hash of all that ran but the stage and how it was looked at."""
    scenario, life = record["scenario"], record.get("list_life")
    experiment = {
        "suite": record["suite"],
        "device": record["device"]["slug"],
        "runtime": record["runtime"]["name"],
        "toolchain": record["toolchain"],
        "scenario": {key: scenario[key] for key in OF_SCENARIO},
        "state": _state(scenario["state"]),
        "physics": record["physics"],
        "strategies": record["strategies"],
        "cells_per_radius": record["cells_per_radius"],
        "tuning": record["tuning"],
        "swept": sorted({point["stage"] for point in record["tuning_sweep"]}),
        "list_life": None if life is None else {key: life[key] for key in OF_REBUILDS},
        "side": record.get("side"),
    }
    rare = {key: record[key] for key in ("choices", "host_toolchain") if key in record}
    return content_hash(experiment | rare)

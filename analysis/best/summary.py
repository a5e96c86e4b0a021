"""The file of ci/best-against-sweep: of each scenario what the search and the sweep have found."""

import json
from enum import StrEnum
from pathlib import Path

from analysis.documents import load_document
from analysis.replacement import replace_all

SCHEMA = Path(__file__).with_name("against-sweep.schema.json")
SCHEMA_VERSION = 1
FILE = "against-sweep.json"
# What the search is to reach: this share of the sweep's time, and no more than this slower.
SHARE, MOST_REGRET = 0.1, 0.03


class Outcome(StrEnum):
    """Of a scenario, as the file has it."""

    WITHIN = "within"
    NOT_WITHIN = "not within"
    UNDECIDED = "undecided"
    FAILED = "failed"


def outcome_of(low, high):
    """Whether the search's step is within MOST_REGRET of the sweep's, by the interval of its ratio:
    undecided where that holds both."""
    if high <= 1 + MOST_REGRET:
        return Outcome.WITHIN
    return Outcome.NOT_WITHIN if low > 1 + MOST_REGRET else Outcome.UNDECIDED


def load_summary(path):
    """The document in a file, a Path. Raises InputError."""
    return load_document(path, SCHEMA, "ci/best-against-sweep writes such a file")


def write_summary(path, vary, toolchains, scenarios):
    """Replaces the file by one of these scenarios, the whole or what there was stays.

    vary, toolchains: as the command line has them. Raises OutputError.
    """
    document = {
        "schema_version": SCHEMA_VERSION,
        "budget_share": SHARE,
        "most_regret": MOST_REGRET,
        "vary": vary,
        "toolchains": toolchains,
        "scenarios": scenarios,
    }
    replace_all({path: json.dumps(document) + "\n"})


def share_of_time(scenario):
    """The time of a search, its ranking included, over the sweep's without one."""
    return scenario["search"]["seconds"] / scenario["sweep"]["seconds"]

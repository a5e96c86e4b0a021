"""What is to be known of a tool whose files are read."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tool:
    """A benchmark tool and the form of its files."""

    name: str
    keys: tuple[str, ...]  # that all of its documents have, and those of no other tool
    schema: Path
    version: Callable  # document -> what is wrong with its version, "" where nothing is
    run: Callable  # (document, Path of its file) -> Run; raises InputError
    fingerprint: tuple[str, ...]  # of Benchmark.environment, in the order of messages
    unknown: str  # what none of its files says
    out: str  # the options that write a file, of the name {}
    more: str  # how to come by more repetitions
    interleaving: str  # how to interleave them


def value_at(document, *keys):
    """The value at nested keys of a document that no schema has accepted yet, None where there is
    none."""
    value = document
    for key in keys:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value

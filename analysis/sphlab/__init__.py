"""sphlab from Python: the fastest variant for positions, and recorded runs for pandas.

docs/python.md tells how, docs/read-a-record.md what the keys of a record and the columns of a frame
mean, and in which units they are.
"""

from analysis.errors import (
    AnalysisError,
    DeviceError,
    InputError,
    InvalidRecordsError,
    NotAvailableError,
    OutOfMemoryError,
    OutputError,
    UsageError,
    VerificationError,
)
from analysis.load import frame, is_refusal, load_records, split_by_validity

from .answer import Best, best
from .explained import why
from .neighbours import NeighbourList, neighbour_list
from .particles import write_particles
from .process import Interrupted
from .records import load, run

Error = AnalysisError

__all__ = [
    "AnalysisError",
    "Best",
    "DeviceError",
    "Error",
    "InputError",
    "Interrupted",
    "InvalidRecordsError",
    "NeighbourList",
    "NotAvailableError",
    "OutOfMemoryError",
    "OutputError",
    "UsageError",
    "VerificationError",
    "best",
    "frame",
    "is_refusal",
    "load",
    "load_records",
    "neighbour_list",
    "run",
    "split_by_validity",
    "why",
    "write_particles",
]


def __getattr__(name):
    """The version, of what is installed."""
    if name == "__version__":
        from importlib.metadata import version

        return version("sphlab")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

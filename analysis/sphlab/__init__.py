"""Recorded runs of sphlab for pandas: `import sphlab` of the wheel that is made of this folder.

docs/read-a-record.md tells what the keys of a record and the columns of a frame mean, and in which
units they are.
"""

from importlib.metadata import version

from analysis.errors import AnalysisError, InputError
from analysis.load import frame, is_refusal, load_records, split_by_validity

__all__ = [
    "AnalysisError",
    "InputError",
    "frame",
    "is_refusal",
    "load_records",
    "split_by_validity",
]
__version__ = version("sphlab")

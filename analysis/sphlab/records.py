"""Recorded runs as DataFrames."""

import atexit
import shutil
import tempfile
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

from analysis.errors import InputError, VerificationError
from analysis.load import frame, load_records, require_valid, split_by_validity
from analysis.why.files import record_files

from .process import run_program, words_of

FILE = "file"  # the column that the frames of records have beside the keys of these


def load(path, *, invalid=False):
    """The records of a file, or of all files of a folder, as a DataFrame: a row each, the keys of
    docs/read-a-record.md joined by dots, and the file.

    Records that are invalid are left out, with a warning, unless `invalid` asks for them. Raises
    InputError for what is no record, and InvalidRecordsError where all are invalid.
    """
    files = record_files([Path(path)])
    records = [record | {FILE: str(file)} for file in files for record in load_records(file)]
    if invalid:
        return frame(records)
    valid, wrong = split_by_validity(records)
    if not valid:
        require_valid(records, path)
    if wrong:
        warnings.warn(
            f"{path}: {len(wrong)} of {len(records)} records are invalid and left out: "
            "invalid=True shows them",
            stacklevel=2,
        )
    return frame(valid)


def run(suite, *, output=None, **options):
    """Measures a suite, or a scenario, and returns its records as load() does.

    Options are those of `sphlab run`: variant=["rows"], set={"particles_per_height": 40}. Records
    are written to `output`, which may be loaded later, else to a file that this session keeps.
    Where some are invalid, VerificationError is raised, and has all as `table`.
    """
    file = Path(output or Path(tempfile.mkdtemp(dir=_session()), "run.jsonl"))
    try:
        run_program("run", suite, "--output", file, *words_of(options))
    except VerificationError as error:
        with suppress(InputError):  # of a file in which there is none
            error.table = load(file, invalid=True)
        raise
    return load(file)


@cache
def _session():
    """A folder that is removed when this session ends."""
    folder = tempfile.mkdtemp(prefix="sphlab-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder

"""The files that `why` reads."""

import json
import re
from contextlib import suppress
from pathlib import Path

from analysis.errors import InputError, NotAvailableError
from analysis.limits import FILE as LIMITS
from analysis.load import parsed, text_lines
from analysis.strict_json import strictly

RESULTS = Path("results")
VARIANT = re.compile(r'"variant"\s*:')


def record_files(given):
    """The record files among Paths: files as they are, and of folders all that hold records,
    without profiles, timelines and what else lies beside them. Of none: of all folders of results/.

    Raises NotAvailableError where that is none, InputError for a folder that cannot be read and for
    a file of something else.
    """
    files = []
    for place in given or _folders_of_results():
        files += _files_of(place) if place.is_dir() else [_required(place)]
    if not files:
        raise NotAvailableError(
            f"there are no records in {given[0] if given else f'{RESULTS}/'}; 'sphlab run "
            "SCENARIO' measures some, and --record names a file or a folder"
        )
    return files


def may_hold(file, names):
    """Whether a file may hold one of these names, or one that goes on behind it: by a search in its
    text, which takes less than reading it. True of a file that cannot be read: who reads it tells
    why."""
    try:
        text = file.read_bytes()
    except OSError:
        return True
    begun = (json.dumps(name, ensure_ascii=False)[:-1].encode(errors="replace") for name in names)
    return not text or any(name in text for name in begun)


def variants_in(files):
    """The names of all variants in record files. Raises InputError for what is no JSON."""
    return sorted({name for file in files for name in _variants_of(file)})


def limits_beside(records, device_slug):
    """The file of limits for records: beside them, or in results/ of their device, or None."""
    places = (records.parent / LIMITS, RESULTS / device_slug / LIMITS)
    return next((file for file in places if file.exists()), None)


def profile_beside(records):
    """<suite>.profile.jsonl beside <suite>.jsonl, or None."""
    profile = records.with_suffix(".profile.jsonl")
    return profile if profile.exists() else None


def _folders_of_results():
    return sorted(folder for folder in RESULTS.glob("*") if folder.is_dir())


def _files_of(folder):
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise InputError(f"cannot read the folder {folder}: {error.strerror}") from error
    return [file for file in entries if file.suffix == ".jsonl" and _holds_records(file)]


def _required(file):
    """What cannot be read at all is told by who reads it."""
    if file.is_file() and file.stat().st_size and not _holds_records(file):
        raise InputError(
            f"{file}: its first lines are not those of a recorded run; name a file of 'sphlab "
            "run', or a folder of them"
        )
    return file


def _holds_records(file):
    """A verification's first line says its kind, and an audit's second is no part of a record."""
    head = part = None
    with suppress(OSError, ValueError), file.open(encoding="utf-8") as lines:
        head = strictly(lines.readline())
        part = strictly(lines.readline())
    is_headed = isinstance(head, dict) and "schema_version" in head
    is_audit = isinstance(part, dict) and part.get("part") == "circumstances"
    return is_headed and not head.keys() & {"kind", "record"} and not is_audit


def _variants_of(file):
    for number, line in enumerate(text_lines(file), start=1):
        if VARIANT.search(line):
            found = parsed(line, f"{file}:{number}")
            # Names stand in the parts of a file of version 2.
            named = found["content"] if found.get("part") == "variant" else found
            if "physics" in named:
                yield named["variant"]

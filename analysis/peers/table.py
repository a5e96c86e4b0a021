"""The table of a record of peers, for a terminal and for pages."""

import json

from analysis.columns import aligned
from analysis.errors import InputError

VERSION = 1
HEADINGS = ("library", "version", "particles", "time [ms]", "quartiles [ms]", "of sphlab's")


def load(path):
    """A record that the command peers has written. Raises InputError, naming the file."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {error}; the command peers writes it") from error
    if not isinstance(record, dict) or record.get("schema_version") != VERSION:
        raise InputError(f"{path}: is no record of the command peers, of version {VERSION}")
    return record


def rows_of(record):
    """Cells of HEADINGS, the fastest library first; without a number last, with the reason."""
    rows = []
    for case in record["cases"]:
        times = {one["peer"]: one["median_s"] for one in case["results"] if "median_s" in one}
        own = times.get("sphlab")
        for one in sorted(case["results"], key=lambda one: times.get(one["peer"], float("inf"))):
            head = [one["peer"], one["version"] or "", f"{case['particles']:,}"]
            if "failure" in one:
                rows.append([*head, "", "", one["failure"]])
                continue
            low, high = one["quartiles_s"]
            ratio = f"{one['median_s'] / own:.2f}" if own else ""
            rows.append([*head, ms(one["median_s"]), f"{ms(low)} to {ms(high)}", ratio])
    return rows


def as_text(record):
    """A line a library and number of particles."""
    return aligned(HEADINGS, rows_of(record), [False] * len(HEADINGS))


def ms(seconds):
    return f"{1e3 * seconds:.3g}" if seconds < 1 else f"{1e3 * seconds:,.0f}"

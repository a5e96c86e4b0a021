"""Records as version 1 wrote them: each a whole line, with one kernel of its stage."""

import json


def as_version_1(record):
    """A record of load_records(), or a part of one that a test left of it, in the older form."""
    older = {key: value for key, value in record.items() if key not in ("stages", "kernels")}
    if older.get("schema_version") == 2:
        older["schema_version"] = 1
    for key, new in (("summary", "below_resolution"), ("policy", "resolution_s")):
        if isinstance(older.get(key), dict):
            older[key] = {name: value for name, value in older[key].items() if name != new}
    return older


def text_of(records):
    """The text of a file of version 1."""
    return "".join(json.dumps(as_version_1(record)) + "\n" for record in records)

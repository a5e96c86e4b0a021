"""Changes to records that keep them consistent."""


def put(record, key, value):
    """Sets the value at a dotted key of a nested dict: put(record, "device.name", "other")."""
    *parents, last = key.split(".")
    for parent in parents:
        record = record[parent]
    record[last] = value


def remove(record, key):
    """Removes a dotted key of a nested dict."""
    *parents, last = key.split(".")
    for parent in parents:
        record = record[parent]
    del record[last]


def fail(record, reason="forces: 0.3 is more than 2e-05"):
    """Makes a record one that failed verification before it was measured."""
    record["validity"]["status"] = reason
    record["validity"]["checks"][0] |= {"value": 0.3, "passed": False}
    record["samples"] = {key: [] for key in record["samples"]}
    record["summary"] = dict.fromkeys(record["summary"]) | {"count": 0}


def refuse(record, reason):
    """Makes a record one of a variant that was refused before anything was checked."""
    fail(record, reason)
    record["validity"]["checks"] = []
    record |= {"stage": "step", "scope": "step", "cache": "loop"}


def find(records, **wanted):
    """The one record with these values; toolchain and particles are looked up where they stand."""

    def matches(record):
        flat = {
            **record,
            "toolchain": record["toolchain"]["name"],
            "particles": record["scenario"]["particles"],
        }
        return all(flat[key] == value for key, value in wanted.items())

    found = [record for record in records if matches(record)]
    assert len(found) == 1, f"{len(found)} records match {wanted}"
    return found[0]

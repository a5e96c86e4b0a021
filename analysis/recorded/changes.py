"""What of an object differs from the one before it, which lines of a file that follow each other
say instead of the whole. The same is harness/records/changes.cpp."""


def changes(before, after):
    """The keys of `after` that have another value than in `before`, of objects within only those
    that differ; None where `before` has a key that `after` lacks."""
    if not before.keys() <= after.keys():
        return None
    found = {}
    for key, value in after.items():
        if key not in before:
            found[key] = value
        elif isinstance(value, dict) and isinstance(before[key], dict):
            found[key] = changes(before[key], value)
            if found[key] is None:
                return None
            if not found[key]:
                del found[key]
        elif not _is_same(before[key], value):
            found[key] = value
    return found


def changed(before, found):
    """The inverse: `after`."""
    after = before | found
    for key, value in found.items():
        if isinstance(value, dict) and isinstance(before.get(key), dict):
            after[key] = changed(before[key], value)
    return after


def _is_same(one, other):
    """As they are written: 1, 1.0 and True are equal and not the same."""
    return one == other and repr(one) == repr(other)

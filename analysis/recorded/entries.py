"""Lists whose entries differ in one number from run to run, as a file holds them.

That number is apart, and what stands beside it in the entries is a part, which other lists have in
common: by key, what each entry has there, or the entries where their keys differ. The same is
harness/records/list_entries.cpp.
"""


def packed(entries, kind, key, refer):
    """A list of objects, each with `key`: {"of": the id of a part of that kind with the entries
    without the key, key: [what each has there]}. An empty one stays as it is."""
    if not entries:
        return entries
    rest = [{name: entry[name] for name in entry if name != key} for entry in entries]
    return {"of": refer(kind, columns(rest)), key: [entry[key] for entry in entries]}


def unpacked(stored, kind, key, part):
    """Puts a list together; takes one that stands whole, as in earlier files, as it is."""
    if isinstance(stored, list):
        return stored
    rest, values = rows(part(kind, f"{kind}.of", stored["of"])), stored[key]
    if len(rest) != len(values):
        raise ValueError(f"{key}: {len(values)}, but the {kind} part has {len(rest)} entries")
    return [entry | {key: value} for entry, value in zip(rest, values, strict=True)]


def columns(entries):
    """{key: [what each entry has there]} of objects with the same keys; of others, and of none,
    themselves."""
    if not entries or any(entry.keys() != entries[0].keys() for entry in entries):
        return entries
    return {key: [entry[key] for entry in entries] for key in entries[0]}


def rows(stored):
    """The inverse; takes entries as they are. Raises ValueError where columns differ in length."""
    if isinstance(stored, list):
        return stored
    return [dict(zip(stored, values, strict=True)) for values in zip(*stored.values(), strict=True)]

"""Lists whose entries differ in one number from run to run, as a file holds them.

That number is apart, and what stands beside it in the entries is a part, which other lists have in
common. The same is harness/records/list_entries.cpp.
"""


def packed(entries, kind, key, refer):
    """A list of objects, each with `key`: {"of": the id of a part of that kind with the entries
    without the key, key: [what each has there]}. An empty one stays as it is."""
    if not entries:
        return entries
    rest = [{name: entry[name] for name in entry if name != key} for entry in entries]
    return {"of": refer(kind, rest), key: [entry[key] for entry in entries]}


def unpacked(stored, kind, key, part):
    """Puts a list together; takes one that stands whole, as in earlier files, as it is."""
    if isinstance(stored, list):
        return stored
    rest, values = part(kind, f"{kind}.of", stored["of"]), stored[key]
    if len(rest) != len(values):
        raise ValueError(f"{key}: {len(values)}, but the {kind} part has {len(rest)} entries")
    return [entry | {key: value} for entry, value in zip(rest, values, strict=True)]

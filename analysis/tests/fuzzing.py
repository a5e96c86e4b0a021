"""Record files with something wrong in them, made of whole ones by chance."""

import copy
import json

from analysis.recorded.content_hash import content_hash
from analysis.recorded.statistics import summarised

VALUES = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    7.5,
    1e308,
    -1e308,
    5e-324,
    1e-300,
    1e16,
    2**53 + 1,
    2**63 - 1,
    2**63,
    -(2**63) - 1,
    10**30,
    10**400,
    float("nan"),
    float("inf"),
    "",
    "ok",
    "x" * 3000,
    "\x1b[31mred\x1b]0;title\x07",
    "``` \n```\n# heading",
    "\ud800",
    "a\u202eb\u2028c",
    "$\\frac{$",
    [],
    {},
    [[]],
    [None, "a", 1e308],
    [[1, 2**40]],
    {"a": {"b": []}},
]
TIMES = [0.0, -1e-9, 5e-324, 1e-320, 1e-200, 1e-13, 1e8, 1e200, 1.7e308, 10**18, 10**400]
WHOLE_NUMBERS = [0, 1, 2**31, 2**53, 2**62, 2**63 - 1, -(2**62), 10**30]
NAMES = (
    "variant",
    "name",
    "suite",
    "status",
    "revision",
    "driver",
    "board",
    "stop_rule",
    "physics",
)
DIGITS = "9" * 5000  # of a whole number that Python refuses to read


def fuzzed(source, text):
    """The bytes of a file made of the text of a whole one. source: a random.Random."""
    if source.random() < 0.3:
        return _torn(source, text.encode())
    lines = [json.loads(line) for line in text.splitlines()]
    for _ in range(source.choice([1, 1, 1, 2, 4])):
        source.choice(CHANGES)(source, lines)
    if source.random() < 0.7:
        _name_parts_anew(lines)
    written = "".join(json.dumps(line) + "\n" for line in lines)
    if source.random() < 0.05:
        written = written.replace(": 1,", f": {DIGITS},", 1)
    return written.encode()


def _torn(source, data):
    """Bytes that an editor, a disk or a crash might leave."""
    data = bytearray(data)
    for _ in range(source.choice([1, 1, 3])):
        at = source.randrange(len(data))
        match source.randrange(5):
            case 0:
                data[at] = source.randrange(256)
            case 1:
                del data[at : at + source.choice([1, 2, 40])]
            case 2:
                data[at:at] = source.choice(
                    [b"\n", b"\x00", b"\xff", b"\r\n", b"]", b'"', b"\xed\xa0\x80"]
                )
            case 3:
                del data[at:]
            case 4:
                data[at:at] = data[at : at + source.choice([3, 100])]
        if not data:
            break
    return bytes(data)


def _change_a_value(source, lines):
    parent, key = _place(source, source.choice(lines))
    if parent is None:
        return
    match source.randrange(6):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[source.choice(["note", "id", "\ud800", "", "part"])] = parent.pop(key)
        case 2 if isinstance(parent[key], (int, float)):
            parent[key] *= source.choice([-1, 1.01, 2, 1e9, 1e-9])
        case 3 if isinstance(parent[key], list):
            parent[key] = parent[key] * 2
        case _:
            parent[key] = copy.deepcopy(source.choice(VALUES))


def _place(source, value):
    """A dict or list in a value, and one of its keys; a deep one as often as a shallow one."""
    parent, key = None, None
    while isinstance(value, (dict, list)) and value:
        if parent is not None and source.random() < 0.25:
            break
        parent = value
        key = (
            source.choice(list(value)) if isinstance(value, dict) else source.randrange(len(value))
        )
        value = parent[key]
    return parent, key


def _change_times(source, lines):
    """Times that no timer tells, with the summary that follows from them."""
    rows = [one for one in lines if isinstance(one, dict) and isinstance(one.get("samples"), dict)]
    if not rows:
        return
    row = source.choice(rows)
    samples, summary = row["samples"], row.get("summary")
    if isinstance(samples.get("time"), dict):
        samples["time"][source.choice(["tick_ns", "per", "from"])] = source.choice(WHOLE_NUMBERS)
        return
    if not isinstance(samples.get("time_s"), list) or not isinstance(summary, dict):
        return
    times = samples["time_s"]
    extreme = source.choice(TIMES)
    samples["time_s"] = [extreme] * len(times) if source.random() < 0.5 else [extreme, *times[1:]]
    try:
        derived = summarised(samples["time_s"], None)
        row["summary"] = summary | {key: derived[key] for key in derived if key in summary}
        particles, median = row["scenario"]["particles"], derived["median_s"]
        for key, amount in (
            ("mipps", particles / 1e6),
            ("pairs_per_s", row["work"]["accepted_pairs"]),
        ):
            if summary[key] is not None:
                row["summary"][key] = amount / median
    except (ArithmeticError, KeyError, TypeError):
        pass  # it contradicts itself, then


def _rename(source, lines):
    """A name that is markup, or that a terminal would obey."""
    found = [place for line in lines for place in _names(line)]
    if found:
        parent, key = source.choice(found)
        parent[key] = source.choice([name for name in VALUES if isinstance(name, str)])


def _names(value):
    """(object, key) of every name in a value."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if key in NAMES and isinstance(entry, str):
                yield value, key
            yield from _names(entry)


def _move_a_line(source, lines):
    at, to = source.randrange(len(lines)), source.randrange(len(lines))
    match source.randrange(3):
        case 0 if len(lines) > 1:
            del lines[at]
        case 1:
            lines.insert(to, copy.deepcopy(lines[at]))
        case _:
            lines[at], lines[to] = lines[to], lines[at]


CHANGES = [_change_a_value, _change_a_value, _change_times, _rename, _move_a_line]


def _name_parts_anew(lines):
    """Gives parts the ids of what they hold now, so that what reads them goes on."""
    names = {}
    for line in lines:
        if not isinstance(line, dict):
            continue
        _refer_anew(line, names)
        if "content" in line and isinstance(line.get("id"), str):
            _refer_anew(line["content"], names)
            name = content_hash(line["content"])
            names[line["id"]] = line["id"] = name
            names[name] = name


def _refer_anew(value, names):
    if not isinstance(value, dict):
        return
    for key, entry in value.items():
        if key != "id" and isinstance(entry, str):
            value[key] = names.get(entry, entry)
        elif key == "samples":
            _refer_anew(entry, names)

"""A page of the site, and what it is written from."""

import json
from dataclasses import dataclass, field
from functools import cache

from analysis.output import one_line


@dataclass(frozen=True)
class Page:
    """One HTML file, with the data of its tables and plots in a script beside it."""

    path: str  # from the root of the site
    template: str  # a file of templates/
    title: str
    context: dict = field(default_factory=dict)  # of the template
    data: dict | None = None  # of the scripts; None where the page needs none
    scripts: tuple[str, ...] = ()  # those of assets/ that this page has beside those of tables

    @property
    def data_path(self):
        return self.path.removesuffix(".html") + ".data.js"

    @property
    def root(self):
        """The way from the page to the root of the site."""
        return "../" * self.path.count("/")


_one_line = cache(one_line)  # most strings of a table stand in many rows


def data_script(data):
    """The text of a script that holds data. Names in them, which may be anybody's, are letters.

    A string that the script parses: any name is a key then, and a browser reads it faster.
    """
    text = json.dumps(letters(data), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    quoted = text.replace("<", "\\u003c").replace("\\", "\\\\").replace("'", "\\'")
    return f"window.sphlabData = JSON.parse('{quoted}');\n"


def letters(value):
    """A JSON value whose strings are on one line each and tell a reader's program nothing, and
    whose fractions have the six digits that are more than any sample has."""
    if isinstance(value, str):
        return _one_line(value)
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {_one_line(key): letters(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [letters(entry) for entry in value]
    return value


def column(key, title, kind="text", facet=False, note=""):
    """A column of a table of the scripts (assets/table.js).

    kind: text, kept (on one line), count, number, times (a ratio), seconds, bytes, percent, signed
    (a change), verdict or folded (how many rows one stands for). facet: whether rows are filtered
    by it, whose values are on one line, too.
    """
    return {"key": key, "title": title, "kind": kind, "facet": facet, "note": note}


# Tells how many recordings a row of a table with `fold` stands for.
RECORDINGS = column("recordings", "recordings", "folded", note="of the same; the fastest is shown")


def table(columns, rows, fold=()):
    """A table of the scripts: rows are dicts with the columns' keys; `anchor` is the fragment that
    a row answers to, and a `KEY_href` where a cell leads to. fold: keys whose values rows of the
    same have in common; these are one row, and their `told` tells them apart."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    packed = [[row.get(key) for key in keys] for row in rows]
    return {"columns": columns, "keys": keys, "rows": packed, "fold": list(fold) or None}

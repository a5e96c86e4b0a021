"""One file a kind of table; adding a file here adds the kind, under its name with `-` for `_`.

Each has KEYS, what its mark may say, and `draw(says, scope)`, which returns the table in Markdown:
lines that begin with `|`, or what else stands between the marks. says: {key: [text, ...]}, a text
for each line `key: text` of the mark.
"""

import importlib
import re
from pathlib import Path

from analysis.published.errors import PublishedError

LINE = re.compile(r"(?P<key>[a-z]+):(?:\s+(?P<text>.*))?")


def names():
    """Names of all kinds, sorted."""
    files = Path(__file__).parent.glob("*.py")
    return sorted(file.stem.replace("_", "-") for file in files if file.stem != "__init__")


def table_of(argument, scope):
    """The text between the marks of a table. argument: what its mark says, the name first."""
    name, *lines = argument.split("\n")
    name = name.strip()
    if name not in names():
        raise PublishedError(f"there is no table '{name}'; there are {', '.join(names())}")
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    text = module.draw(_says(lines, module.KEYS), scope)
    return text if text.endswith("\n") else text + "\n"


def markdown(headings, rows, texts):
    """A table, its first `texts` columns flush left and the others flush right."""
    rule = ["---"] * texts + ["--:"] * (len(headings) - texts)
    lines = [_row(headings), f"|{'|'.join(rule)}|", *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells):
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def _says(lines, keys):
    found = {}
    last = None
    for line in lines:
        begun = LINE.fullmatch(line.strip())
        if begun and begun["key"] in keys:
            last = found.setdefault(begun["key"], [])
            last.append((begun["text"] or "").strip())
        elif line.strip() and last and not begun:
            last[-1] += " " + line.strip()
        elif line.strip():
            raise PublishedError(
                f"'{line.strip()[:40]}' is no line of this table; lines are "
                + (", ".join(f"'{key}: ...'" for key in keys) or "not taken")
            )
    return found

"""One file a kind of table; adding a file here adds the kind, under its name with `-` for `_`.

Each has KEYS, what its entry may say, and `draw(says, scope)`, which returns the table in Markdown:
lines that begin with `|`, or what else stands between the marks. says: {key: [text, ...]}.
"""

import importlib
from pathlib import Path

from analysis.published.errors import PublishedError

KIND = "kind"  # the key of a table that says which of the files here draws it


def names():
    """Names of all kinds, sorted."""
    files = Path(__file__).parent.glob("*.py")
    return sorted(file.stem.replace("_", "-") for file in files if file.stem != "__init__")


def table_of(entry, scope):
    """The text between the marks of a table. entry: {key: [text, ...]}, with its kind or, without,
    of records."""
    kind = " ".join(entry.get(KIND, ["records"]))
    if kind not in names():
        raise PublishedError(f"there is no kind '{kind}' of table; there are {', '.join(names())}")
    module = importlib.import_module(f"{__name__}.{kind.replace('-', '_')}")
    says = {key: texts for key, texts in entry.items() if key != KIND}
    for key in says.keys() - {*module.KEYS}:
        raise PublishedError(
            f"'{key}' is no key of a table of this kind; keys are {', '.join(module.KEYS) or KIND}"
        )
    text = module.draw(says, scope)
    return text if text.endswith("\n") else text + "\n"


def only(says, key, what):
    """The text of a key that a table has once. Raises PublishedError, which tells `what` it is."""
    if len(says.get(key, [])) != 1:
        raise PublishedError(f'write {key} = "{what}"')
    return says[key][0]


def markdown(headings, rows, texts):
    """A table, its first `texts` columns flush left and the others flush right."""
    rule = ["---"] * texts + ["--:"] * (len(headings) - texts)
    lines = [_row(headings), f"|{'|'.join(rule)}|", *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells):
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"

"""The steps of a page: what its fences of `sh` run, each under a heading of its own."""

import re
from dataclasses import dataclass

from analysis.errors import InputError

HEADING = re.compile(r"#+ (.+)")


@dataclass(frozen=True)
class Step:
    """A heading and the commands below it, as the page shows them."""

    name: str
    command: str


def steps_of(page):
    """The Steps of a page, a Path, in its order. Raises InputError, naming file and line."""
    try:
        lines = page.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{page}: cannot be read: {error.strerror}") from error
    steps = list(_steps(page, lines))
    if not steps:
        raise InputError(f"{page}: shows no step: no fence begins with ```sh")
    return steps


def _steps(page, lines):
    name, opened, known = None, None, set()
    for number, line in enumerate(lines, 1):
        if opened is None:
            heading = HEADING.fullmatch(line)
            name = heading[1].strip() if heading else name
            opened = (number, line) if line.startswith("```") else None
        elif line == "```":
            begin, fence = opened
            opened = None
            if fence == "```sh":
                _require_new(name, known, f"{page}:{begin}")
                yield Step(name, "\n".join(lines[begin : number - 1]))
    if opened is not None:
        raise InputError(f"{page}:{opened[0]}: the fence is not closed")


def _require_new(name, known, where):
    if name is None:
        raise InputError(f"{where}: a step has no heading: write one above")
    if name in known:
        raise InputError(f"{where}: '{name}' has a step already: give each a heading of its own")
    known.add(name)

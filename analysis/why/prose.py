"""Prose in lines of a width. Names in records may be a part of it: controls in them become "?"."""

import re

COLUMNS = 80
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# A line breaks behind the last space that something stands before, else behind the last sign.
SPACE = re.compile(r" *[^ ].* ")
SIGN = re.compile(r".*[+,/|]")


def sentence(clause):
    """A clause with a capital letter, a full stop and a blank."""
    return clause[0].upper() + clause[1:] + ". "


def prose(text, first="", indent=0):
    """The text in lines of at most COLUMNS, each with an end.

    first: what the first line begins with; indent: of all others."""
    return "\n".join(wrapped_lines(first + _without_controls(text), COLUMNS, indent)) + "\n"


def shortened(text, columns):
    """Cut to so many columns, with an ellipsis for what is left out."""
    text = _without_controls(text)
    return text if len(text) <= columns else text[: columns - 1] + "…"


def wrapped_lines(text, width, indent=0):
    """Lines of at most `width` columns, broken behind spaces, else behind a '+', ',', '/' or '|',
    else anywhere. indent: of all but the first."""
    lines, begin, room = [], "", width
    while len(text) > room:
        end = _end_of_line(text, room)
        lines.append(begin + text[:end].rstrip(" "))
        text, begin, room = text[end:].lstrip(" "), " " * indent, width - indent
    if text or not lines:
        lines.append(begin + text.rstrip(" "))
    return lines


def _end_of_line(text, room):
    if text[room] == " ":
        return room
    found = SPACE.match(text[:room]) or SIGN.match(text[:room])
    return found.end() if found else room


def _without_controls(text):
    return CONTROL.sub("?", text)

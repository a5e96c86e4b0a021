"""A comparison for a pull request."""

import re

from analysis.compare.reports import strip, words
from analysis.output import one_line, printable

# What a comment can hold on GitHub is 65536 characters, of which this leaves room for the rest.
MOST_ROWS = 120
MOST_STRIPS = 30


def as_markdown(comparison, outcome="", link=None):
    """Headline, what is not the same as table and plot, and everything folded away.

    link: from a row to the URL that it leads to, in the table of what is not the same; the folded
    one has no links, or the comment would be longer than it may.
    """
    telling = words.telling(comparison)
    parts = [
        f"### sphlab: {outcome or 'base against candidate'}",
        words.counts(comparison),
        "\n".join(f"- {escaped(line)}" for line in words.environment(comparison)),
    ]
    if telling:
        parts.append(table_of(telling, link))
    measured = [one for one in comparison.judgements if one.measured is not None]
    if measured:
        parts.append(_plot(measured))
    if len(telling) < len(comparison.judgements):
        parts.append(_folded("All rows", table_of(comparison.judgements)))
    parts.append(f"<sub>{escaped(words.method(comparison))}</sub>")
    return "\n\n".join(parts) + "\n"


def table_of(judgements, link=None):
    """A row a judgement. link: as of as_markdown()."""
    headings = ["row", *words.HEADINGS]
    lines = [
        "| " + " | ".join(headings) + " |",
        "|---|" + "---:|" * 5 + "---|---|",
        *(_line(one, link) for one in judgements[:MOST_ROWS]),
    ]
    hidden = len(judgements) - MOST_ROWS
    if hidden > 0:
        lines.append(f"\n{hidden} more rows are in the JSON and JUnit reports.")
    return "\n".join(lines)


def _line(one, link):
    *numbers, verdict, why = map(escaped, words.cells(one))
    row = escaped(str(one.row))
    named = row if link is None else f"[{row}]({link(one.row)})"
    return "| " + " | ".join([named, *numbers, f"**{verdict}**", why]) + " |"


def as_table(headings, rows, right):
    """A table of cells as they are. right: the columns that are flush right."""
    rule = ["---:" if column in right else "---" for column in range(len(headings))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [headings, rule, *rows])


def _plot(measured):
    shown = measured[:MOST_STRIPS]
    scale = strip.Scale.of(shown)
    lines = [f"{strip.draw(one, scale)}  {one.row.short}" for one in shown]
    return fenced([strip.axis(scale), *lines])


def fenced(lines):
    """Lines as they are, in a fence that none of them ends."""
    text = [one_line(line) for line in lines]
    longest = max(map(len, re.findall("`+", "\n".join(text))), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *text, fence])


def _folded(title, text):
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


def escaped(text):
    """What Markdown would take for markup or for the end of a cell, as text."""
    for character in "\\`|<>[]*_":
        text = text.replace(character, f"\\{character}")
    return printable(" ".join(text.split()))

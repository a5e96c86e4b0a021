"""How the help of a command fits the terminal."""

import argparse
import re
import textwrap

CONTINUED = " \\"
CONTINUATION = re.compile(r" \\\n\s+")
COMMAND = re.compile(r"\s+(python|sphlab|\S*/)")
# What is quoted stays one word, and an option with what it is given.
WORD = re.compile(r"(?:-[\w-]+\s+(?!-))?(?:[^\s'\"]|'[^']*'|\"[^\"]*\")+")
TERM = re.compile(r"\s+\S+\s{2,}")  # what a line explains, before the explanation


class HelpLayout(argparse.RawDescriptionHelpFormatter):
    """Paragraphs are filled; indented lines stay, and where one is too long its rest stands below:
    of an example as a shell continues it, else under the text that it goes on with."""

    def _fill_text(self, text, width, indent):
        lines, paragraph = [], []
        for line in [*CONTINUATION.sub(" ", text).splitlines(), ""]:
            if line and not line[0].isspace():
                paragraph.append(line)
                continue
            lines += textwrap.wrap(" ".join(paragraph), width, break_on_hyphens=False)
            paragraph = []
            lines += [line] if len(line) <= width else _folded(line, width)
        return "\n".join(indent + line for line in lines[:-1]) + "\n"


def add_command(commands, name, run, text, epilog=None, **more):
    """Adds a parser to the subparsers of a command line, whose options `run` takes. `text` is also
    its description, unless `more`, keywords of argparse, has one. Returns it."""
    more = {"description": text, "formatter_class": HelpLayout} | more
    sub = commands.add_parser(name, help=text, epilog=epilog, **more)
    sub.set_defaults(run=run)
    return sub


def _folded(line, width):
    indent = re.match(r"\s*", line)[0]
    if not COMMAND.match(line):
        term = TERM.match(line)
        below = " " * len(term[0]) if term else indent + "  "
        return textwrap.wrap(line, width, subsequent_indent=below, break_on_hyphens=False)
    lines = []
    first, *words = WORD.findall(line)
    last = indent + first
    for word in words:
        if len(f"{last} {word}{CONTINUED}") > width:
            lines.append(last + CONTINUED)
            last = indent + "  " + word
        else:
            last += f" {word}"
    return [*lines, last]

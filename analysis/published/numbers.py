"""What the names on a page stand for: `docs/numbers/<page>.toml`, docs/publish-a-number.md."""

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches

from analysis.errors import InputError
from analysis.published.errors import PublishedError
from analysis.published.marks import HOLDS, NUMBER, SOURCE, TABLE

LET = "let"  # names for the expressions of the page, each of which may use those above it
# The section that has the entries of each kind of mark.
SECTIONS = {NUMBER: "numbers", HOLDS: "holds", SOURCE: "sources", TABLE: "tables"}


def file_of(page):
    """The Path of the file of a page; of one outside docs/, in the folder `root`."""
    if page.parent.name == "docs":
        return page.parent / "numbers" / f"{page.stem}.toml"
    return page.parent / "docs" / "numbers" / "root" / f"{page.stem}.toml"


def read(page):
    """The Numbers of a page, none where it has no file. Raises InputError."""
    file = file_of(page)
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    return of(text, file)


def of(text, file="the numbers"):
    """The Numbers of a text. Raises PublishedError."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PublishedError(f"{file}: is no TOML that gives each name once: {error}") from error
    known = (LET, *SECTIONS.values())
    sections = {section: {} for section in known}
    for section, entries in found.items():
        if section not in known or not isinstance(entries, dict):
            raise PublishedError(
                f"{file}: '{section}' is no section; sections are "
                + ", ".join(f"[{one}]" for one in known)
            )
        take = _tables if section == SECTIONS[TABLE] else _texts
        sections[section] = dict(take(entries, f"{file}: [{section}] "))
    return Numbers(str(file), text, sections)


@dataclass(frozen=True)
class Numbers:
    """The entries of a page, by section and name."""

    file: str  # as messages call it
    text: str
    sections: dict  # {section: {name: a text, or of a table {key: [text, ...]}}}

    def entry(self, mark):
        """What a mark stands for. Raises PublishedError where it stands for nothing."""
        section = SECTIONS[mark.kind]
        entries = self.sections[section]
        if mark.name not in entries:
            near = get_close_matches(mark.name, entries, n=1)
            meant = f"; is it '{near[0]}'?" if near else ", where it belongs"
            raise PublishedError(f"{self.file} has no '{mark.name}' in [{section}]{meant}")
        return entries[mark.name]

    def unused(self, marks):
        """(section, name) of each entry that no mark names."""
        named = {(SECTIONS[one.kind], one.name) for one in marks if one.kind in SECTIONS}
        for section in SECTIONS.values():
            entries = {(section, name) for name in self.sections[section]}
            yield from entries - named


def _texts(entries, place, prefix=""):
    """(dotted name, text) of each entry of a section."""
    for key, entry in entries.items():
        name = prefix + key
        if "." in key:  # would be another entry's name
            raise PublishedError(f"{place}'{name}': write the name without quotes")
        if isinstance(entry, dict) and entry:
            yield from _texts(entry, place, f"{name}.")
        else:
            yield name, _one_line(entry, f"{place}{name}")


def _tables(entries, place):
    """(name, {key: [text, ...]}) of each table."""
    for name, table in entries.items():
        if not isinstance(table, dict):
            raise PublishedError(f"{place}{name}: write [tables.{name}], and its keys below")
        says = {key: one if isinstance(one, list) else [one] for key, one in table.items()}
        for key, texts in says.items():
            says[key] = [_one_line(text, f"{place}{name}.{key}") for text in texts or [None]]
        yield name, says


def _one_line(entry, place):
    if not isinstance(entry, str):
        raise PublishedError(f"{place}: write a text in quotes")
    return " ".join(entry.split())

"""The index page of a device's figures: one HTML file that needs nothing but the PNGs beside it."""

import re
from html import escape
from itertools import groupby
from urllib.parse import quote

from analysis.errors import InputError
from analysis.papers import named_in
from analysis.suites import claim_of

STYLE = """\
body { font: 15px/1.45 "DejaVu Sans", Verdana, sans-serif; color: #222; margin: 2em auto;
  max-width: 76em; padding: 0 1.5em; }
h1 { font-size: 1.6em; } h2 { margin-top: 2.2em; border-bottom: 1px solid #ccc; }
h3 { margin: 1.4em 0 0.2em; font-size: 1em; } p { margin: 0.2em 0 0.8em; max-width: 60em; }
nav a { margin-right: 1.2em; white-space: nowrap; } a { color: #0055a0; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(28em, 1fr)); gap: 1.2em; }
figure { margin: 0; border: 1px solid #ddd; padding: 0.6em; } img { width: 100%; height: auto; }
figcaption { font-size: 0.8em; color: #555; overflow-wrap: anywhere; }
"""


def index_page(device):
    """The page of a folder of results, results/<device>, as text.

    Images and records are named relative to <device>/figures/, where the page belongs. Raises
    InputError, naming the file, for a figure whose claim is not known, and where there is none.
    """
    folder = device / "figures"
    files = sorted(folder.rglob("*.png"), key=lambda file: (file.parent, file.name))
    if not files:
        raise InputError(
            f"{folder}: holds no figure; draw them by `python -m analysis figures` of each file "
            f"{device}/*.jsonl"
        )
    parts = [
        (part, list(of_part)) for part, of_part in groupby(files, key=lambda file: file.parent)
    ]
    names = [part.relative_to(folder).as_posix() for part, _ in parts]
    title = f"Figures of {escape(device.resolve().name)}"
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"><title>{title}</title>',
        f"<style>\n{STYLE}</style></head>",
        f"<body><h1>{title}</h1>",
        "<nav>",
        *[f'<a href="#{quote(name)}">{escape(name)}</a>' for name in names],
        "</nav>",
    ]
    for name, (_, of_part) in zip(names, parts, strict=True):
        lines += _section(name, device, folder, of_part)
    lines += _papers([_claim(file)[1] for file in files])
    return "\n".join([*lines, "</body></html>", ""])


def _section(name, device, folder, files):
    yield f'<h2 id="{escape(name)}">{escape(name)}</h2>'
    for records in (device / f"{name}.jsonl", device / f"{name}.json"):
        if records.exists():
            yield f'<p>Records: <a href="../{quote(records.name)}">{escape(records.name)}</a></p>'
    claims = {file: _claim(file) for file in files}
    ordered = sorted(files, key=lambda file: (_order(claims[file][0]), file.name))
    for (figure, claim), of_figure in groupby(ordered, key=claims.get):
        yield f"<h3>{escape(figure)}</h3>"
        yield f"<p>{escape(claim)}</p>"
        yield '<div class="figures">'
        for file in of_figure:
            path = quote(file.relative_to(folder).as_posix())
            caption = escape(file.stem)
            yield (
                f'<figure><a href="{path}"><img src="{path}" alt="{caption}" loading="lazy"></a>'
                f"<figcaption>{caption}</figcaption></figure>"
            )
        yield "</div>"


def _papers(claims):
    """Who wrote the papers that the claims name, if they name any."""
    papers = named_in(claims)
    if papers:
        yield '<h2 id="papers">Papers</h2>'
    for letter, paper in papers.items():
        yield f"<p>Paper {letter}: {escape(str(paper))}</p>"


def _claim(file):
    claim = claim_of(file.stem)
    if claim is None:
        raise InputError(
            f"{file}: is of no figure that analysis/suites.py knows; add its claim there"
        )
    return claim


def _order(figure):
    """A4 before A10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", figure)]

"""Where a page of the site lies, and where on it a row stands.

The one place that says so: the site is written by it, and what links into a site asks it, too.
"""

import re
from urllib.parse import quote

from analysis.recorded.content_hash import content_hash
from analysis.recorded.identity import is_time

LONGEST_NAME = 80
DIGITS = 12
# Of a whole name: what a file system, a shell and a URL take as it is.
PLAIN = re.compile(r"[\w+-][\w.+-]*", re.ASCII)
OTHER = re.compile(r"[^\w+-]+", re.ASCII)


def file_name(name):
    """A name of a record as that of a file or folder: itself where it is plain, else what is plain
    of it and a hash, so that two names never share a file."""
    if PLAIN.fullmatch(name) and len(name) <= LONGEST_NAME and name.lower() == name:
        return name
    kept = OTHER.sub("_", name)[: LONGEST_NAME - DIGITS]
    return f"{kept}-{content_hash(name)[:DIGITS]}"


def device_page(slug, page):
    """The path of a page of a device from the root of the site: "history", "figures", ..."""
    return f"{file_name(slug)}/{page}.html"


def scenario_page(slug, scenario):
    """The path of the page of a scenario on a device."""
    return f"{file_name(slug)}/scenarios/{file_name(scenario)}.html"


def row_anchor(scenario, particles, state, step, toolchain, variant):
    """The fragment of a row, the same in every site, on pages of scenarios and of the history.

    state, step: label and number; where a label names a time (`t1.5`) the number of steps that led
    to it is an outcome, and left out.
    """
    steps = None if is_time(state) else step
    row = [scenario, particles, state, steps, toolchain, variant]
    return f"row-{content_hash(row)[:DIGITS]}"


def url_of_row(site, slug, row):
    """The URL of an analysis.compare.rows.Row on a device in the site at the URL `site`."""
    page = quote(scenario_page(slug, row.scenario))
    anchor = row_anchor(
        row.scenario, row.particles, row.state, row.step, row.toolchain, row.variant
    )
    return f"{site.rstrip('/')}/{page}#{anchor}"

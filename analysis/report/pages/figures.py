"""The committed figures of a device, each with the record that it is drawn from."""

from itertools import groupby
from pathlib import PurePosixPath

from analysis.report import links
from analysis.report.anchors import device_page
from analysis.report.page import Page
from analysis.suites import claim_of


def figures_page(device, folder):
    """The Page of a device's figures. folder: of the results, a Path."""
    page = Page(device_page(device.slug, "figures"), "figures.html", f"Figures of {device.name}")
    parts = groupby(device.figures, key=lambda name: str(PurePosixPath(name).parent))
    context = {
        "device": device,
        "parts": [_part(page.root, folder, name, list(of_part)) for name, of_part in parts],
    }
    return Page(page.path, page.template, page.title, context)


def _part(root, folder, part, files):
    suite = PurePosixPath(part)
    beside = suite.parent.parent  # results/<device>/figures/<suite>
    candidates = [beside / f"{suite.name}{ending}" for ending in (".jsonl", ".json")]
    records = [str(path) for path in candidates if (folder / path).is_file()]
    figures = [
        {
            "name": PurePosixPath(file).stem,
            "href": root + links.figure(file),
            "claim": claim_of(PurePosixPath(file).stem),
        }
        for file in files
    ]
    return {
        "name": suite.name,
        "records": [(path, root + links.record(path)) for path in records],
        "groups": _by_claim(figures),
    }


def _by_claim(figures):
    """[(the figure of a paper that these are, its claim, these)], by its name; of those that no
    claim is known of the first two are empty."""
    claims = sorted({figure["claim"] or ("", "") for figure in figures})
    return [
        (name, claim, [one for one in figures if (one["claim"] or ("", "")) == (name, claim)])
        for name, claim in claims
    ]

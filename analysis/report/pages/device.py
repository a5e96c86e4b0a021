"""The first page of a device: what it is, and where its pages are."""

from collections import defaultdict

from analysis.report import links
from analysis.report.anchors import device_page, scenario_page
from analysis.report.page import Page, column, table

SHOWN = {
    "architecture": "architecture",
    "compute_units": "compute units",
    "memory_bytes": "memory",
    "l2_bytes": "L2 cache",
    "max_clock_mhz": "highest clock [MHz]",
    "memory_clock_mhz": "clock of the memory [MHz]",
    "power_limit_w": "power limit [W]",
    "driver": "driver",
}
BOARDS = [
    column("board", "board", "kept"),
    column("driver", "driver", facet=True),
    column("files", "files", "count"),
    column("records", "records", "count"),
    column("first", "first recorded", "kept"),
    column("last", "last recorded", "kept"),
]
FILES = [
    column("file", "file", "kept"),
    column("suites", "suite", "kept"),
    column("records", "records", "count"),
    column("boards", "board", "kept"),
    column("revisions", "revision", "kept"),
    column("last", "recorded", "kept"),
]


def device_overview(device, by_scenario):
    """The Page of a device. by_scenario: {scenario: its Contenders}."""
    record = next(iter(device.runs.values()))[0] if device.runs else None
    facts = {} if record is None else {SHOWN[key]: _shown(record["device"][key]) for key in SHOWN}
    path = device_page(device.slug, "index")
    root = Page(path, "", "").root
    files = [_file(root, device.slug, name, records) for name, records in device.runs.items()]
    files += [
        _link(root, device.slug, name) | {"suites": "a verification"}
        for name in device.verifications
    ]
    context = {
        "device": device,
        "facts": {name: value for name, value in facts.items() if value is not None},
        "scenarios": [
            (name, scenario_page(device.slug, name), len(of_scenario))
            for name, of_scenario in by_scenario.items()
        ],
    }
    data = {"boards": table(BOARDS, _boards(device.runs)), "files": table(FILES, files)}
    return Page(path, "device.html", device.name, context, data, ("tables",))


def _shown(value):
    """Without the fraction that a whole number has in JSON."""
    return f"{value:g}" if isinstance(value, float) else value


def _boards(runs):
    """The rows of BOARDS, the last recorded first."""
    found = defaultdict(list)
    for file, records in runs.items():
        for record in records:
            of = record["device"]
            found[of.get("board") or "not known", of["driver"]].append(
                (record["recorded_at"], file)
            )
    rows = [
        {
            "board": board,
            "driver": driver,
            "files": len({file for _, file in of}),
            "records": len(of),
            "first": min(of)[0][:10],
            "last": max(of)[0][:10],
        }
        for (board, driver), of in found.items()
    ]
    return sorted(rows, key=lambda row: row["last"], reverse=True)


def _file(root, slug, name, records):
    """What is told of a recorded run."""

    def all_of(values):
        return ", ".join(sorted(set(values)))

    return _link(root, slug, name) | {
        "suites": all_of(record["suite"] for record in records),
        "records": len(records),
        "boards": all_of(record["device"].get("board") or "not known" for record in records),
        "revisions": all_of(links.revision_text(record["code"]) for record in records),
        "last": max(record["recorded_at"] for record in records)[:10],
    }


def _link(root, slug, name):
    return {"file": links.short(name, slug), "file_href": root + links.record(name)}

"""The first page of a device: what it is, and where its pages are."""

from analysis.report import links
from analysis.report.anchors import device_page, scenario_page
from analysis.report.page import Page

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


def device_overview(device, by_scenario):
    """The Page of a device. by_scenario: {scenario: its Contenders}."""
    record = next(iter(device.runs.values()))[0] if device.runs else None
    facts = {} if record is None else {SHOWN[key]: _shown(record["device"][key]) for key in SHOWN}
    boards = {one["device"].get("board") for records in device.runs.values() for one in records} - {
        None
    }
    context = {
        "device": device,
        "facts": {name: value for name, value in facts.items() if value is not None},
        "boards": sorted(boards),
        "files": [_file(name, records) for name, records in device.runs.items()],
        "verifications": list(device.verifications),
        "scenarios": [
            (name, scenario_page(device.slug, name), len(of_scenario))
            for name, of_scenario in by_scenario.items()
        ],
    }
    return Page(device_page(device.slug, "index"), "device.html", device.name, context)


def _shown(value):
    """Without the fraction that a whole number has in JSON."""
    return f"{value:g}" if isinstance(value, float) else value


def _file(name, records):
    """What is told of a recorded run."""
    revisions = {links.revision_text(record["code"]) for record in records}
    return {
        "name": name,
        "suites": sorted({record["suite"] for record in records}),
        "records": len(records),
        "revisions": sorted(revisions),
        "recorded_at": max(record["recorded_at"] for record in records),
    }

"""How far the stages of a device's variants are from its measured limits (docs/limits.md)."""

import math

from analysis.drawing.palette import colours_of_toolchains
from analysis.limits import RATES, least_time
from analysis.load import is_valid
from analysis.report import links
from analysis.report.anchors import device_page, scenario_page
from analysis.report.contenders import labels_of
from analysis.report.page import RECORDINGS, Page, column, table

SAME = ("variant", "toolchain", "stage", "scenario", "case")
COLUMNS = [
    column("variant", "variant"),
    column("toolchain", "compiler", facet=True),
    column("stage", "stage", facet=True),
    column("scenario", "scenario", facet=True),
    column("case", "particles, state, physics", facet=True),
    RECORDINGS,
    column("intensity", "FLOP/byte", "number", note="of declared work"),
    column("gflops", "GFLOP/s", "number"),
    column("gbytes", "GB/s", "number", note="of declared loads and stores"),
    column("share", "of the limit", "percent", note="least time over the median"),
    column("by", "limit", facet=True, note="that takes longest of the declared work"),
    column("median_s", "time", "seconds"),
    column("suite", "suite", facet=True),
    column("board", "board", facet=True),
    column("record", "record", "kept"),
]


def roofline_page(device, by_scenario):
    """The Page of a device with rooflines; without limits it says how to measure them."""
    page = Page(device_page(device.slug, "rooflines"), "rooflines.html", device.name)
    rates = _rates(device)
    rows = [
        row
        for scenario, of_scenario in by_scenario.items()
        for row in _rows(device, page.root, scenario, of_scenario, rates)
    ]
    toolchains = {one.toolchain for of_scenario in by_scenario.values() for one in of_scenario}
    data = {
        "table": table(COLUMNS, rows, SAME),
        "limits": {name: rates[name] for name in RATES if name in rates},
        "colours": {"toolchains": colours_of_toolchains(toolchains)},
    }
    context = {
        "device": device,
        "limits": device.limits["limits"] if rates else [],
        "limits_of": device.limits["device"]["name"] if device.limits else None,
    }
    title = f"Rooflines of {device.name}"
    return Page(page.path, page.template, title, context, data, ("plots", "rooflines"))


def _rates(device):
    if device.limits is None or device.limits["device"]["name"] != device.name:
        return {}
    return {one["name"]: one["summary"]["median"] for one in device.limits["limits"]}


def _rows(device, root, scenario, contenders, rates):
    cases = labels_of(sorted({one.case for one in contenders}))
    for one in contenders:
        for record in one.records:
            if (record["scope"], record["cache"]) == ("stage", "loop") and is_valid(record):
                work, seconds = record["work"], record["summary"]["median_s"]
                if seconds > 0 and (work["bytes"] or work["flops"]):
                    href = f"{root}{scenario_page(device.slug, scenario)}#{one.anchor}"
                    yield {
                        "scenario": scenario,
                        "case": cases[one.case],
                        "stage": record["stage"],
                        "toolchain": one.toolchain,
                        "variant": one.variant,
                        "variant_href": href,
                        "told": one.told,
                        "suite": one.any["suite"],
                        "board": one.board,
                        "record": links.short(one.file, device.slug),
                        "record_href": root + links.record(one.file),
                        **_numbers(record, rates),
                    }


def _numbers(record, rates):
    work, seconds = record["work"], record["summary"]["median_s"]
    flat = {f"work.{key}": value for key, value in work.items()}
    least, by = least_time(flat | {"kernels": record["kernels"], "stage": record["stage"]}, rates)
    return {
        "intensity": _ratio(work["flops"], work["bytes"]),
        "gflops": _ratio(work["flops"], seconds * 1e9),
        "gbytes": _ratio(work["bytes"], seconds * 1e9),
        "share": None if math.isnan(least) else least / seconds,
        "by": by or "not known",
        "median_s": seconds,
    }


def _ratio(value, of):
    return value / of if value and of else None

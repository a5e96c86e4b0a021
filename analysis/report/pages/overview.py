"""The first page: devices by scenarios, with the fastest variant of each case."""

from analysis.report.anchors import device_page, scenario_page
from analysis.report.contenders import labels_of
from analysis.report.page import Page

MOST_TIES = 6


def overview_page(results, by_device, found):
    """The index of the site.

    by_device: {slug: {scenario: its Contenders}}; found: {slug: {scenario: {Case: Winner}}}.
    """
    scenarios = sorted({name for of_device in by_device.values() for name in of_device})
    devices = list(results.devices.values())
    matrix = [
        {
            "scenario": scenario,
            "cells": [
                _cell(device.slug, scenario, by_device[device.slug], found[device.slug])
                for device in devices
            ],
        }
        for scenario in scenarios
    ]
    context = {
        "devices": [(device, device_page(device.slug, "index")) for device in devices],
        "matrix": matrix,
        "cases": [
            {"scenario": name, "rows": rows}
            for name in scenarios
            if (rows := list(_case_rows(name, devices, found)))
        ],
    }
    return Page("index.html", "overview.html", "Recorded runs of sphlab", context)


def _cell(slug, scenario, of_device, found):
    """Of the case with the most contenders; None where the device has no record of the scenario."""
    if scenario not in of_device:
        return None
    contenders = of_device[scenario]
    path = scenario_page(slug, scenario)
    cell = {"path": path, "variants": len(contenders), "best": None}
    if not found[scenario]:
        return cell
    count = {}
    for one in contenders:
        count[one.case] = count.get(one.case, 0) + 1
    case = max(found[scenario], key=lambda case: (count[case], case.particles, case))
    label = labels_of(list({one.case for one in contenders}))[case]
    return cell | {"best": _best(slug, scenario, found[scenario][case]), "case": label}


def _case_rows(scenario, devices, found):
    """Yields, of each case, its label and the winner on each device."""
    of_devices = {device.slug: found[device.slug].get(scenario, {}) for device in devices}
    cases = sorted({case for of_device in of_devices.values() for case in of_device})
    labels = labels_of(cases)
    for case in cases:
        cells = [
            _best(slug, scenario, of_device[case]) if case in of_device else None
            for slug, of_device in of_devices.items()
        ]
        yield {"case": labels[case], "cells": cells}


def _best(slug, scenario, winner):
    ties = [f"{one.variant} ({one.toolchain})" for one in winner.ties]
    return {
        "path": scenario_page(slug, scenario),
        "anchor": winner.best.anchor,
        "variant": winner.best.variant,
        "toolchain": winner.best.toolchain,
        "milliseconds": winner.median_s * 1e3,
        "mipps": winner.mipps,
        "ties": ties[:MOST_TIES],
        "more_ties": max(0, len(ties) - MOST_TIES),
        "is_sure": winner.is_sure,
    }

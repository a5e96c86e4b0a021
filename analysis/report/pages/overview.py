"""The first page: what one learns, and the fastest variant of each case on each device."""

import statistics

from analysis.report.anchors import device_page, scenario_page
from analysis.report.contenders import physics_of, state_of
from analysis.report.lessons import lessons
from analysis.report.page import Page, column, table

MOST_TIES = 6
# Of the facet `shown`: what a reader sees first, and the rest.
FIRST, OTHERS = "most measured", "others"
COLUMNS = [
    column("scenario", "scenario", facet=True),
    column("particles", "particles", "count"),
    column("state", "state", note="number of steps, or time in √(H/g)"),
    column("device", "device", facet=True),
    column("time", "step", "seconds", note="median of the fastest variant"),
    column("mipps", "MIPPS", "number", note="10⁶ particles × iterations per second"),
    column(
        "rivals", "variants", "count", note="variants by compilers, of this case on this device"
    ),
    column("middle", "middle", "times", note="median of the variants' times over the fastest"),
    column("slowest", "slowest", "times", note="slowest variant over the fastest"),
    column("variant", "fastest variant"),
    column("toolchain", "compiler", facet=True),
    column("ties", "ties", "count", note="variants that samples do not tell from the fastest"),
    column("physics", "physics", facet=True),
    column("board", "board", "kept", note="of the fastest: a device of this name has several"),
    column("recorded", "recorded", "kept"),
    column(
        "shown",
        "cases",
        facet=True,
        note="most measured: of each scenario on each device, and on most devices",
    ),
]


def overview_page(results, by_device, found):
    """The index of the site.

    by_device: {slug: {scenario: its Contenders}}; found: {slug: {scenario: {Case: Winner}}}.
    """
    devices = list(results.devices.values())
    scenarios = sorted({name for of_device in by_device.values() for name in of_device})
    rows = [row for name in scenarios for row in _rows(name, devices, by_device, found)]
    context = {
        "devices": [(device, device_page(device.slug, "index")) for device in devices],
        "lessons": lessons(results.devices, by_device),
        "records": sum(len(of) for device in devices for of in device.runs.values()),
    }
    data = {"cases": table(COLUMNS, rows), "first": FIRST}
    title = "Recorded runs of sphlab"
    return Page("index.html", "overview.html", title, context, data, ("overview",))


def _rows(scenario, devices, by_device, found):
    """Yields a row of each case of a scenario and each device that has it."""
    winners = {device.slug: found[device.slug].get(scenario, {}) for device in devices}
    physics = physics_of(sorted({case for of in winners.values() for case in of}))
    times = {slug: _times(by_device[slug].get(scenario, [])) for slug in winners}
    first = {_most_measured([times[slug]]) for slug, of in winners.items() if of}
    # Devices stand side by side where they have a case in common.
    first.add(_most_measured(list(times.values())))
    for case in sorted(physics):
        for device in devices:
            if case in winners[device.slug]:
                winner, of_case = winners[device.slug][case], times[device.slug][case].values()
                yield {
                    "scenario": scenario,
                    "scenario_href": scenario_page(device.slug, scenario),
                    "particles": case.particles,
                    "state": state_of(case),
                    "physics": physics[case],
                    "device": device.name,
                    "rivals": len(of_case),
                    "middle": statistics.median(of_case) / winner.median_s,
                    "slowest": max(of_case) / winner.median_s,
                    "shown": FIRST if case in first else OTHERS,
                    **_best(device.slug, scenario, winner),
                }


def _times(contenders):
    """{Case: {(variant, toolchain): the shortest median of its whole step}}"""
    found = {}
    for one in contenders:
        if one.step is not None:
            of_case = found.setdefault(one.case, {})
            key, time = (one.variant, one.toolchain), one.step["summary"]["median_s"]
            of_case[key] = min(time, of_case.get(key, time))
    return found


def _most_measured(times):
    """The Case that most of these devices have, and of those the one of most variants."""
    cases = {case for of_device in times for case in of_device}

    def interest(case):
        counts = [len(of_device[case]) for of_device in times if case in of_device]
        return len(counts), sum(counts), case.particles, case

    return max(cases, key=interest, default=None)


def _best(slug, scenario, winner):
    ties = sorted({f"{one.variant} ({one.toolchain})" for one in winner.ties})
    more = f"; and {len(ties) - MOST_TIES} more" if len(ties) > MOST_TIES else ""
    unsure = "" if winner.is_sure else "; too few blocks to be sure"
    return {
        "time": winner.median_s,
        "mipps": winner.mipps,
        "variant": winner.best.variant,
        "variant_href": f"{scenario_page(slug, scenario)}#{winner.best.anchor}",
        "toolchain": winner.best.toolchain,
        "ties": len(ties),
        "ties_note": "; ".join(ties[:MOST_TIES]) + more + unsure if ties else "",
        "board": winner.best.board,
        "recorded": winner.best.recorded_on,
    }

"""The first page: what one learns, and the fastest variant of each case on each device."""

import statistics
from collections import defaultdict

from analysis.drawing.palette import colours_of_toolchains
from analysis.report import links
from analysis.report.anchors import device_page, scenario_page
from analysis.report.contenders import physics_of, state_of
from analysis.report.lessons import lessons
from analysis.report.page import Page, column, table

MOST_TIES = 6
# Values of the facet `shown`: what a reader sees first, and the rest.
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
    toolchains = {point[1] for row in rows for point in row["points"]}
    data = {
        "cases": table(COLUMNS, rows),
        "first": FIRST,
        "colours": colours_of_toolchains(toolchains),
    }
    title = "Recorded runs of sphlab"
    if not rows:
        return Page("index.html", "overview.html", title, context)
    return Page("index.html", "overview.html", title, context, data, ("plots", "overview"))


def _rows(scenario, devices, by_device, found):
    """Yields a row of each case of a scenario and each device that has it."""
    winners = {device.slug: found[device.slug].get(scenario, {}) for device in devices}
    physics = physics_of(sorted({case for of in winners.values() for case in of}))
    rivals = {slug: _rivals(by_device[slug].get(scenario, [])) for slug in winners}
    first = {_most_measured([rivals[slug]]) for slug, of in winners.items() if of}
    # Devices stand side by side where they have a case in common.
    first.add(_most_measured(list(rivals.values())))
    for case in sorted(physics):
        for device in devices:
            if case in winners[device.slug]:
                winner = winners[device.slug][case]
                points = [_point(device.slug, one) for one in rivals[device.slug][case].values()]
                times = [point[2] for point in points]
                yield {
                    "scenario": scenario,
                    "scenario_href": scenario_page(device.slug, scenario),
                    "particles": case.particles,
                    "state": state_of(case),
                    "physics": physics[case],
                    "device": device.name,
                    "rivals": len(points),
                    "middle": statistics.median(times) / winner.median_s,
                    "slowest": max(times) / winner.median_s,
                    "points": points,
                    "shown": FIRST if case in first else OTHERS,
                    **_best(device.slug, scenario, winner),
                }


def _rivals(contenders):
    """{Case: {(variant, toolchain): the Contender of the shortest median of its whole step}}"""
    found = defaultdict(dict)
    for one in contenders:
        if one.step is not None:
            key = one.variant, one.toolchain
            found[one.case][key] = min(found[one.case].get(key, one), one, key=_time)
    return found


def _time(one):
    return one.step["summary"]["median_s"]


def _point(slug, one):
    """[variant, toolchain, seconds, 5th and 95th percentile, its recording, its file, anchor]"""
    summary = one.step["summary"]
    times = [summary[key] for key in ("median_s", "p05_s", "p95_s")]
    return [one.variant, one.toolchain, *times, one.told, links.short(one.file, slug), one.anchor]


def _most_measured(rivals):
    """The Case that most of these devices have, and of those the one of most variants."""
    cases = {case for of_device in rivals for case in of_device}

    def interest(case):
        counts = [len(of_device[case]) for of_device in rivals if case in of_device]
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

"""What was verified on a device, by compiler, and what was refused or failed."""

from collections import defaultdict

from analysis.report import links
from analysis.report.anchors import device_page, scenario_page
from analysis.report.page import RECORDINGS, Page, column, table

COLUMNS = [
    column("check", "check", facet=True),
    column("toolchain", "compiler", facet=True),
    column("scenario", "scenario", facet=True),
    column("physics", "physics", facet=True),
    column("verdict", "state", "verdict", facet=True),
    column("count", "checks", "count"),
    column("failed", "failed", "count"),
    column(
        "worst",
        "largest of tolerance",
        "percent",
        note="value over tolerance; – where nothing may differ",
    ),
    column("variant", "of"),
    column("record", "record", "kept"),
]
OF_COMPILERS = [
    column("toolchain", "compiler", "kept"),
    column("count", "checks", "count"),
    column("failed", "failed", "count"),
]
SAME = ("variant", "toolchain", "scenario", "case", "verdict", "reason")
OF_RUNS = [
    column("variant", "variant"),
    column("toolchain", "compiler", facet=True),
    column("scenario", "scenario", facet=True),
    column("case", "particles, state", facet=True),
    column("verdict", "state", "verdict", facet=True),
    RECORDINGS,
    column("reason", "reason"),
    column("record", "record", "kept"),
]


def verification_page(device, by_scenario):
    """The Page of a device's verifications, and of what its runs say of theirs."""
    page = Page(device_page(device.slug, "verification"), "verification.html", "")
    rows = [
        row
        for file, found in device.verifications.items()
        for row in _rows(page.root, file, device.slug, found.checks)
    ]
    contenders = [one for of_scenario in by_scenario.values() for one in of_scenario]
    doubtful = [one for one in contenders if one.verdict[0] != "passed"]
    context = {
        "device": device,
        "runs": len(contenders),
        "refused": sum(one.verdict[0] == "refused" for one in doubtful),
        "failed": sum(one.verdict[0] == "failed" for one in doubtful),
    }
    data = {
        "compilers": table(OF_COMPILERS, _toolchains(rows)),
        "checks": table(COLUMNS, rows),
        "runs": table(OF_RUNS, [_of_run(device.slug, page.root, one) for one in doubtful], SAME),
    }
    return Page(
        page.path, page.template, f"Verification on {device.name}", context, data, ("tables",)
    )


def _rows(root, file, slug, checks):
    groups = defaultdict(list)
    for check in checks:
        if check["session"]["device"]["slug"] == slug:
            key = (check["toolchain"]["name"], check["scenario"]["name"], check["physics"])
            groups[(*key, check["check"])].append(check)
    for (toolchain, scenario, physics, name), of_group in groups.items():
        failed = sum(not check["passed"] for check in of_group)
        worst = max(of_group, key=_of_tolerance)
        yield {
            "toolchain": toolchain,
            "scenario": scenario,
            "physics": physics,
            "check": name,
            "verdict": "failed" if failed else "passed",
            "count": len(of_group),
            "failed": failed,
            "worst": max(_of_tolerance(worst), 0) if worst["tolerance"] else None,
            "variant": worst["variant"],
            "record": links.short(file, slug),
            "record_href": root + links.record(file),
        }


def _of_tolerance(check):
    value, tolerance = check["value"], check["tolerance"]
    return value / tolerance if value is not None and tolerance else -1.0


def _toolchains(rows):
    """The rows of OF_COMPILERS."""
    found = defaultdict(lambda: [0, 0])
    for row in rows:
        found[row["toolchain"]][0] += row["count"]
        found[row["toolchain"]][1] += row["failed"]
    return [
        {"toolchain": name, "count": count, "failed": failed}
        for name, (count, failed) in sorted(found.items())
    ]


def _of_run(slug, root, one):
    verdict, reason = one.verdict
    return {
        "verdict": verdict,
        "toolchain": one.toolchain,
        "scenario": one.scenario,
        "variant": one.variant,
        "variant_href": f"{root}{scenario_page(slug, one.scenario)}#{one.anchor}",
        "case": f"{one.case.particles:,} particles, {one.case.state}",
        "reason": reason,
        "told": one.told,
        "record": links.short(one.file, slug),
        "record_href": root + links.record(one.file),
    }

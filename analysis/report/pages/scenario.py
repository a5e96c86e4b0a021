"""The page of a scenario on a device: every variant, filtered, sorted and drawn."""

from analysis.drawing.palette import OF_UNEXPLAINED, colours_of_stages, colours_of_toolchains
from analysis.load import is_valid
from analysis.report import links
from analysis.report.anchors import scenario_page
from analysis.report.contenders import WHOLE_STEP, labels_of, lines_of, tuning_text
from analysis.report.page import RECORDINGS, Page, column
from analysis.report.pages import energy
from analysis.runs import UNEXPLAINED
from analysis.schema import ASYNCHRONOUS
from analysis.stages import order_of

LOOKS = {
    ("stage", "loop"): "in the loop",
    ("kernel", "flushed"): "alone, cache flushed",
    ("kernel", "warm"): "alone, cache warm",
    (ASYNCHRONOUS, "warm"): "alone, asynchronous calls",
}
COLUMNS = [
    column("variant", "variant", note="★ is the fastest of its case, ≈ ties with it"),
    column("toolchain", "compiler", facet=True),
    column("case", "particles, state, physics", facet=True),
    column("median_s", "time", "seconds", note="median of one step or one invocation"),
    RECORDINGS,
    column("spread", "spread", "percent", note="5th to 95th percentile over the median"),
    column("mipps", "MIPPS", "number", note="10⁶ particles × iterations per second"),
    column("board", "board", facet=True, note="a device of this name has several"),
    column("recorded", "recorded", "kept"),
    column("pairs", "pairs/s [10⁹]", "number", note="accepted pairs"),
    column("verdict", "verification", "verdict", facet=True),
    column("memory", "memory", "bytes", note="allocated by the variant"),
    column("list_bytes", "memory of list", "bytes", note="part of the memory"),
    column("forces", "strategy", facet=True, note="of the forces"),
    column("format", "list format", facet=True),
    column("suite", "suite", facet=True),
    column("record", "record", "kept"),
    column("revision", "revision", "kept"),
    column("history", "history", "kept"),
    column("tuning", "tuning"),
]


def scenario_pages(device, by_scenario, found, with_history, repository_url):
    """Yields the Page of each scenario of a device.

    by_scenario: {scenario: its Contenders}; found: {scenario: {Case: Winner}}; with_history: the
    anchors of rows that the page of the history has.
    """
    for scenario, of_scenario in by_scenario.items():
        path = scenario_page(device.slug, scenario)
        page = Page(path, "scenario.html", f"{scenario} on {device.name}")
        cases = labels_of(sorted({one.case for one in of_scenario}))
        measures = _measures(of_scenario)
        rows = [
            _row(
                one,
                device.slug,
                page.root,
                cases,
                measures,
                found[scenario],
                with_history,
                repository_url,
            )
            | energy.energy_of(one)
            for one in of_scenario
        ]
        has_energy = any(one.energy for one in of_scenario)
        stages = order_of([one.any["stages"] for one in of_scenario])
        data = {
            "columns": _columns(has_energy),
            "rows": rows,
            "fold": ["case", "variant", "toolchain"],
            "cases": [cases[case] for case in _by_interest(of_scenario)],
            "lines": {cases[case]: line for case, line in lines_of(list(cases)).items()},
            "sizes": {label: case.particles for case, label in cases.items()},
            "measures": [_measure_name(measure) for measure in measures],
            "stages": [*stages, UNEXPLAINED],
            "colours": {
                "toolchains": colours_of_toolchains({one.toolchain for one in of_scenario}),
                "stages": colours_of_stages(stages) | {UNEXPLAINED: OF_UNEXPLAINED},
            },
        }
        context = {"device": device, "energy_notes": list(energy.notes_of(of_scenario))}
        scripts = ("plots", "energy", "scenario") if has_energy else ("plots", "scenario")
        yield Page(page.path, page.template, page.title, context, data, scripts)


def _columns(has_energy):
    """The columns of the table, those of the energy behind the date."""
    behind = [one["key"] for one in COLUMNS].index("recorded") + 1
    return [*COLUMNS[:behind], *(energy.COLUMNS if has_energy else []), *COLUMNS[behind:]]


def _measures(contenders):
    """The (stage, scope, cache) that any contender has a valid record of: the step, then each
    stage."""
    found = {
        (record["stage"], record["scope"], record["cache"])
        for one in contenders
        for record in one.records
        if is_valid(record)
    }
    stages = ["step", *order_of([one.any["stages"] for one in contenders])]
    looks = list(LOOKS)

    def rank(measure):
        stage, scope, cache = measure
        place = stages.index(stage) if stage in stages else len(stages)
        look = looks.index((scope, cache)) if (scope, cache) in LOOKS else -1
        return (measure != WHOLE_STEP, look, place, measure)

    return sorted(found, key=rank)


def _measure_name(measure):
    stage, scope, cache = measure
    if measure == WHOLE_STEP:
        return "whole step"
    return f"{stage}, {LOOKS.get((scope, cache), f'scope {scope}, {cache}')}"


def _by_interest(contenders):
    """The cases, the one with the most variants and particles first."""
    count = {}
    for one in contenders:
        count[one.case] = count.get(one.case, 0) + 1
    return sorted(count, key=lambda case: (-count[case], -case.particles, case))


def _row(one, slug, root, cases, measures, of_winners, with_history, repository_url):
    record, verdict = one.any, one.verdict
    revision = record["code"]["revision"]
    winner = of_winners.get(one.case)
    row = {
        "anchor": one.anchor,
        "mark": _mark(one, winner),
        "variant": one.variant,
        "toolchain": one.toolchain,
        "forces": record["strategies"].get("forces", ""),
        "format": one.list_format or "no list",
        "case": cases[one.case],
        "memory": record["resources"]["bytes_allocated"],
        "list_bytes": record["resources"]["bytes_of_list"],
        "verdict": verdict[0],
        "verdict_note": verdict[1] or _checks(one),
        "tuning": tuning_text(record["tuning"]),
        "suite": record["suite"],
        "told": one.told,
        "board": one.board,
        "recorded": one.recorded_on,
        "record": links.short(one.file, slug),
        "record_href": root + links.record(one.file),
        "revision": links.revision_text(record["code"]),
        "times": _times(one, measures),
        "shares": _shares(one),
    }
    if repository_url and revision:
        row["revision_href"] = links.commit(repository_url, revision)
    if one.anchor in with_history:
        row["history"] = "over revisions"
        row["history_href"] = f"../history.html#{one.anchor}"
    return row


def _mark(one, winner):
    if winner is None:
        return ""
    if one is winner.best:
        return "★"
    return "≈" if one in winner.ties else ""


def _checks(one):
    checks = one.any["validity"]["checks"]
    return f"{len(checks)} checks passed" if checks else ""


def _times(one, measures):
    """{number of the measure: [median, 5th and 95th percentile, MIPPS, pairs a second]}"""
    found = {}
    for number, measure in enumerate(measures):
        record = one.measured(*measure)
        if record is not None:
            summary = record["summary"]
            keys = ("median_s", "p05_s", "p95_s", "mipps", "pairs_per_s")
            found[str(number)] = [summary[key] for key in keys]
    return found


def _shares(one):
    """{stage: seconds of a step}, and the unexplained rest; empty where no step was measured."""
    if one.step is None:
        return {}
    of_step = {
        record["stage"]: record["summary"]["median_s"] * record["calls_per_step"]
        for record in one.records
        if (record["scope"], record["cache"]) == ("stage", "loop") and is_valid(record)
    }
    rest = one.step["summary"]["unexplained_s"]
    return of_step | ({} if rest is None else {UNEXPLAINED: rest})

"""The rows of a device over revisions and boards, and where they change their level."""

import json
import statistics
from collections import defaultdict

from analysis.compare.verdict import percent
from analysis.report import links
from analysis.report.anchors import device_page, scenario_page
from analysis.report.contenders import differing, flat, labels_of
from analysis.report.history import changes_of
from analysis.report.page import Page, column, table

SERIES = [
    column("variant", "variant"),
    column("toolchain", "compiler", facet=True),
    column("scenario", "scenario", facet=True),
    column("case", "particles, state, physics", facet=True),
    column("points", "recordings", "count"),
    column("boards", "boards", "count"),
    column("first_s", "first", "seconds"),
    column("last_s", "last", "seconds"),
    column("change", "change", "signed", note="the last over the first"),
    column("changes", "change points", "count"),
]
RANGES = [
    column("date", "from", "kept"),
    column("commits", "commits", "kept"),
    column("rows", "rows", "count", note="of which a change point is here"),
    column("slower", "slower", "count"),
    column("faster", "faster", "count"),
    column("median", "median change", "signed"),
    column("largest", "largest change", "signed"),
    column("also", "what else differs"),
    column("subjects", "commits that touch code"),
]
CHANGES = [
    column("variant", "variant"),
    column("toolchain", "compiler", facet=True),
    column("date", "from", "kept"),
    column("change", "change", "signed", note="of the levels before and after"),
    column("direction", "direction", facet=True),
    column("scenario", "scenario", facet=True),
    column("case", "particles, state, physics", facet=True),
    column("commits", "commits", "kept"),
    column("also", "what else differs"),
    column("subjects", "commits that touch code"),
]


def history_page(device, history, repository, without_git, repository_url):
    """The Page of a device's history. repository: as of analysis.report.history.history();
    without_git: why there is none, else empty."""
    page = Page(device_page(device.slug, "history"), "history.html", "")
    series = history.series.get(device.slug, [])
    labels = labels_of(sorted({one.case for one in series}))
    names = _names(series)
    drawn, rows, changes, notes = [], [], [], {}
    for one in series:
        found = list(changes_of(one, repository, history.missing))
        told = _told(one, names[one], labels, page.root)
        rows.append(told | _summary(one, found))
        drawn.append([_point(point, notes) for point in one.points])
        changes += [told | _change(one, change, repository_url) for change in found]
    data = {
        "series": table(SERIES, rows),
        "points": drawn,
        "notes": list(notes),
        "ranges": table(RANGES, list(_ranges(changes))),
        "changes": table(CHANGES, sorted(changes, key=lambda row: row["date"], reverse=True)),
    }
    context = {
        "device": device,
        "gaps": history.gaps,
        "unread": history.unread,
        "series": len(series),
        "changes": len(changes),
        "without_git": without_git,
    }
    return Page(
        page.path, page.template, f"History of {device.name}", context, data, ("plots", "history")
    )


def _names(series):
    """{Series: its variant, with what its tuning has otherwise than others of its name}"""
    groups = defaultdict(list)
    for one in series:
        groups[one.anchor, one.case].append(one)
    found = {}
    for of_name in groups.values():
        tunings = differing([flat(json.loads(one.tuning or "{}")) for one in of_name])
        for one, tuning in zip(of_name, tunings, strict=True):
            found[one] = f"{one.variant}, {tuning}" if tuning else one.variant
    return found


def _told(one, variant, labels, root):
    return {
        "anchor": one.anchor,
        "scenario": one.scenario,
        "case": labels[one.case],
        "toolchain": one.toolchain,
        "variant": variant,
        "variant_href": f"{root}{scenario_page(one.slug, one.scenario)}#{one.anchor}",
    }


def _summary(one, found):
    first, last = one.points[0], one.points[-1]
    return {
        "points": len(one.points),
        "boards": len({point.board for point in one.points} - {None}),
        "first_s": first.median_s,
        "last_s": last.median_s,
        "change": last.median_s / first.median_s - 1,
        "changes": len(found),
        "marks": [[change.at, percent(change.ratio)] for change in found],
    }


def _point(point, notes):
    """[date, median, 5th and 95th percentile, board, number of the note that tells the rest].
    notes: {text: its number}, which grows."""
    code = {"revision": point.revision, "dirty": point.dirty}
    told = f"{links.revision_text(code)}, {point.suite}, {point.compiler}, driver {point.driver}"
    return [
        point.recorded_at,
        point.median_s,
        point.p05_s,
        point.p95_s,
        point.board or "not known",
        notes.setdefault(told, len(notes)),
    ]


def _change(one, change, repository_url):
    before, after = one.points[change.at - 1], one.points[change.at]
    row = {
        "date": after.recorded_at[:10],
        "direction": "slower" if change.ratio > 1 else "faster",
        "change": change.ratio - 1,
        "commits": _commits(before, after, change),
        "also": "; ".join(change.also),
        "subjects": _subjects(change),
    }
    if repository_url and change.commits is not None and change.commits.count:
        row["commits_href"] = links.span(repository_url, before.revision, after.revision)
    return row


def _ranges(changes):
    """The changes by what lies between the two recordings: one cause may move many rows."""
    groups = defaultdict(list)
    for row in changes:
        groups[row["commits"], row["also"]].append(row)
    for of_range in groups.values():
        told = {
            key: of_range[0].get(key) for key in ("commits", "commits_href", "also", "subjects")
        }
        sizes = [row["change"] for row in of_range]
        yield told | {
            "date": max(row["date"] for row in of_range),
            "rows": len(of_range),
            "slower": sum(size > 0 for size in sizes),
            "faster": sum(size < 0 for size in sizes),
            "median": statistics.median(sizes),
            "largest": max(sizes, key=abs),
        }


def _commits(before, after, change):
    if change.commits is None:
        return f"not known: {change.why}"
    if before.revision == after.revision:
        return f"none, both are of {before.revision[:10]}: not the code, but machine or session"
    branch = "" if change.commits.is_line else ", of which the first is no ancestor"
    return f"{before.revision[:10]}..{after.revision[:10]}, {change.commits.count}{branch}"


def _subjects(change):
    if change.commits is None or not change.commits.subjects:
        return ""
    more = f"; and {change.commits.more} more" if change.commits.more else ""
    return "; ".join(change.commits.subjects) + more

"""The same row over revisions and boards: what git and the files of a folder hold of it."""

import json
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from analysis.compare.blocks import times
from analysis.compare.comparison import Policy
from analysis.errors import InputError
from analysis.load import is_valid, parsed
from analysis.rebuilds import is_built
from analysis.recorded.reading import Lines
from analysis.report.change_points import change_points
from analysis.report.collect import OF_OTHER_KINDS
from analysis.report.contenders import Case, Contender, case_of
from analysis.report.git import Between, blob_name
from analysis.verification.reading import says_verification

CODE = ("kernels", "harness", "scenarios")  # folders whose commits a change point tells
# Only of lines that may be rows of whole steps is more than this looked at.
OF_STEPS = (b'"scope":"step"', b'"scope": "step"')
PART = (b'"part":', b'"schema_version":2}', b'"schema_version": 2}')


@dataclass(frozen=True)
class Point:
    """A whole step of a row, as one recording has it."""

    recorded_at: str
    revision: str | None
    dirty: bool | None
    board: str | None
    driver: str | None
    compiler: str
    configuration: str  # hash of the scenario's
    suite: str
    file: str
    median_s: float
    p05_s: float
    p95_s: float
    spread: float  # relative standard deviation of the blocks' medians
    runtime: str

    @property
    def recording(self):
        """What tells it from another recording of its row."""
        return (self.recorded_at, self.suite, self.board, self.revision)


@dataclass(frozen=True)
class Series:
    """A row with its points, the oldest first."""

    slug: str
    scenario: str
    case: Case
    toolchain: str
    variant: str
    tuning: str  # JSON, where nothing else tells rows of one file apart; else empty
    anchor: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Change:
    """A change point of a series: between its points `at` - 1 and `at`."""

    at: int
    ratio: float
    also: tuple[str, ...]  # what else differs between the two recordings
    commits: Between | None  # None where that is not known
    why: str  # they are not known, else empty


@dataclass(frozen=True)
class History:
    """All series of several points, by slug of a device; and what could not be had."""

    series: dict
    gaps: tuple[str, ...]  # one line each: what of the history is missing
    unread: tuple[str, ...]  # versions of files that this package does not read, and why
    missing: frozenset  # revisions of recordings that are no commit of this clone


def history(results, repository, progress):
    """The History of Results; repository: the git.Repository that they lie in, or None."""
    found, gaps, unread = defaultdict(dict), [], []
    if repository is not None:
        gaps += _add_older(found, results, repository, progress, unread)
    for device in results.devices.values():
        for file, records in device.runs.items():
            _add(found, file, records)
    series = _series(found)
    missing = frozenset() if repository is None else _missing(repository, series)
    if missing:
        names = ", ".join(sorted(name[:10] for name in missing))
        gaps.append(
            f"no commit of this clone is the revision of recordings {names}; fetch the branches "
            "that they were recorded on"
        )
    by_device = defaultdict(list)
    for one in series:
        by_device[one.slug].append(one)
    return History(dict(by_device), tuple(gaps), tuple(unread), missing)


def _add_older(found, results, repository, progress, unread):
    """Adds what older versions of the files hold, and returns what of it is missing."""
    absent = []
    for version, records in _versions(repository, _blobs(results), progress, unread):
        if records is None:
            absent.append(f"{version.path} of {version.commit[:10]}")
        else:
            _add(found, version.path, records)
    if repository.is_shallow:
        yield (
            "the clone is shallow: recordings that older commits held are not shown; "
            "'git fetch --unshallow' brings them"
        )
    if absent:
        more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
        yield (
            f"this clone lacks a version of a file, {absent[0]}{more}; 'git fetch --refetch' "
            "into a whole clone brings it"
        )


def changes_of(series, repository, missing):
    """The Changes of a Series."""
    medians = [point.median_s for point in series.points]
    spreads = [point.spread for point in series.points]
    matters = Policy().change_that_matters(series.points[0].runtime)
    for found in change_points(medians, spreads, matters):
        before, after = series.points[found.at - 1], series.points[found.at]
        commits, why = _commits(before, after, repository, missing)
        yield Change(found.at, found.ratio, tuple(_also(before, after)), commits, why)


def _commits(before, after, repository, missing):
    revisions = (before.revision, after.revision)
    if repository is None:
        return None, "the results lie in no git repository"
    if None in revisions:
        return None, "a recording does not tell its revision"
    unknown = [name[:10] for name in revisions if name in missing]
    if unknown:
        return None, f"{' and '.join(unknown)}: not in this clone"
    return repository.between(*revisions, CODE), ""


def _also(before, after):
    named = {"board": "board", "driver": "driver", "compiler": "compiler", "suite": "suite"}
    for key, name in named.items():
        values = (getattr(before, key), getattr(after, key))
        if values[0] != values[1]:
            yield f"{name} {' to '.join(str(value or 'not known') for value in values)}"
    if before.configuration != after.configuration:
        yield "another configuration of the scenario"
    if before.dirty or after.dirty:
        yield "a build with uncommitted changes"


def _blobs(results):
    """The names that git has for the contents of the files that are there."""
    files = [file for device in results.devices.values() for file in device.runs]
    return {blob_name((results.folder / file).read_bytes()) for file in files}


def _versions(repository, today, progress, unread):
    """Yields each Version with its records of whole steps; None of one that is missing. today: the
    blobs of what is read already."""
    versions = [
        one
        for one in repository.versions(".jsonl")
        if not one.path.endswith(OF_OTHER_KINDS) and one.blob not in today
    ]
    contents = repository.contents(versions)
    for version, content in progress.of("reading history", contents, len(versions)):
        if content is None:
            yield version, None
        elif not says_verification(content.partition(b"\n")[0]):
            try:
                yield version, list(steps_in(content, f"{version.commit[:10]}:{version.path}"))
            except InputError as error:
                unread.append(str(error))


def steps_in(content, name):
    """Yields the records of whole steps in the bytes of a recorded run. Other rows are not looked
    at. Raises InputError as load_records() does."""
    lines = Lines()
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        if number > 1 and not any(mark in line for mark in (*OF_STEPS, *PART)):
            continue
        where = f"{name}:{number}"
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise InputError(f"{where}: is not UTF-8 text: {error.reason}") from error
        record = lines.record(parsed(text, where), where)
        if record is not None and record["scope"] == "step":
            yield record


def _add(found, file, records):
    """Sorts the valid steps of a file by their row. found: {key of a row: {recording: record}}."""
    steps = [one for one in records if one["scope"] == "step" and is_valid(one) and is_built(one)]
    rows = defaultdict(list)
    for record in steps:
        if "side" not in record and record["summary"]["median_s"] > 0:
            rows[_row(record)].append(record)
    for row, of_row in rows.items():
        for record in of_row:
            tuning = json.dumps(record["tuning"]) if len(of_row) > 1 else ""
            point = _point(file, record)
            found[(*row, tuning)].setdefault(point.recording, point)


def _row(record):
    return (
        record["device"]["slug"],
        record["scenario"]["name"],
        case_of(record),
        record["toolchain"]["name"],
        record["variant"],
        Contender("", case_of(record), [record]).anchor,
    )


def _point(file, record):
    summary, blocks = record["summary"], times(record).medians()
    device = record["device"]
    return Point(
        record["recorded_at"],
        record["code"]["revision"],
        record["code"]["dirty"],
        device.get("board"),
        device["driver"],
        record["toolchain"]["compiler"],
        record["scenario"]["configuration_hash"],
        record["suite"],
        file,
        summary["median_s"],
        summary["p05_s"],
        summary["p95_s"],
        float(np.std(blocks) / summary["median_s"]),
        record["runtime"]["name"],
    )


def _series(found):
    made = []
    for (slug, scenario, case, toolchain, variant, anchor, tuning), points in found.items():
        ordered = tuple(sorted(points.values(), key=lambda one: one.recorded_at))
        if len(ordered) > 1:
            made.append(Series(slug, scenario, case, toolchain, variant, tuning, anchor, ordered))
    return sorted(made, key=lambda one: (one.slug, one.scenario, one.case, one.variant))


def _missing(repository, series):
    revisions = {point.revision for one in series for point in one.points}
    return frozenset(repository.missing(revisions - {None}))

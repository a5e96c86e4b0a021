"""The commands figures and index."""

import argparse
import dataclasses
from collections import Counter
from pathlib import Path

from analysis import figures
from analysis.believable import believable
from analysis.best.answer import load_answer
from analysis.drawing.index import index_page
from analysis.errors import InputError, OutputError, UsageError
from analysis.limits import FILE, load_limits, with_limits
from analysis.material import material
from analysis.output import complain, write_shown
from analysis.papers import PAPERS
from analysis.profiling.join import with_profiles
from analysis.profiling.profiles import load_profiles
from analysis.rebuilds import NONE_BUILT
from analysis.recordings import apart
from analysis.runs import FORCES, require_one_device
from analysis.suites import OF_SUITES, figures_of
from analysis.verification.reading import is_verification, load_verification

PROFILED = "C7"
WITH_HOST = {"D11", "DT6"}
OF_HOST = "host-x86_64/obstacle-host.jsonl"  # beside the folder of a device
LIMITED = {"A4", "A9", "mipps", "stages"}


def add_figures_arguments(sub):
    """Adds the arguments of the command figures, beside the file, to its parser."""
    sub.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        help="made if missing (default: figures/ and the file's name, beside the file)",
    )
    sub.add_argument(
        "--also",
        metavar="FORMAT",
        nargs="+",
        default=[],
        choices=["svg", "pdf"],
        help="beside each PNG, out of: %(choices)s",
    )
    which = sub.add_mutually_exclusive_group()
    which.add_argument(
        "--only", metavar="NAME", nargs="+", choices=figures.names(), help="out of: %(choices)s"
    )
    which.add_argument(
        "--all", action="store_true", help="not only what the suite was recorded for"
    )
    which.add_argument(
        "--paper",
        metavar="PAPER",
        choices=figures.papers(),
        help="those of a paper, out of: "
        + ", ".join(f"{letter} ({PAPERS[letter].short})" for letter in figures.papers())
        + "; of FOLDER from each file of a suite for them",
    )
    sub.add_argument(
        "--skip-invalid",
        action="store_true",
        help="leave records that failed a check out, and count them on standard error",
    )
    sub.add_argument(
        "--profile",
        metavar="FILE",
        type=Path,
        help="counters of a profiler, *.profile.jsonl (default, for C7: that beside the file)",
    )
    sub.add_argument(
        "--limits",
        metavar="FILE",
        type=Path,
        help="what the device can do at most (default: limits.json beside the file)",
    )
    sub.add_argument(
        "--host",
        metavar="FILE",
        type=Path,
        help="a CPU's records, for D11 and DT6 (default: "
        f"{OF_HOST} beside the folder of the device)",
    )


def draw_figures(options):
    """Draws the figures of a recorded run, or a paper's of a folder of such, as the command line
    says. Returns the exit code."""
    files = _files(options)
    drawn = [
        _draw_figures(argparse.Namespace(**vars(options) | {"results": file, "wanted": wanted}))
        for file, wanted in files.items()
    ]
    if not any(drawn):
        names = ", ".join(map(str, files))
        raise InputError(f"{names}: holds no record that a figure is drawn from")
    return 0


def _files(options):
    """{file: names of the figures that are wanted of it, None where its suite tells}. Of a folder
    those files that are of a suite for figures of the paper that is asked for."""
    of_paper = figures.of_paper(options.paper) if options.paper else None
    if of_paper is None or not options.results.is_dir():
        return {options.results: of_paper}
    if options.out or options.profile or options.limits or options.host:
        raise UsageError(
            f"{options.results}: each file of a folder has its figures, counters and limits beside "
            "it: leave out --out, --profile, --limits and --host"
        )
    of_suites = {
        options.results / f"{suite}.jsonl": [name for name in of_paper if name in names]
        for suite, names in OF_SUITES.items()
    }
    fitting = {file: names for file, names in of_suites.items() if names}
    there = {file: names for file, names in fitting.items() if file.exists()}
    if not there:
        raise InputError(
            f"{options.results}: holds no file of a suite for figures of paper {options.paper}: "
            + ", ".join(file.name for file in fitting)
        )
    return there


def _draw_figures(options):
    """Draws the figures of one file. Returns their number."""
    drawings = _drawings(options)
    if not drawings:
        return 0
    _require_names_of_their_own(drawings)
    folder = options.out or options.results.parent / "figures" / options.results.stem
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made: {error.strerror}") from error
    # Drawing needs matplotlib, which takes a second to import that the other commands do not have.
    from analysis.drawing.page import png, vector

    for drawing in drawings:
        write_shown(folder / f"{drawing.name}.png", png(drawing.figure))
        for form in options.also:
            write_shown(folder / f"{drawing.name}.{form}", vector(drawing.figure, form))
    return len(drawings)


def _require_names_of_their_own(drawings):
    counts = Counter(drawing.name for drawing in drawings)
    name, count = counts.most_common(1)[0]
    if count > 1:
        raise InputError(
            f"{count} figures would be the one file {name}.png: names in the records differ only "
            "in characters that no file name has; keep the records in separate files"
        )


def write_index(options):
    """Writes the index page of a device's figures. Returns the exit code."""
    file = options.device / "figures" / "index.html"
    write_shown(file, index_page(options.device).encode())
    return 0


def _drawings(options):
    if options.results.suffix == ".json":
        return _of_answer(options)
    if is_verification(options.results):
        return _of_verification(options)
    of_file = material(believable(options, with_refused=True))
    require_one_device(of_file.records)
    _tell_unbuilt(options, of_file.refused)
    names = _names(options, of_file.records)
    of_file = _limited(options, _profiled(options, of_file, names), names)
    of_file = _beside_a_host(options, of_file, names)
    recordings = apart(of_file)
    if len(recordings) > 1:
        complain(f"{options.results}: {len(recordings)} recordings, each of which is drawn apart")
    drawn = {name: list(_drawn(name, recordings)) for name in names}
    _tell_missing(options, of_file.records, [name for name in names if not drawn[name]])
    return [drawing for name in names for drawing in drawn[name]]


def _tell_unbuilt(options, refused):
    unbuilt = int((refused["validity.status"] == NONE_BUILT).sum())
    if unbuilt:
        complain(f"{options.results}: {unbuilt} steps with {NONE_BUILT} are not drawn")


def _drawn(name, recordings):
    """The Drawings of a figure, of one recording each."""
    for ending, of_recording in recordings:
        for drawing in figures.draw(name, of_recording):
            yield dataclasses.replace(drawing, name=drawing.name + ending)


def _of_answer(options):
    """The ranking of `sphlab best --json`: documents are of it, and runs are lines of JSON."""
    _require_no_choice(options, "is an answer of sphlab best, of which one figure is drawn")
    # It needs matplotlib, as drawing does.
    from analysis.best.figure import draw

    return [draw(load_answer(options.results))]


def _require_no_choice(options, reason):
    if options.only or options.paper or options.profile or options.limits or options.host:
        raise UsageError(
            f"{options.results}: {reason}: leave out --only, --paper, --profile, --limits and "
            "--host"
        )


def _of_verification(options):
    """All that it suffices for; what failed is drawn, and marked."""
    _require_no_choice(options, "holds verifications, of which all figures are drawn")
    # It needs matplotlib, as drawing does.
    from analysis.verification.drawing import drawings

    return drawings(load_verification(options.results), options.results)


def _names(options, records):
    """The figures to draw: those asked for, else those that the suite is for."""
    if options.wanted is not None:
        return options.wanted
    if options.only or options.all:
        return options.only or figures.names()
    suites = sorted(set(records["suite"]))
    of_suites = figures_of(suites)
    if of_suites is None:
        complain(
            f"suite {', '.join(suites)}: not in analysis/suites.py, so that all figures are drawn"
        )
    return figures.names() if of_suites is None else of_suites


def _profiled(options, of_file, names):
    """The Material with the columns of a profile, where one is named, or wanted and there."""
    beside = options.results.with_suffix(".profile.jsonl")
    profile = options.profile or (beside if PROFILED in names and beside.exists() else None)
    if profile is None:
        return of_file
    records = with_profiles(of_file.records, load_profiles(profile), profile)
    return dataclasses.replace(of_file, records=records)


def _beside_a_host(options, of_file, names):
    """The Material with that of a CPU, where one is named, or wanted and there."""
    usual = options.results.resolve().parent.parent / OF_HOST
    path = options.host or (usual if not WITH_HOST.isdisjoint(names) and usual.exists() else None)
    if path is None:
        return of_file
    records = believable(
        argparse.Namespace(results=path, skip_invalid=options.skip_invalid), with_refused=True
    )
    host = material(records)
    require_one_device(host.records)
    return dataclasses.replace(of_file, host=host)


def _limited(options, of_file, names):
    """The Material with the least times that the device's limits allow, where these are known."""
    path = options.limits or options.results.parent / FILE
    if options.limits is None and LIMITED.isdisjoint(names):
        return of_file
    if options.limits is None and not path.exists():
        complain(f"{path}: not there, so that no limit of the device is drawn; see 'sphlab limits'")
        return of_file
    limited = with_limits(of_file.records, load_limits(path), path)
    return dataclasses.replace(of_file, records=limited)


def _tell_missing(options, records, missing):
    """Says which figures cannot be drawn. Raises InputError where they were asked for by name."""
    held = ", ".join(sorted(set(records.reindex(columns=[FORCES])[FORCES].dropna())))
    reasons = [
        f"{name}: no record to draw it from; it needs {figures.needs(name)}" for name in missing
    ]
    if reasons and options.only:
        raise InputError("\n".join([f"{options.results}: forces by {held}", *reasons]))
    for reason in reasons:
        complain(reason)

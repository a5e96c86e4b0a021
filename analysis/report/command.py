"""The command report: results in, a site out."""

import argparse
import time
from pathlib import Path

from analysis.errors import AnalysisError
from analysis.help_layout import add_command
from analysis.kernels.resources_command import EXPECTATIONS
from analysis.output import complain, show
from analysis.report.collect import collect
from analysis.report.contenders import contenders
from analysis.report.git import repository_of
from analysis.report.history import history
from analysis.report.links import FIGURES, RECORDS
from analysis.report.pages.device import device_overview
from analysis.report.pages.figures import figures_page
from analysis.report.pages.history import history_page
from analysis.report.pages.kernels import expectations_in, kernels_page
from analysis.report.pages.overview import overview_page
from analysis.report.pages.rooflines import roofline_page
from analysis.report.pages.scenario import scenario_pages
from analysis.report.pages.verification import verification_page
from analysis.report.progress import Progress
from analysis.report.site import engineering, interrupted_leaves, require_place, write_site
from analysis.report.url import http_url
from analysis.report.winners import winners

EPILOG = """\
examples:
  python -m analysis report results --out site
  python -m analysis report results/nvidia-h200 --out site --no-history
  python -m analysis report results --out site --repository https://github.com/someone/sphlab

Open site/index.html in a browser: no server is needed, and no network. The site is a folder that
can be moved and served as a whole; it holds copies of the records and figures. docs/report.md tells
what is on its pages, and how the comment of the gate links into it.

exit codes:
  0    the site is written
  2    the command line is wrong
  3    a file cannot be read, or the results hold no recorded run
  8    the site cannot be written; its folder holds something else
  26   the site is written, but part of the history is missing: a shallow clone, missing commits
  130  interrupted: what was in the site's folder is still there
"""


class IncompleteHistory(AnalysisError):
    """The site is written, and its pages say what of the history they lack."""

    exit_code = 26


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    text = "write a site of recorded runs for a browser: tables, plots, figures, history"
    sub = add_command(commands, "report", _report, text, EPILOG)
    sub.add_argument("results", metavar="RESULTS", type=Path, help="results, or results/<device>")
    sub.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="of the site: a new or empty folder, or a former site, which is replaced",
    )
    sub.add_argument(
        "--history",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="read what git holds of older recordings, too (default: %(default)s)",
    )
    sub.add_argument(
        "--repository",
        metavar="URL",
        type=http_url,
        help="of this repository on GitHub, or on a forge of the same paths: revisions link there",
    )
    sub.add_argument(
        "--expectations",
        metavar="DIR",
        type=Path,
        help="of kernels' resources and hashes of code "
        f"(default: {EXPECTATIONS}, where it is there)",
    )


def _report(options):
    require_place(options.out, options.results)
    begun = time.monotonic()
    progress = Progress()
    with interrupted_leaves(options.out):
        results = collect(options.results, progress)
        repository = repository_of(options.results) if options.history else None
        found = history(results, repository, progress)
        pages = _pages(results, found, repository, options, progress)
        files = _files(results)
        size = write_site(options.out, pages, files, _made_of(results), progress)
    show(
        f"{options.out / 'index.html'}: {len(pages)} pages, {engineering(size)}B, in "
        f"{time.monotonic() - begun:.0f} s\n"
    )
    for reason in found.unread:
        complain(f"history: {reason}")
    if found.gaps:
        raise IncompleteHistory(
            "\n".join(f"part of the history is missing: {gap}" for gap in found.gaps)
        )
    return 0


def _pages(results, found, repository, options, progress):
    by_device = {
        slug: _by_scenario(contenders(device.runs)) for slug, device in results.devices.items()
    }
    fastest = {
        slug: {name: winners(of_scenario) for name, of_scenario in by_scenario.items()}
        for slug, by_scenario in by_device.items()
    }
    named = options.expectations
    expectations = expectations_in(named or EXPECTATIONS, is_named=named is not None)
    pages = [overview_page(results, by_device, fastest)]
    for slug, device in progress.of("making pages", list(results.devices.items())):
        by_scenario = by_device[slug]
        recorded_again = {one.anchor for one in found.series.get(slug, [])}
        pages += [
            device_overview(device, by_scenario),
            *scenario_pages(device, by_scenario, fastest[slug], recorded_again, options.repository),
            roofline_page(device, by_scenario),
            verification_page(device, by_scenario),
            kernels_page(device, by_scenario, expectations),
            figures_page(device, results.folder),
            history_page(
                device, found, repository, _without_git(options, repository), options.repository
            ),
        ]
    return pages


def _without_git(options, repository):
    """Why git tells nothing of the history; empty where it does."""
    if not options.history:
        return "git was not asked (--no-history)"
    return "" if repository is not None else "the results lie in no git repository"


def _by_scenario(all_contenders):
    """{scenario: its Contenders}, sorted."""
    found = {}
    for one in all_contenders:
        found.setdefault(one.scenario, []).append(one)
    return {name: found[name] for name in sorted(found)}


def _files(results):
    """{path in the site: the Path} of what is copied: records, what stands beside them, figures."""
    records, figures = list(results.others), []
    for device in results.devices.values():
        records += [*device.runs, *device.verifications]
        records += [device.limits_file] if device.limits_file else []
        figures += device.figures
    records += [name for figure in figures for name in _json_of(results.folder, figure)]
    return {f"{RECORDS}/{name}": results.folder / name for name in records} | {
        f"{FIGURES}/{name}": results.folder / name for name in figures
    }


def _json_of(folder, figure):
    """The report that a figure is drawn from, where it is no file of records."""
    suite = Path(figure).parent
    report = suite.parent.parent / f"{suite.name}.json"
    return [report.as_posix()] if (folder / report).is_file() else []


def _made_of(results):
    records = [
        record
        for device in results.devices.values()
        for of_file in device.runs.values()
        for record in of_file
    ]
    latest = max(record["recorded_at"] for record in records)
    return (
        f"Made of {len(records):,} records, the latest of {latest}, by python -m analysis report."
    )

"""The command published: do the numbers of pages stand as the records have them?"""

from pathlib import Path

from analysis.errors import AnalysisError, InputError, UsageError
from analysis.help_layout import add_command
from analysis.output import show, write
from analysis.published import numbers
from analysis.published.devices import REFERENCE, moved, naming_others
from analysis.published.functions import FUNCTIONS
from analysis.published.library import Library
from analysis.published.page import check
from analysis.published.selection import KEYS, SWEPT

MOST_SHOWN = 120
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md")
EPILOG = """\
examples:
  python -m analysis published                        # all pages
  python -m analysis published docs/iterators.md
  python -m analysis published --update               # after a suite was recorded again
  python -m analysis published --device               # after one on the reference device
  python -m analysis published --functions            # what expressions can ask for

A line for each difference: file, line, what stands, what the records say, and the expression,
which docs/numbers/<page>.toml has under the name that the page gives.
--update writes what the records say into the pages. It cannot mend a sentence whose claim (holds)
the records do not bear out, nor an expression that finds no record: those are told, and remain.
docs/publish-a-number.md tells more.

exit codes:
  0   the pages say what the records say; with --update: they do now
  2   the command line is wrong
  3   a page or a record file cannot be read, an expression gives no value, or a mark is wrong
  8   a page cannot be written
  25  a number, a table or a claim is not what the records say
"""


class PagesDiffer(AnalysisError):
    """Pages say something else than the records."""

    exit_code = 25


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    text = "hold the numbers of README.md and docs/ against the committed records"
    sub = add_command(commands, "published", _run, text, EPILOG)
    sub.add_argument("pages", metavar="FILE", nargs="*", type=Path, help="default: all pages")
    action = sub.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="tell the differences (the default)")
    action.add_argument("--update", action="store_true", help="write what the records say")
    sub.add_argument(
        "--functions", action="store_true", help="tell the functions of expressions, and the keys"
    )
    action.add_argument(
        "--device",
        metavar="FOLDER",
        nargs="?",
        const=REFERENCE,
        help="move the pages to the files of results/FOLDER, where it has them, write what these "
        "say, and tell the sentences that name another model "
        f"(default without FOLDER: {REFERENCE})",
    )
    sub.add_argument(
        "--root",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="of the repository, from which record files are named (default: here)",
    )


def _run(options):
    if options.functions:
        show(_functions())
        return 0
    library = Library(options.root)
    pages = options.pages or pages_of(options.root)
    if options.device:
        _move(pages, options)
    checked = {page: check(_text(page), numbers.read(page), library) for page in pages}
    updated = bool(options.update or options.device)
    if updated:
        for page, found in checked.items():
            if found.text != _text(page):
                write(page, found.text.encode())
    _tell(checked, updated)
    return 0


def _functions():
    """A line for each function of expressions, and the keys of a selection."""
    lines = [f"{name}{' '.join(one.__doc__.split())}" for name, one in FUNCTIONS.items()]
    keys = f"KEYS are {', '.join([*KEYS, SWEPT])}, and the parameters of a scenario."
    return "\n".join([*lines, keys]) + "\n"


def _move(pages, options):
    """Writes the pages with the paths of another device, and tells what a person has to read."""
    if not (options.root / "results" / options.device).is_dir():
        raise UsageError(f"results/{options.device}: is no folder of records; name one of results/")
    for page in pages:
        found = {page: _text(page), numbers.file_of(page): numbers.read(page).text}
        written = {file: moved(text, options.root, options.device) for file, text in found.items()}
        for file in (file for file in found if written[file] != found[file]):
            write(file, written[file].encode())
        if written != found:
            for line, sentence in naming_others(*written.values(), options.device):
                show(f"{page}:{line}: names another device: {sentence[:MOST_SHOWN]}\n")


def pages_of(root):
    """The pages of a repository, sorted."""
    pages = sorted(page for pattern in PAGES for page in root.glob(pattern))
    if not pages:
        raise UsageError(f"{root}: holds none of {', '.join(PAGES)}; name the pages, or --root")
    return pages


def _tell(checked, updated):
    """Ends the command where something is left that a person has to look at."""
    wrong = [one.at(page) for page, found in checked.items() for one in found.wrong]
    left = [
        one.at(page)
        for page, found in checked.items()
        for one in found.differences
        if one.is_claim or not updated
    ]
    if wrong:
        raise InputError("\n".join([*wrong, *left]))
    if left:
        raise PagesDiffer(
            "\n".join([*left, "python -m analysis published --update writes what the records say"])
        )
    count = sum(found.values for found in checked.values())
    changed = sum(len(found.differences) for found in checked.values())
    show(
        f"{len(checked)} pages, {count} values; {changed} written anew\n"
        if updated
        else f"{len(checked)} pages, {count} values, all as the records say\n"
    )


def _text(page):
    try:
        return page.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{page}: cannot be read: {error}") from error

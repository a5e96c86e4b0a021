"""Writes the site: all of it into a folder beside its place, which then takes the place."""

import contextlib
import shutil
import tempfile
from functools import cache
from pathlib import Path

from analysis import energy_notes
from analysis.compare.bootstrap import fewest_blocks
from analysis.compare.comparison import GPU_CHANGE, HOST_CHANGE
from analysis.errors import OutputError, UsageError
from analysis.output import one_line, write
from analysis.report import links
from analysis.report.anchors import device_page
from analysis.report.page import data_script
from analysis.report.winners import CONFIDENCE

HERE = Path(__file__).parent
ASSETS = "assets"
PLOTLY = "plotly.min.js"
MARKER = ".sphlab-site"  # tells a site from any other folder
MARKED = "A site that `python -m analysis report` made, which it may replace.\n"
BYTES = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")]


def require_place(out, results):
    """Raises an AnalysisError where a site must not be written to the folder `out`: one that is
    neither empty nor a site, or one of which the results are a part or that is a part of them."""
    if out.resolve() == results.resolve() or _overlap(out.resolve(), results.resolve()):
        raise UsageError(
            f"--out {out}: the site and the results {results} are parts of each other; "
            "name another folder"
        )
    if not out.exists():
        return
    if not out.is_dir():
        raise OutputError(f"{out}: is no folder; name one that is empty or is not there")
    try:
        holds = {entry.name for entry in out.iterdir()}
    except OSError as error:
        raise OutputError(f"{out}: cannot be read: {error.strerror}") from error
    if holds and MARKER not in holds:
        raise OutputError(
            f"{out}: is not empty, and no site of ours: it holds {sorted(holds)[0]!r}; "
            "name another folder, or empty it"
        )


def write_site(out, pages, files, made_of, progress):
    """Writes Pages and copies of files to the folder `out`, and returns the number of bytes.

    files: {path from the root of the site: the Path that it is copied from}. made_of: what the
    foot of each page says. An interrupt, and an error, leave at `out` what was there.
    """
    out = out.resolve()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
        (work / "new").mkdir()
    except OSError as error:
        raise OutputError(f"{out}: cannot be made: {error.strerror}") from error
    try:
        _write_pages(work / "new", pages, made_of, progress)
        _copy(work / "new", files, progress)
        size = sum(path.stat().st_size for path in work.rglob("*") if path.is_file())
        if out.exists():
            _rename(out, work / "old")
        _rename(work / "new", out)
    finally:
        # It made room, and what was to follow did not.
        if (work / "old").exists() and not out.exists():
            _rename(work / "old", out)
        shutil.rmtree(work, ignore_errors=True)
    return size


def _overlap(one, other):
    return one in other.parents or other in one.parents


def _write_pages(new, pages, made_of, progress):
    environment = _environment()
    for page in progress.of("writing pages", pages):
        text = environment.get_template(page.template).render(
            **page.context, page=page, made_of=made_of
        )
        _put(new / page.path, text)
        if page.data is not None:
            _put(new / page.data_path, data_script(page.data))


def _put(path, text):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path.parent}: cannot be made: {error.strerror}") from error
    write(path, text.encode())


def _copy(new, files, progress):
    own = {f"{ASSETS}/{path.name}": path for path in (HERE / ASSETS).iterdir()}
    all_files = own | {f"{ASSETS}/{PLOTLY}": _plotly()} | files
    for name, path in progress.of("copying records and figures", list(all_files.items())):
        target = new / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        except OSError as error:
            raise OutputError(f"{path}: cannot be copied to {target}: {error.strerror}") from error
    _put(new / MARKER, MARKED)


def _plotly():
    """The library of the plots, which its Python package has with it."""
    # The package alone: what it imports of its own is not needed, and takes a second.
    from importlib.util import find_spec

    return Path(find_spec("plotly").origin).parent / "package_data" / PLOTLY


def _rename(path, target):
    try:
        path.rename(target)
    except OSError as error:
        raise OutputError(f"{target}: cannot be replaced: {error.strerror}") from error


@cache
def _environment():
    # It takes a moment to import, which other commands do not have.
    import jinja2

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_letters,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"four": lambda value: f"{value:,.4g}", "engineering": engineering}
    made.filters["bytes"] = lambda value: engineering(value, BYTES)
    made.globals |= {
        "device_page": device_page,
        "links": links,
        "confidence": f"{100 * CONFIDENCE:g}",
        "fewest": fewest_blocks(CONFIDENCE),
        "gpu_change": f"{100 * GPU_CHANGE:g}",
        "host_change": f"{100 * HOST_CHANGE:g}",
        "energy_interval": energy_notes.INTERVAL,
    }
    return made


def _letters(value):
    """Names on a page are letters on one line, whatever else they hold."""
    # Markup, a string too, is what a template has made itself.
    return one_line(value) if type(value) is str else value


def engineering(value, units=((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""))):
    """Four digits of a number, and the largest of the units that is below it."""
    factor, unit = next((one for one in units if value >= one[0]), units[-1])
    return f"{value / factor:.4g} {unit}"


@contextlib.contextmanager
def interrupted_leaves(out):
    """Says, after an interrupt, what is where the site was to be."""
    try:
        yield
    except KeyboardInterrupt:
        what = "the site that was there is as it was" if out.exists() else "nothing is there"
        raise Interrupted(f"{out}: interrupted; {what}") from None


class Interrupted(OutputError):
    """A person ended the command."""

    exit_code = 130

"""How a command ends."""

from contextlib import suppress
from pathlib import Path

from analysis.errors import AnalysisError
from analysis.output import complain

# Options that name what a command makes of its input, whole, and nothing else is kept in.
INTERRUPTED = 130  # as shells have it of SIGINT
REPORTS = ("junit", "markdown", "json", "plot", "figure")


def exit_code_of(options):
    """Runs a parsed command line, whose `run` returns an exit code.

    An AnalysisError becomes its message and its own exit code. A report that was there before and
    that this run did not write is removed, an output that it failed to write told of: neither is
    taken for this run's.
    """
    before = {name: _state(file) for name, file in _outputs(options)}
    try:
        code = options.run(options)
    except KeyboardInterrupt:
        complain("interrupted")
        code = INTERRUPTED
        _tell_left(options, before)
    except AnalysisError as error:
        complain(error)
        code = error.exit_code
        _tell_left(options, before)
    _remove_earlier(options, before)
    return code


def _outputs(options):
    """(name, Path) of the options that name a file to be written."""
    named = ((name, getattr(options, name, None)) for name in (*REPORTS, "out"))
    read = getattr(options, "files", [])
    return [(name, file) for name, file in named if isinstance(file, Path) and file not in read]


def _state(file):
    """What changes when a file is written; None where there is none."""
    with suppress(OSError):
        if file.is_file():
            found = file.stat()
            return found.st_mtime_ns, found.st_ino, found.st_size
    return None


def _unwritten(options, before):
    for name, file in _outputs(options):
        if before[name] is not None and _state(file) == before[name]:
            yield name, file


def _remove_earlier(options, before):
    for name, file in _unwritten(options, before):
        if name in REPORTS:
            with suppress(OSError):
                file.unlink()
                complain(f"{file}: was of an earlier run and is removed: this one wrote none")


def _tell_left(options, before):
    for name, file in _unwritten(options, before):
        if name not in REPORTS:
            complain(f"{file}: is left as it was before this run")

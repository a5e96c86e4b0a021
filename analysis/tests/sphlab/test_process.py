"""The program as a process: what it says, how far it is, and how it ends."""

import io
import os
import sys

import pytest

from analysis import sphlab
from analysis.errors import NotAvailableError, UsageError
from analysis.program import find_program
from analysis.sphlab.process import run_program, words_of
from analysis.sphlab.progress import ProgressLine, Screen


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_keyword_arguments_are_options_of_the_command_line():
    words = words_of(
        {"budget": "5s", "for_": "energy", "vary": ["cells", "list"], "set": {"a": 2}}
        | {"exhaustive": True, "open": False, "radius": None, "list_life": ("x", "y"), "top": 3}
    )
    assert words == (
        ["--budget", "5s", "--for", "energy", "--vary", "cells", "--vary", "list", "--set", "a=2"]
        + ["--exhaustive", "--list-life", "x", "--list-life", "y", "--top", "3"]
    )


def test_what_it_prints_is_returned_and_what_it_notes_is_told(stand_in, capsys):
    stand_in("notice('warning: ä\\n  two\\n'); print('out', *sys.argv[1:])")
    assert run_program("run", 3) == "out run 3\n"
    assert capsys.readouterr() == ("", "warning: ä\n  two\n")


def test_its_standard_error_is_a_wide_terminal_without_colours(stand_in):
    stand_in("print(os.isatty(2), os.get_terminal_size(2).columns, os.environ['NO_COLOR'])")
    assert run_program() == "True 10000 1\n"


def test_progress_is_one_line_that_is_overwritten(stand_in, monkeypatch):
    """Where a terminal sees it, and above it what stays."""
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    body = "notice('\\r\\x1b[K'.join(['', ' 1 %  a', ' 20 %  bc', 'a note\\n 99 %']))"
    stand_in(body)
    run_program("best")
    assert "a note\n" in seen.getvalue()
    assert " 99 %" in seen.getvalue()
    assert "\x1b" not in seen.getvalue()
    assert seen.getvalue().endswith("\r     \r")


def test_progress_is_not_shown_where_nobody_sees_it(stand_in, capsys):
    stand_in("notice(' 1 %  a\\r\\x1b[K')")
    run_program("best")
    assert capsys.readouterr() == ("", "")


def test_pieces_of_what_is_written_may_end_anywhere():
    text = " 1 %  a\r\x1b[K 2 %  b\r\x1b[Kwarning: c\n 3 %  d\r\x1b[K"
    for size in (1, 2, 3, 5, len(text)):
        lines, shown = [], []
        screen = Screen(lines.append, shown.append)
        for at in range(0, len(text), size):
            screen.take(text[at : at + size])
        assert lines == ["warning: c"]
        assert shown[-1] == ""
        assert not any("\r" in one or "\x1b" in one for one in shown)


def test_a_notebook_is_a_place_where_progress_is_seen(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    line = ProgressLine()
    line.show("10 %")
    line.show("9")
    line.keep("warning: a")
    assert capsys.readouterr() == ("\r10 %\r9   \r \r", "warning: a\n")


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (1, sphlab.Error),
        (2, sphlab.UsageError),
        (3, sphlab.InputError),
        (4, sphlab.OutOfMemoryError),
        (5, sphlab.NotAvailableError),
        (6, sphlab.VerificationError),
        (7, sphlab.DeviceError),
        (8, sphlab.OutputError),
        (130, sphlab.Interrupted),
        (77, sphlab.Error),
    ],
)
def test_an_exit_code_is_an_exception_with_the_same_words(code, error, stand_in, capsys):
    stand_in(f"notice('a note\\nsphlab: error: no {{x}}:\\n  y\\n'); sys.exit({code})")
    with pytest.raises(sphlab.Error) as caught:
        run_program("best")
    assert type(caught.value) is error
    assert (str(caught.value), caught.value.exit_code) == ("no {x}:\n  y", code)
    assert capsys.readouterr().err == "a note\n"


def test_an_end_without_a_word_is_told(stand_in):
    stand_in("sys.exit(7)")
    with pytest.raises(sphlab.DeviceError, match="sphlab best ended with exit code 7"):
        run_program("best")
    stand_in("os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(sphlab.DeviceError, match="sphlab best was ended by SIGKILL"):
        run_program("best")


def test_an_interrupt_ends_the_program_first(stand_in, monkeypatch, tmp_path, capsys):
    stand_in(
        "def end(*_):\n"
        "    open('ended', 'w').close()\n"
        "    notice('\\r\\x1b[Ksphlab: error: interrupted; 3 are in a.jsonl\\n')\n"
        "    print('so far'); sys.exit(130)\n"
        "signal.signal(signal.SIGINT, end)\n"
        "notice('ready')\n"
        "while True: time.sleep(1)\n"
    )

    begun = []

    def show(_, text):
        if "ready" in text and not begun:
            begun.append(text)
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "show", show)
    with pytest.raises(KeyboardInterrupt, match="interrupted; 3 are in a.jsonl"):
        run_program("best")
    assert (tmp_path / "ended").exists()
    assert capsys.readouterr().out == "so far\n"


def test_a_failure_here_leaves_no_process(stand_in, monkeypatch, tmp_path):
    stand_in("open('pid', 'w').write(str(os.getpid())); notice('x')\nwhile True: time.sleep(1)\n")

    def show(_, text):
        if text:
            raise OSError("the display is gone")

    monkeypatch.setattr(ProgressLine, "show", show)
    with pytest.raises(OSError, match="display"):
        run_program("best")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_where_the_program_is(tmp_path, monkeypatch):
    """What SPHLAB names, then what the wheel carries, PATH, and the newest build."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SPHLAB", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotAvailableError, match="no sphlab beside .*SPHLAB in the environment"):
        find_program()
    places = [tmp_path / name for name in ("build/all/bin/sphlab", "sphlab", "carried", "told")]
    monkeypatch.setattr("analysis.program.CARRIED", places[2])
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch(0o755)
        if place.name == "told":
            monkeypatch.setenv("SPHLAB", str(place))
        assert find_program() == place
    assert find_program(places[0]) == places[0]
    places[-1].unlink()
    with pytest.raises(UsageError, match="SPHLAB=.*told in the environment: there is no such"):
        find_program()


def test_a_program_that_cannot_be_run_is_named(stand_in):
    stand_in("").chmod(0o644)
    with pytest.raises(NotAvailableError, match="stand-in: cannot be run: Permission denied"):
        run_program("best")

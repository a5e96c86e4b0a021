"""A stand-in for the program sphlab, in a folder of its own."""

import sys

import pytest

BEGIN = f"""#!{sys.executable} -S
import os, signal, sys, time
def notice(text):
    os.write(2, text.encode())  # also within a signal that comes while it writes
def value(option):
    return sys.argv[sys.argv.index(option) + 1]
"""


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Makes the program of lines of Python, which SPHLAB then names."""
    monkeypatch.chdir(tmp_path)

    def stand_in(body):
        file = tmp_path / "stand-in"
        file.write_text(BEGIN + body, encoding="utf-8")
        file.chmod(0o755)
        monkeypatch.setenv("SPHLAB", str(file))
        return file

    return stand_in

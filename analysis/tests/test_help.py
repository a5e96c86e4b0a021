"""Every command explains itself in the width of a terminal."""

import argparse

import pytest

from analysis.cli import _parser
from analysis.help_layout import HelpLayout

(COMMANDS,) = (
    action.choices
    for action in _parser()._actions
    if isinstance(action, argparse._SubParsersAction)
)


@pytest.mark.parametrize("columns", [80, 132])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_line_is_longer_than_the_terminal(command, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    text = (COMMANDS[command] if command else _parser()).format_help()
    assert not [line for line in text.splitlines() if len(line) > columns]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_refused_with_the_usage(command, capsys):
    with pytest.raises(SystemExit) as caught:
        COMMANDS[command].parse_args(["--no-such-option"])
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("usage: python -m analysis ")


def help_of(epilog, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    parser = argparse.ArgumentParser(
        prog="x", epilog=epilog, formatter_class=HelpLayout, usage="x", add_help=False
    )
    return parser.format_help().removeprefix("usage: x\n\n")


def test_an_example_is_continued_as_a_shell_reads_it(monkeypatch):
    example = "  ci/gate base.jsonl --name 'a long name' \\\n      --out gate.md --junit gate.xml"
    assert help_of(f"examples:\n{example}\n", 42, monkeypatch) == (
        "examples:\n"
        "  ci/gate base.jsonl \\\n"
        "    --name 'a long name' --out gate.md \\\n"
        "    --junit gate.xml\n"
    )
    wide = "examples:\n  ci/gate base.jsonl --name 'a long name' --out gate.md --junit gate.xml\n"
    assert help_of(f"examples:\n{example}\n", 90, monkeypatch) == wide


def test_an_explanation_stays_beside_what_it_explains(monkeypatch):
    text = "exit codes:\n  10  one two three four five six seven eight nine\n"
    assert help_of(text, 32, monkeypatch) == (
        "exit codes:\n  10  one two three four five\n      six seven eight nine\n"
    )


def test_a_paragraph_is_filled_and_ends_where_it_ended(monkeypatch):
    assert (
        help_of("one two\nthree four\n\nfive\n", 42, monkeypatch) == "one two three four\n\nfive\n"
    )
    assert (
        help_of("one two\nthree four\n\nfive\n", 12, monkeypatch) == "one two\nthree four\n\nfive\n"
    )

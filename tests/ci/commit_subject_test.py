"""Subjects of commits have at most 72 characters, which ci/commit-subject checks."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ROOT / "ci/commit-subject"


def checked(*words):
    """Exit code, and what was said."""
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_newest_commits_have_short_subjects():
    """As far as a shallow clone holds them."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: it has no commits")
    assert checked() == (0, "")


def test_the_rule_is_told():
    most = re.search(r"^most=(\d+)$", COMMAND.read_text(), re.MULTILINE)[1]
    assert f"at most {most} characters" in (ROOT / "CONTRIBUTING.md").read_text()


@pytest.mark.parametrize(
    ("message", "characters"),
    [
        ("x" * 72, None),
        ("x" * 73, 73),
        ("ρ" * 72 + "\n", None),
        ("# a comment\n\n" + "x" * 80 + "\n\nbody\n", 80),
        ("short\n\n" + "body " * 30, None),
    ],
)
def test_a_message_is_judged_by_its_subject(tmp_path, message, characters):
    file = tmp_path / "message"
    file.write_text(message)
    code, said = checked(str(file))
    assert code == (1 if characters else 0)
    if characters:
        assert said.startswith(f"a subject of {characters} characters, 72 at most: xxx")
        assert "CONTRIBUTING.md" in said
    else:
        assert said == ""

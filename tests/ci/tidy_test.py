"""harness/.clang-tidy finds faults, says why it leaves a check out, and is ci/nightly's alone."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "harness/.clang-tidy"
REASON = re.compile(r"^#   ([a-z][\w-]+) +(\S.*)$", re.MULTILINE)


def switched_off(text):
    """Checks of groups that a configuration leaves out, and the reasons that it gives."""
    checks = [check.strip() for check in yaml.safe_load(text)["Checks"].split(",")]
    off = [check.removeprefix("-") for check in checks if check.startswith("-") and check != "-*"]
    return off, dict(REASON.findall(text))


def test_what_is_switched_off_has_a_reason():
    off, reasons = switched_off(CONFIG.read_text())
    assert off
    assert list(reasons) == off


def test_a_check_without_a_reason_is_told():
    off, reasons = switched_off("#   misc-a   why\nChecks: >-\n  -*,\n  -misc-a,\n  -misc-b\n")
    assert off == ["misc-a", "misc-b"]
    assert list(reasons) == ["misc-a"]


def test_a_push_does_not_wait_for_it():
    before, nightly = (ROOT / "ci/test").read_text().split("if [[ $preset == nightly ]]; then")
    assert "ci/tidy" not in before
    assert "ci/tidy" in nightly.partition("\nfi\n")[0]


@pytest.mark.skipif(shutil.which("clang-tidy-14") is None, reason="clang-tidy-14 is not here")
@pytest.mark.parametrize(
    ("source", "check"),
    [
        ("int twice(int a) { return a & a; }\n", "misc-redundant-expression"),
        ("double half(int a) { return a / 2; }\n", "bugprone-integer-division"),
        ("double half(double a) { return a / 2; }\n", None),
    ],
)
def test_it_finds_a_fault(tmp_path, source, check):
    file = tmp_path / "harness/fault.cpp"
    file.parent.mkdir()
    file.write_text(source)
    done = subprocess.run(
        ["clang-tidy-14", f"--config-file={CONFIG}", "--quiet", file, "--", "-std=c++20"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == (check is None)
    assert (check or "") in done.stdout

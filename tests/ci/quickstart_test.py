"""ci/quickstart with a build, a command and an analysis that are made up: what it shows at last."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = """dam-break-lj, 21840 particles, initial
   step ms  MIPPS  spread %  times  toolchain   variant
*   1.0000  21.84       0.5   1.00  cpu-gcc-12  omp-asymmetric

9 records written to out/quickstart/quick.jsonl, which holds 9
"""
COMMANDS = {
    "ci/install": "exit 0",
    "commands/cmake": 'echo "-- toolchain cpu-gcc-12: native"',
    "commands/nvidia-smi": "exit 1",
    "build/quickstart/bin/sphlab": f"""
case $1 in
  run) cat <<'END'
{TABLE}END
    exit "${{RUN_FAILS-0}}" ;;
  *) echo "All 13 checks passed." ;;
esac
""",
    ".venv/bin/python": 'echo "out/quickstart/figures/mipps.png"',
}


@pytest.fixture
def quickstart(tmp_path):
    shutil.copytree(ROOT / "ci", tmp_path / "ci")
    for name, text in COMMANDS.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/bash\n{text}\n")
        file.chmod(0o755)

    def run(**variables):
        return subprocess.run(
            [str(tmp_path / "ci" / "quickstart")],
            env={"PATH": f"{tmp_path / 'commands'}:{os.environ['PATH']}"} | variables,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_table_stands_under_what_you_see(quickstart):
    done = quickstart()
    assert done.returncode == 0, done.stderr
    seen = done.stdout.split("== what you see\n")[1]
    assert seen.startswith(TABLE)


def test_what_is_explained_is_in_the_table(quickstart):
    explained = quickstart().stdout.split("The table above: ")[1].split("\n\n")[0]
    columns = (ROOT / "harness" / "cli" / "step_table.cpp").read_text()
    words = re.findall(r'"([^"]+)"', explained) + ["MIPPS"]
    assert len(words) > 3
    for word in words:
        assert re.search(rf'">?{word}[:"]', columns), word


def test_a_suite_that_fails_shows_its_table(quickstart):
    done = quickstart(RUN_FAILS="6")
    assert done.returncode == 1
    assert TABLE in done.stderr
    assert "what you see" not in done.stdout

"""No variable of the environment that adds flags reaches a compiler of packs."""

import os
import subprocess
import sys
from pathlib import Path

PACK = Path(__file__).resolve().parents[3] / "kernels" / "pack"
SHOW = "import os; print(*sorted(os.environ), os.environ['CLANG_NO_DEFAULT_CONFIG'])"


def test_the_compiler_sees_none_of_them(tmp_path):
    variables = (PACK / "flag_variables.txt").read_text().split()
    assert {"CXXFLAGS", "NVCC_APPEND_FLAGS", "NVCC_PREPEND_FLAGS"} <= set(variables)
    assert {"HIPCC_COMPILE_FLAGS_APPEND", "CCC_OVERRIDE_OPTIONS"} <= set(variables)
    log = tmp_path / "log"
    subprocess.run(
        [sys.executable, PACK / "run_logged.py", log, sys.executable, "-c", SHOW],
        env=os.environ | dict.fromkeys(variables, "-O0") | {"CPATH": "/kept"},
        check=True,
    )
    seen = log.read_text().split()
    assert not set(variables) & set(seen)
    assert "CPATH" in seen
    assert seen[-1] == "1"


def test_nothing_is_probed_with_them(tmp_path):
    script = tmp_path / "probe.cmake"
    script.write_text(
        f"include({PACK}/toolchains/device_compile.cmake)\n"
        'message("seen: <$ENV{NVCC_APPEND_FLAGS}$ENV{CCC_OVERRIDE_OPTIONS}>")\n'
    )
    told = subprocess.run(
        ["cmake", "-P", script],
        env=os.environ | {"NVCC_APPEND_FLAGS": "-G", "CCC_OVERRIDE_OPTIONS": "+-O0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "seen: <>" in told.stderr
    assert "NVCC_APPEND_FLAGS is set in the environment and reaches no pack" in told.stdout

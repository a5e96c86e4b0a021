"""Run a compiler with its output in a log, and show that output only when the compiler fails.

usage: run_logged.py LOG COMMAND [ARGUMENT ...]

The log is what resource_report.py reads; on the console, resource lines of hundreds of kernels
would bury what matters. Variables that add flags (flag_variables.txt) do not reach the compiler,
nor does a configuration file of clang: packs are compared, and each of these is read by one
compiler alone and told by no record.
"""

import os
import pathlib
import subprocess
import sys

FLAG_VARIABLES = pathlib.Path(__file__).with_name("flag_variables.txt")


def environment() -> dict[str, str]:
    """The present environment without what adds flags."""
    left_out = FLAG_VARIABLES.read_text().split()
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | {"CLANG_NO_DEFAULT_CONFIG": "1"}


def main() -> int:
    log, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment()
    )
    log.write_bytes(result.stdout)
    if result.returncode != 0:
        text = result.stdout.decode(errors="replace")
        kept = [line for line in text.splitlines() if not line.startswith("ptxas info")]
        print("\n".join(kept), file=sys.stderr)
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())

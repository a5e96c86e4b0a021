"""Run a compiler with its output in a log, and show that output only when the compiler fails.

usage: run_logged.py LOG COMMAND [ARGUMENT ...]

The log is what resource_report.py reads; on the console, resource lines of hundreds of kernels
would bury what matters.
"""

import pathlib
import subprocess
import sys


def main() -> int:
    log, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    log.write_bytes(result.stdout)
    if result.returncode != 0:
        text = result.stdout.decode(errors="replace")
        kept = [line for line in text.splitlines() if not line.startswith("ptxas info")]
        print("\n".join(kept), file=sys.stderr)
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())

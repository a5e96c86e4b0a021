"""How a command ends."""

import sys

from analysis.errors import AnalysisError


def exit_code_of(options):
    """Runs a parsed command line, whose `run` returns an exit code.

    An AnalysisError becomes its message and its own exit code.
    """
    try:
        return options.run(options)
    except AnalysisError as error:
        print(f"analysis: {error}", file=sys.stderr)
        return error.exit_code

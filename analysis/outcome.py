"""How a command ends."""

from analysis.errors import AnalysisError
from analysis.output import complain


def exit_code_of(options):
    """Runs a parsed command line, whose `run` returns an exit code.

    An AnalysisError becomes its message and its own exit code.
    """
    try:
        return options.run(options)
    except AnalysisError as error:
        complain(error)
        return error.exit_code

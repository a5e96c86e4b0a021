"""The function of expressions on the record of a walk (analysis/walk/).

As in analysis/published/functions.py, the first line of its docstring tells the arguments.
"""

from fnmatch import fnmatchcase

from analysis.published.errors import NoRecord, PublishedError

OF_STEP = {"seconds": "seconds", "load": "load_before"}


def walked(scope, what, file, /, step="*"):
    """(WHAT, FILE, step=PATTERN): a list, of each step of a file of ci/first-hour: its `seconds`,
    or the `load` of the machine before it."""
    if what not in OF_STEP:
        raise PublishedError(f"'{what}' is none of {', '.join(OF_STEP)}")
    steps = scope.library.walk(file)["steps"]
    found = [one[OF_STEP[what]] for one in steps if fnmatchcase(one["step"], step)]
    if not found:
        names = ", ".join(one["step"] for one in steps)
        raise NoRecord(f"{file}: no step is called '{step}'; there are {names}")
    return found


FUNCTIONS = {"walked": walked}

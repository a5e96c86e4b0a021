"""More functions of expressions: of other files than records, and of two instruments side by side.

As in analysis/published/functions.py, the first line of each docstring tells the arguments.
"""

from fnmatch import fnmatchcase
from statistics import median

from analysis.audit.summary import Share
from analysis.compare.placement import largest_differences
from analysis.compare.repetition import Outcome, Side
from analysis.paper_e import TABLE_1, WAYS, frame_of
from analysis.prefix_sums import fastest
from analysis.profiling.loop_crosscheck import loop_crosscheck
from analysis.published.errors import NoRecord, PublishedError
from analysis.published.selection import select

OF_LOOP = {"time": "timeline_s", "pause": "pause_s", "difference": "difference_s"}
OF_REPETITION = ("rows", "agree", "explained", "change", "within")
OF_KERNEL = {
    "registers": "registers",
    "stack": "stack_bytes",
    "spills": "spill_bytes",
    "shared": "shared_bytes",
}
OF_A_FRAME = ("preparation", "passes", "total")  # [ms]
PERCENT = 100


def clock(scope, source, /, **keys):
    """(RECORDS, KEYS): the median of the clocks at one record's samples [MHz]."""
    record = select(scope, source, keys).one()
    known = [one for one in record["samples"]["clock_mhz"] if one is not None]
    if not known:
        raise PublishedError(f"the clock of record {record['id']} is not known")
    return median(known)


def wandering(scope, source, /, **keys):
    """(RECORDS, KEYS): a list, the standard deviation of each record's block medians, relative."""
    found = [Side.of(one).spread for one in select(scope, source, keys).records]
    if None in found:
        raise PublishedError("a record has one block alone")
    return found


def placement(scope, stage, source, /, **keys):
    """(STAGE, RECORDS, KEYS): the largest relative difference between contenders of one run that
    launch the same kernel on the same particles."""
    chosen = select(scope, source, keys)
    found = largest_differences(chosen.records).get(stage)
    if found is None:
        raise NoRecord(f"{chosen.file}: no kernel of the stage {stage} has two contenders")
    return found


def timeline(scope, what, loops, source, /, **keys):
    """(WHAT, FILE, RECORDS, KEYS): seconds of a record in the loop by CUPTI's timeline: its `time`,
    the `pause` before it, or its time by `difference`."""
    if what not in OF_LOOP:
        raise PublishedError(f"'{what}' is none of {', '.join(OF_LOOP)}")
    chosen = select(scope, source, keys).in_the_loop()
    wanted = {one["id"] for one in chosen.records}
    known = scope.library.loops(loops)
    checks = loop_crosscheck(scope.library.records(chosen.file), known)
    found = [check for check in checks if check.record["id"] in wanted]
    if not found:
        raise NoRecord(f"{loops}: has no timeline of any of {len(chosen.records)} records")
    if len(found) > 1:
        raise PublishedError(f"{loops}: has timelines of {len(found)} of these records")
    value = getattr(found[0], OF_LOOP[what])
    if value is None:
        raise NoRecord(f"{loops}: the {what} of record {found[0].record['id']} is not known")
    return value


def repeated(scope, what, first, second, /, **keys):
    """(WHAT, FILE, FILE, stage=...): of two recordings as `repeat` compares them: how many `rows`,
    how many `agree` or are `explained`, the largest `change` of a median, or what is allowed."""
    if what not in OF_REPETITION:
        raise PublishedError(f"'{what}' is none of {', '.join(OF_REPETITION)}")
    found = scope.library.repetition(first, second)
    stage = keys.pop("stage", "*")
    if keys:
        raise PublishedError("repeated: takes stage=... alone")
    rows = [one for one in found.rows if fnmatchcase(one.row.what, stage)]
    if not rows:
        raise NoRecord(f"{first} and {second} have no row of {stage} in common")
    match what:
        case "rows":
            return len(rows)
        case "agree" | "explained":
            outcome = Outcome.AGREES if what == "agree" else Outcome.EXPLAINED
            return sum(one.outcome == outcome for one in rows)
        case "change":
            return max(abs(one.ratio - 1) for one in rows)
    return found.tolerance.within


def audit(scope, what, file, /, suite=None, condition=None, injected=None):
    """(WHAT, FILE, suite=..., condition=..., injected=PERCENT): of an audit of the gate. Of all its
    duels: how many `rows` and `duels` were of equal code, `rows_alarmed`, `duels_alarmed`, with
    `_most` the upper end of that share's interval, how many a second duel `confirmed`,
    `confirmed_most`, `smallest` slowdown found, `seconds` of a duel, `all` duels.
    Of those with a slowdown of so many percent: `shown`, `tried`, `found`, `least`, `most`."""
    suite = suite or scope.keys.get("suite", "*")
    condition = condition or scope.keys.get("condition", "alone")
    injected = injected or scope.keys.get("injected")
    chosen = [
        one
        for one in scope.library.audit(file)
        if fnmatchcase(one.condition, condition) and fnmatchcase(one.suite, suite)
    ]
    if len(chosen) != 1:
        raise PublishedError(f"{file}: {len(chosen)} audits are of suite '{suite}', '{condition}'")
    summary = chosen[0]
    known = _of_audit(summary) if injected is None else _of_level(summary, injected)
    if what not in known:
        raise PublishedError(f"'{what}' is none of {', '.join(known)}")
    if known[what] is None:
        raise NoRecord(f"{file}: {what} is not known")
    return known[what]


def prefix_sum(scope, algorithm, file, length, /):
    """(ALGORITHM, FILE, NUMBER): seconds of a block's sum of so many values, by its best block."""
    best = fastest(scope.library.prefix_sums(file))
    if (algorithm, length) not in best:
        raise NoRecord(f"{file}: has no case {algorithm}/{length}")
    return best[algorithm, length].nanoseconds * 1e-9


def prefix_ratios(scope, above, below, file, lengths, /):
    """(ALGORITHM, ALGORITHM, FILE, NUMBERS): a list, the first's time over the second's of each."""
    return [
        prefix_sum(scope, above, file, length) / prefix_sum(scope, below, file, length)
        for length in lengths
    ]


def front(scope, name, file, /):
    """(NAME, FILE): of a file of verifications, the median of a constant of its fronts, such as
    `deviation_own` or `deviation_experiment_delayed`."""
    name = _filled(scope, name)
    found = [
        curve["constants"][name]
        for curve in scope.library.curves(file)
        if curve["curve"] == "front" and name in curve["constants"]
    ]
    if not found:
        raise NoRecord(f"{file}: no front has the constant {name}")
    return median(found)


def kernels(scope, what, toolchain, pattern, /):
    """(WHAT, TOOLCHAIN, PATTERN): a list, `registers`, `stack`, `spills` or `shared` of the kernels
    of such a name, as tests/expectations/kernel_resources has them. Words of the pattern in braces
    are keys of the row or the column at hand."""
    if what not in OF_KERNEL:
        raise PublishedError(f"'{what}' is none of {', '.join(OF_KERNEL)}")
    file = f"tests/expectations/kernel_resources/{toolchain}.txt"
    pattern = _filled(scope, pattern)
    found = [
        getattr(has, OF_KERNEL[what])
        for (_, kernel), has in scope.library.kernels(file).items()
        if fnmatchcase(kernel, pattern)
    ]
    if not found:
        raise NoRecord(f"{file}: has no kernel '{pattern}'")
    return found


def launch(scope, what, file, /, **keys):
    """(WHAT, FILE, kernel=..., variant=..., ...): what a launch came to, by the host executor or a
    profiler: `counted.global_load.sectors`, `measured.shared_*.requests`, ..."""
    side, _, cost = what.partition(".")
    kinds, _, cost = cost.partition(".")
    one = scope.library.launch(file, scope.keys | keys)
    of_kinds = [of for name, of in one.get(side, {}).items() if fnmatchcase(name, kinds)]
    values = [of[cost] for of in of_kinds if isinstance(of, dict) and cost in of]
    if not values:
        raise PublishedError(f"{file}: there is no '{what}'")
    return sum(values)


def paper_e(scope, what, device, per_cell, way):
    """(WHAT, DEVICE, PARTICLES IN A CELL, WAY): seconds that paper E's table 1 prints of a frame:
    its `preparation`, its `passes` or the `total`."""
    if what not in OF_A_FRAME:
        raise PublishedError(f"'{what}' is none of {', '.join(OF_A_FRAME)}")
    return getattr(_printed_frame(device, per_cell, way), what) / 1e3


def _filled(scope, text):
    """With the values of the row and the column at hand in the place of `{key}`."""
    for key, value in scope.keys.items():
        text = text.replace(f"{{{key}}}", str(value))
    return text


def _of_audit(summary):
    rows, duels = summary.verdicts, summary.duels
    confirmed = None if summary.confirmed is None else Share(summary.confirmed, duels.tried)
    return {
        "rows": rows.tried,
        "rows_alarmed": rows.found,
        "rows_most": rows.interval[1],
        "duels": duels.tried,
        "duels_alarmed": duels.found,
        "duels_most": duels.interval[1],
        "confirmed": summary.confirmed,
        "confirmed_most": confirmed and confirmed.interval[1],
        "smallest": summary.smallest_found,
        "seconds": summary.median_seconds,
        "all": duels.tried + sum(level.found.tried for level in summary.levels),
    }


def _of_level(summary, injected):
    # Calibrated slowdowns are near what was asked for, and no two of them nearer to one another.
    if not summary.levels:
        raise NoRecord("no slowdown was injected")
    level = min(summary.levels, key=lambda one: abs(PERCENT * one.slowdown - injected))
    if abs(PERCENT * level.slowdown / injected - 1) > 0.1:
        raise NoRecord(f"no slowdown of {injected} % was injected")
    least, most = level.found.interval
    return {
        "shown": level.observed,
        "tried": level.found.tried,
        "found": level.found.found,
        "least": least,
        "most": most,
    }


def _printed_frame(device, per_cell, way):
    """The Frame that paper E prints. Raises PublishedError, and tells what there is."""
    if device not in TABLE_1 or per_cell not in TABLE_1[device] or way not in WAYS:
        cases = ", ".join(f"{one}: {', '.join(map(str, TABLE_1[one]))}" for one in TABLE_1)
        raise PublishedError(
            f"paper E's table 1 has no {device}, {per_cell}, {way}; it has {', '.join(WAYS)} of "
            f"{cases} particles in a cell"
        )
    return frame_of(device, per_cell, way)


FUNCTIONS = {
    "paper_e": paper_e,
    "clock": clock,
    "wandering": wandering,
    "placement": placement,
    "timeline": timeline,
    "repeated": repeated,
    "audit": audit,
    "prefix_sum": prefix_sum,
    "prefix_ratios": prefix_ratios,
    "front": front,
    "kernels": kernels,
    "launch": launch,
}

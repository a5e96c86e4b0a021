"""The recorded rows that `why` is asked about."""

import math
from fnmatch import fnmatchcase

from analysis.columns import aligned
from analysis.errors import InvalidRecordsError, NotAvailableError, UsageError
from analysis.near import did_you_mean
from analysis.why.comparison import incomparable
from analysis.why.files import may_hold, record_files, variants_in
from analysis.why.numbers import grouped, time
from analysis.why.prose import COLUMNS, shortened
from analysis.why.recorded import load_variants

# Lines of a list of choices that an error shows.
MOST_CHOICES = 20


def find_rows(options):
    """What is asked for of the variant, and of the one that it is compared with: for each the
    RecordedVariants, most particles first, then the latest state, then the fastest.

    Raises InputError for a file that is wrong, and NotAvailableError where there is no file, or no
    row of a variant.
    """
    files = record_files(options.record)
    names = _names(options)
    rows = [row for file in files for row in _rows_in(file, names, options)]
    return [_rows_of(rows, name, files, options) for name in names]


def choose_rows(of_names, options, devices):
    """The row to explain, and the one that it is compared with.

    devices: gives a function of a record for each device at hand, best first, where rows of several
    match. Raises UsageError that lists the choices where rows of several variants or scenarios
    match, or of several devices, none of which is at hand; InvalidRecordsError where all are
    invalid; NotAvailableError where no two can be compared.
    """
    rows, *against = (_valid(of_name) for of_name in of_names)
    rows = _of_one_device(rows, options.variant, devices)
    for name, of_name in zip(_names(options), (rows, *against), strict=True):
        _require_one(of_name, name, "variants", _variant, "give its whole name")
    if against:
        return _choose_pair(rows, *against)
    _require_one(rows, options.variant, "scenarios", _scenario, "name one with --scenario")
    return rows[:1]


def table_of(rows):
    """Rows as a table of at most 80 columns, one line each."""
    heading = ["variant", "scenario", "particles", "state", "toolchain", "step"]
    return aligned(heading, [_cells(row) for row in rows], [False, False, True, False, False, True])


def _cells(row):
    scenario = row.head["scenario"]
    return [
        shortened(row.head["variant"], 18),
        shortened(scenario["name"], 19),
        shortened(grouped(scenario["particles"]), 10),
        shortened(scenario["state"]["label"], 7),
        shortened(row.head["toolchain"]["name"], 9),
        _step(row),
    ]


def _step(row):
    if not row.is_valid:
        return "invalid"
    seconds = row.step["summary"]["median_s"] if row.step else None
    return time(seconds) if seconds else "-"


def _names(options):
    return [name for name in (options.variant, options.against) if name is not None]


def _is_of(variant, name):
    """Whether a variant is the one of this name, or one of the traversal of this name."""
    return variant == name or variant.startswith(f"{name}+")


def _rows_in(file, names, options):
    scenarios = [options.scenario or ""]
    if not (may_hold(file, names) and may_hold(file, scenarios)):
        return []
    rows = load_variants(file, lambda variant: any(_is_of(variant, name) for name in names))
    return [row for row in rows if _is_asked_for(row.head, options)]


def _rows_of(rows, name, files, options):
    """Those of this very name where there are any, else those of the traversal."""
    found = [row for row in rows if row.head["variant"] == name]
    found = found or [row for row in rows if _is_of(row.head["variant"], name)]
    if not found:
        raise NotAvailableError(_no_row(name, files, options))
    return sorted(found, key=_place)


def _is_asked_for(record, options):
    scenario = record["scenario"]
    return (
        options.scenario in (None, scenario["name"])
        and options.state in (None, scenario["state"]["label"])
        and fnmatchcase(record["toolchain"]["name"], options.toolchain or "*")
        and options.set.items() <= scenario["parameters"].items()
    )


def _place(row):
    scenario = row.head["scenario"]
    return -scenario["particles"], row.step is None, -scenario["state"]["step"], _rank_time(row)


def _rank_time(row):
    """The time of the step, else of the stage that takes most; infinite where nothing has one."""
    records = [row.step] if row.step else row.stages
    return max(record["summary"]["median_s"] or 0 for record in records) or math.inf


def _no_row(name, files, options):
    known = variants_in(files)
    place = options.record[0] if options.record else "results/"
    if any(_is_of(variant, name) for variant in known):
        return (
            f"no record of '{name}' in {place} has the scenario, parameters, state and toolchain "
            f"asked for; 'python -m analysis why {name} --list' shows those there are"
        )
    return (
        f"no record of '{name}' in {place}{did_you_mean(name, known, ';')} 'sphlab run SCENARIO "
        f"--variant {name}' measures a variant"
    )


def _valid(rows):
    """Those to believe. Raises InvalidRecordsError where there is none."""
    valid = [row for row in rows if row.is_valid]
    if not valid:
        head = rows[0].head
        raise InvalidRecordsError(
            f"{rows[0].file}: {head['variant']} is recorded as invalid, so that its times mean "
            f"nothing: {head['validity']['status']}"
        )
    return valid


def _variant(row):
    return row.head["variant"]


def _scenario(row):
    return row.head["scenario"]["name"]


def _device(row):
    return row.head["device"]["slug"]


def _require_one(rows, name, what, value_of, remedy):
    """Raises UsageError that lists the values where there are several."""
    values = sorted({value_of(row) for row in rows})
    if len(values) < 2:
        return
    lines = [f"records of {len(values)} {what} match '{name}'; {remedy}:"]
    lines += [f"  {shortened(value, COLUMNS - 2)}" for value in values[:MOST_CHOICES]]
    if len(values) > MOST_CHOICES:
        lines.append(f"  and {len(values) - MOST_CHOICES} more: --list shows them")
    raise UsageError("\n".join(lines))


def _of_one_device(rows, name, devices):
    """Those of the best device at hand where several are recorded."""
    if len({_device(row) for row in rows}) < 2:
        return rows
    for is_of_it in devices():
        found = [row for row in rows if is_of_it(row.head)]
        if found:
            return found
    remedy = "name a folder, as results/DEVICE, with --record"
    return _require_one(rows, name, "devices", _device, remedy)


def _choose_pair(rows, against):
    for row in rows:
        comparable = [other for other in against if not incomparable(row, other)]
        if comparable:
            return [row, min(comparable, key=lambda other: _distance(other, row))]
    first, second = (of_name[0] for of_name in (rows, against))
    names = [_variant(one) for one in (first, second)]
    raise NotAvailableError(
        f"'{names[0]}' and '{names[1]}' were never recorded on the same particles by the same "
        f"device: the nearest differ in {incomparable(first, second)}; 'sphlab run SCENARIO "
        f"--variant {names[0]} --variant {names[1]}' measures both"
    )


def _distance(row, other):
    """How near a row is to what another one ran, best first."""
    a, b = row.head, other.head
    return (
        a["toolchain"]["name"] != b["toolchain"]["name"],
        row.file != other.file,
        _life(a) != _life(b),
        _rank_time(row),
    )


def _life(record):
    life = record.get("list_life")
    return life and tuple(life[key] for key in ("trigger", "interval", "expansion"))

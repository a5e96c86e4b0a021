"""Which records belong on one figure."""

import re
from dataclasses import dataclass

import pandas as pd

from analysis.errors import InputError

UNEXPLAINED = "unexplained"
LIST, FORMAT, FORCES = "strategies.list", "strategies.list-format", "strategies.forces"
# A variant's name does not tell it, and records older than list formats all have it.
DEFAULT_FORMAT = "split-interleaved"
# Names that tell apart what the records' own do not, see analysis.naming.
VARIANT, STATE, STATES = "shown.variant", "shown.state", "shown.states"
# What tells a run from others, and what a step and its stages have in common.
OF_A_RUN = ["scenario.name", "scenario.particles", VARIANT, STATE, "scenario.state.step"]
OF_A_STEP = [*OF_A_RUN, "toolchain.name"]


@dataclass(frozen=True)
class Run:
    """One variant on one scenario in one saved state: what toolchains are compared on."""

    scenario: str
    particles: int
    variant: str
    state: str
    step: int

    def file_name(self, figure):
        return file_name(figure, self.scenario, self.particles, self.variant, self.state)

    def __str__(self):
        return (
            f"{self.scenario}, {self.particles:,} particles, {self.state} state (step "
            f"{self.step:,}), {self.variant}"
        )


def file_name(*parts):
    """The parts joined into a file name without suffix; what a path could trip over becomes `_`."""
    return "-".join(re.sub(r"[^\w.+-]", "_", str(part)) for part in parts)


def by_run(records):
    """Yields each Run of a DataFrame with its records, in sorted order."""
    for values, rows in records.groupby(OF_A_RUN, sort=True):
        scenario, particles, variant, state, step = values
        yield Run(scenario, int(particles), variant, state, int(step)), rows


def in_the_loop(records, scope):
    """The records of one scope that were measured inside the running loop."""
    return records[(records["scope"] == scope) & (records["cache"] == "loop")]


def matching(records, keys, values):
    """The records in which each of `keys` has its one of `values`."""
    chosen = pd.Series(True, index=records.index)
    for key, value in zip(keys, values, strict=True):
        chosen &= records[key] == value
    return records[chosen]


def with_plain_list(records):
    """The records of variants that are told apart by traversal, builder and format of the list.

    Their format is always known: records older than list formats have the default one.
    """
    columns = records.columns.union([LIST, FORMAT], sort=False)
    listed = records.reindex(columns=columns)
    listed = listed[listed[LIST].notna()]
    listed = listed.assign(**{FORMAT: listed[FORMAT].astype(object).fillna(DEFAULT_FORMAT)})
    plain = [_plain_name(row) == row["variant"] for _, row in listed.iterrows()]
    return listed[pd.Series(plain, index=listed.index, dtype=bool)]


def _plain_name(row):
    suffix = "" if row[FORMAT] == DEFAULT_FORMAT else f"+{row[FORMAT]}"
    return f"{row[FORCES]}+{row[LIST]}{suffix}"


def require_one_device(records):
    """Raises InputError when records of several devices would be compared bar by bar."""
    devices = sorted(records["device.name"].unique())
    if len(devices) > 1:
        raise InputError(
            f"device.name: a figure is of one device, but the records are of {', '.join(devices)}; "
            "draw one file a device"
        )


def one_by(records, keys):
    """A dict from the values of `keys` to the one record (a Series) that has them.

    Raises InputError when two have: to average or to pick one would hide what differs.
    """
    found = {}
    for _, row in records.iterrows():
        key = tuple(row[name] for name in keys)
        if key in found:
            raise InputError(
                f"id: {found[key]['id']} and {row['id']} would be one bar "
                f"({row['scenario.name']}, {row['scenario.particles']} particles, "
                f"{row['variant']}, {', '.join(map(str, key))}); keep them in separate files"
            )
        found[key] = row
    return found


def stages_with_steps(records):
    """Yields each Run that has stages measured in the loop, with their records (a DataFrame), and
    the record (a Series) of the whole step by toolchain, as far as there is one.
    """
    steps = by_toolchain(in_the_loop(records, "step"))
    for run, rows in by_run(in_the_loop(records, "stage")):
        yield run, rows, steps.get(run, {})


def by_toolchain(records):
    """A dict from each Run to a dict from toolchains to their one record (a Series)."""
    return {
        run: {toolchain: row for (toolchain,), row in one_by(rows, ["toolchain.name"]).items()}
        for run, rows in by_run(records)
    }


def unexplained_s(step):
    """What the stages leave of a step [s], or None where there is no record of it."""
    if step is None or pd.isna(step["summary.unexplained_s"]):
        return None
    return step["summary.unexplained_s"]

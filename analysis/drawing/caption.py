"""The lines under a figure: what ran, with which compilers, and how often."""

import pandas as pd

from analysis.drawing.palette import sort_toolchains
from analysis.limits import BY, LEAST, LEFT_OUT, MOST_LEFT_OUT, SHARE, UNDECLARED
from analysis.recordings import BOARD, OF_A_RECORDING

# What a limit allows of a stage, as a caption says it.
LIMITED_BY = {
    "copy": "its declared bytes by the copy rate",
    "fma": "its declared FLOP by the rate of multiply-adds",
    "l1": "its declared loads by the rate of the first cache",
    "launch": "its kernels by the rate of empty ones",
}
NO_SHARE = "No share of the device's limits is told"
STEADY = "own_order.steady"
STARTS = ["scenario.particles", "scenario.state.label", "scenario.state.step"]


def device_note(records):
    """Device, boards, driver, runtime and clocks of the first record: a figure is of one device."""
    row = records.iloc[0]
    parts = [row["device.name"], *_boards(records)]
    if pd.notna(row["device.driver"]):
        parts.append(f"driver {row['device.driver']}")
    if pd.notna(row["runtime.version"]):
        parts.append(_named(row["runtime.name"], row["runtime.version"]))
    if pd.notna(row["device.clocks_locked"]):
        parts.append("clocks locked" if row["device.clocks_locked"] else "clocks not locked")
    return ", ".join(parts)


def toolchain_notes(records):
    """One line a toolchain: its name, its compiler's version line, and of a CPU's the architecture
    where it was not left to the machine: the name of a CPU does not tell how wide its code was."""
    one_each = records.drop_duplicates("toolchain.name", keep="last")
    rows = {row["toolchain.name"]: row for _, row in one_each.iterrows()}
    return [
        f"{name}: {rows[name]['toolchain.compiler']}{_architecture(rows[name])}"
        for name in sort_toolchains(rows)
    ]


def _architecture(row):
    told = row.get("toolchain.architectures")
    if row["runtime.name"] != "host" or pd.isna(told) or told == "native":
        return ""
    return f", for {told}"


def run_notes(records):
    """What was measured on what, by which compilers' code of which revision."""
    return [
        device_note(records),
        *toolchain_notes(records),
        recordings_note(records),
        *order_notes(records),
    ]


def recordings_note(records):
    """The revisions of the code, as far as the records know them, and how many recordings they are
    of: those that differ in nothing that a recording has one of count as one.
    """
    columns = records.reindex(columns=OF_A_RECORDING).drop_duplicates()
    revisions = sorted({_revision(row) for _, row in columns.iterrows()})
    days = sorted({moment[:10] for moment in records["recorded_at"]})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    number = "one recording" if len(columns) == 1 else f"{len(columns)} recordings side by side"
    return f"Code: {', '.join(revisions)}. From {number}, {when}."


def order_notes(records):
    """Which variants' particles were still on the way to their own order, where any are known."""
    if STEADY not in records:
        return []
    unsteady = sorted(set(records.loc[records[STEADY].eq(False), "variant"]))
    if not unsteady:
        return []
    return [f"Order in memory not steady yet where samples begin: {', '.join(unsteady)}."]


def samples_note(records, what):
    """How many samples stand behind a bar and what the whiskers show."""
    fewest, most = records["summary.count"].min(), records["summary.count"].max()
    count = f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
    return f"{what}: median of {count} samples; whiskers: 5th to 95th percentile."


def limits_notes(records):
    """What the lines across bars are, where there are any."""
    if LEAST not in records.columns or records[LEAST].isna().all():
        return []
    told = sorted(set(records[BY].dropna()))
    return [
        "Lines across bars: the least time by the device's measured limits, "
        f"{', or '.join(LIMITED_BY[name] for name in told)}, whichever is longest."
    ]


def shares_notes(steps):
    """What the shares in brackets are and leave out, and why steps have none."""
    if SHARE not in steps.columns:
        return [f"{NO_SHARE}: these were not recorded."]
    told = steps[steps[SHARE].notna()]
    untold = steps[steps[SHARE].isna()]
    return [*_told_notes(told), *_untold_notes(untold)]


def _told_notes(steps):
    if len(steps):
        yield (
            "In brackets: the share of the step that its stages would still take at the measured "
            "limits of the device, each by its declared bytes or FLOP or by its number of kernels, "
            "whichever takes longest."
        )
    if _undeclared(steps):
        yield (
            f"It is at least that: no work is declared of {_undeclared(steps)}, on which up to "
            f"{steps[LEFT_OUT].max() * 100:.1f} % of a step is spent."
        )


def _untold_notes(steps):
    if _undeclared(steps):
        yield (
            f"{NO_SHARE} where stages that declare no work take more than "
            f"{MOST_LEFT_OUT * 100:.0f} % of a step: {_undeclared(steps)}."
        )
    if steps[UNDECLARED].isna().any():
        yield f"{NO_SHARE} where not all stages were measured."


def _undeclared(steps):
    """The stages that declare no work, as text."""
    return ", ".join(sorted({name for names in steps[UNDECLARED].dropna() for name in names}))


def state_notes(records):
    """The steps and times of the states that were measured from, and a warning where the records of
    one did not start from the same particles.
    """
    states = records.groupby(STARTS)
    texts = [
        f"{label} at {int(particles):,} particles: step {int(step):,}, {rows.iloc[0]:.3g} s"
        for (particles, label, step), rows in states["scenario.state.time_s"]
    ]
    notes = [f"State {'; '.join(texts)} of simulated time."]
    if states["scenario.state.hash"].nunique().max() > 1:
        notes.append("Not all bars of a group were measured from the same saved state.")
    return notes


def _boards(records):
    """The boards, as far as they are known, as one text or none."""
    known = records[BOARD].dropna() if BOARD in records.columns else []
    boards = sorted(set(known))
    return [f"board{'s' if len(boards) > 1 else ''} {', '.join(boards)}"] if boards else []


def _revision(row):
    if pd.isna(row["code.revision"]):
        return "revision not recorded"
    dirty = row["code.dirty"]
    changed = " with uncommitted changes" if pd.notna(dirty) and dirty else ""
    return f"revision {row['code.revision'][:12]}{changed}"


def _named(name, version):
    """The version with its name in front, unless it brings one: "CUDA 13.0"."""
    return version if version.lower().startswith(name) else f"{name} {version}"

"""The lines under a figure: what ran, with which compilers, and how often."""

import pandas as pd

from analysis.drawing.palette import sort_toolchains


def device_note(records):
    """Device, driver, runtime and clocks of the first record: a figure is of one device."""
    row = records.iloc[0]
    parts = [row["device.name"]]
    if pd.notna(row["device.driver"]):
        parts.append(f"driver {row['device.driver']}")
    if pd.notna(row["runtime.version"]):
        parts.append(_named(row["runtime.name"], row["runtime.version"]))
    if pd.notna(row["device.clocks_locked"]):
        parts.append("clocks locked" if row["device.clocks_locked"] else "clocks not locked")
    return ", ".join(parts)


def toolchain_notes(records):
    """One line a toolchain: its name and its compiler's version line."""
    compilers = dict(zip(records["toolchain.name"], records["toolchain.compiler"], strict=True))
    return [f"{name}: {compilers[name]}" for name in sort_toolchains(compilers)]


def run_notes(records):
    """What was measured on what, by which compilers' code of which revision."""
    return [device_note(records), *toolchain_notes(records), revision_note(records)]


def revision_note(records):
    """The revisions of the code that was measured, as far as the records know them."""
    revisions = sorted({_revision(row) for _, row in records.iterrows()})
    return f"Code: {', '.join(revisions)}."


def samples_note(records, what):
    """How many samples stand behind a bar and what the whiskers show."""
    fewest, most = records["summary.count"].min(), records["summary.count"].max()
    count = f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
    return f"{what}: median of {count} samples; whiskers: 5th to 95th percentile."


def state_notes(records):
    """A warning where the records did not start from the same particles, or none."""
    hashes = records.groupby(["scenario.particles", "scenario.state.label"])["scenario.state.hash"]
    if hashes.nunique().max() > 1:
        return ["Not all bars of a group were measured from the same saved state."]
    return []


def _revision(row):
    if pd.isna(row["code.revision"]):
        return "revision not recorded"
    dirty = row["code.dirty"]
    changed = " with uncommitted changes" if pd.notna(dirty) and dirty else ""
    return f"revision {row['code.revision'][:12]}{changed}"


def _named(name, version):
    """The version with its name in front, unless it brings one: "CUDA 13.0"."""
    return version if version.lower().startswith(name) else f"{name} {version}"

"""The cross-check of loops as a table in Markdown."""

from collections import Counter

from analysis.profiling.crosscheck import SHORTEST_S
from analysis.profiling.loop_crosscheck import Verdict

US = 1e6
HEADING = {
    "scenario": "---",
    "particles": "--:",
    "state": "---",
    "toolchain": "---",
    "variant": "---",
    "stage": "---",
    "kernels": "--:",
    "recorded [µs]": "--:",
    "timeline [µs]": "--:",
    "ratio": "--:",
    "pause before [µs]": "--:",
    "by difference [µs]": "--:",
    "verdict": "---",
}


def as_markdown(checks, tolerance):
    """The table, a line a check, and below it how many there are of each verdict."""
    lines = [HEADING, HEADING.values(), *(_cells(check, tolerance) for check in checks)]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    counts = Counter(check.verdict(tolerance) for check in checks)
    told = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    return (
        f"{table}\n{len(checks)} stages and steps: {told} (tolerance {tolerance:.1%}; too short: "
        f"differs, and takes less than {SHORTEST_S * US:.0f} µs).\n"
    )


def _cells(check, tolerance):
    scenario = check.record["scenario"]
    return [
        scenario["name"],
        f"{scenario['particles']:,}",
        scenario["state"]["label"],
        check.record["toolchain"]["name"],
        f"`{check.record['variant']}`",
        check.record["stage"],
        str(check.kernels),
        f"{check.recorded_s * US:.2f}",
        f"{check.timeline_s * US:.2f}",
        f"{check.ratio:.3f}",
        _in_us(check.pause_s),
        _in_us(check.difference_s),
        check.verdict(tolerance).value,
    ]


def _in_us(seconds):
    return "" if seconds is None else f"{seconds * US:.2f}"

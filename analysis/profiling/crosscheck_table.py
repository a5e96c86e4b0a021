"""The cross-check as a table in Markdown."""

from collections import Counter

from analysis.profiling.crosscheck import SHORTEST_S, Verdict

US = 1e6
HEADING = [
    "scenario",
    "particles",
    "toolchain",
    "variant",
    "stage",
    "kernels",
    "recorded [µs]",
    "clock [MHz]",
    "profiler [µs]",
    "clock [MHz]",
    "ratio",
    "in cycles",
    "in the loop [µs]",
    "asynchronous [µs]",
    "verdict",
]
TEXTS = 5  # columns from the left that are flush left, particles apart


def as_markdown(checks, tolerance):
    """The table, a line a check, and below it how many there are of each verdict."""
    lines = [HEADING, [_rule(place) for place in range(len(HEADING))]]
    lines += [_cells(check, tolerance) for check in checks]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    return f"{table}\n{_summary(checks, tolerance)}\n"


def _rule(place):
    is_text = place < TEXTS and HEADING[place] != "particles"
    return "---" if is_text or HEADING[place] == "verdict" else "--:"


def _cells(check, tolerance):
    record = check.record
    return [
        record["scenario"]["name"],
        f"{record['scenario']['particles']:,}",
        record["toolchain"]["name"],
        f"`{record['variant']}`",
        record["stage"],
        str(check.kernels),
        f"{check.recorded_s * US:.2f}",
        _number(check.recorded_mhz, ".0f"),
        f"{check.profiled_s * US:.2f}",
        f"{check.profiled_mhz:.0f}",
        f"{check.ratio:.3f}",
        _number(check.ratio_of_cycles, ".3f"),
        _number(check.loop_s, ".2f", US),
        _number(check.asynchronous_s, ".2f", US),
        check.verdict(tolerance).value,
    ]


def _number(value, layout, scale=1):
    return "" if value is None else format(value * scale, layout)


def _summary(checks, tolerance):
    counts = Counter(check.verdict(tolerance) for check in checks)
    told = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    return (
        f"{len(checks)} stages: {told} (tolerance {tolerance:.1%}; too short: differs, and takes "
        f"less than {SHORTEST_S * US:.0f} µs)."
    )

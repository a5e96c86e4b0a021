"""What a reader of energies is told of how they were counted, beside figures and on pages."""

from analysis.recorded.energy import CONFIDENCE

INTERVAL = f"{100 * CONFIDENCE:g} % interval of the mean, with the resolution of the counter"


def counted(counters, runs):
    """By which counters, and over how many runs of each record."""
    least, most = _ends(runs)
    count = f"{least}" if least == most else f"{least} to {most}"
    return (
        f"By the counter {', '.join(sorted(set(counters)))}, of all that it counts, over {count} "
        "runs."
    )


def idle(powers):
    """What the idle device took [W], where that is known of any record."""
    powers = list(powers)
    if powers:
        least, most = (f"{power:.0f}" for power in _ends(powers))
        power = least if least == most else f"{least} to {most}"
        yield f"The idle device took {power} W before the runs; nothing is subtracted."


def _ends(values):
    values = sorted(values)
    return values[0], values[-1]

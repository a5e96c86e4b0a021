"""An audit for people: tables on the terminal."""

from analysis.audit.summary import SHARE_FOUND, Share
from analysis.columns import aligned

HEADINGS = ["injected", "value", "observed", "duels", "found", "of them", "95 % interval", "gate"]


def as_text(summaries):
    return "\n".join(map(_text, summaries))


def _text(summary):
    policy = summary.policy
    lines = [
        f"{summary.device}, {summary.toolchain}: {summary.stage} of {summary.scenario} "
        f"({summary.base_s * 1e6:.1f} us)",
        f"beside it: {summary.condition}",
        f"{policy['blocks']} blocks of {policy['samples_per_block']}, "
        f"what matters: {100 * policy['smallest_change']:g} %"
        + ("" if summary.median_seconds is None else f", {summary.median_seconds:.2f} s a duel"),
    ]
    if summary.verdicts.tried:
        lines += [_alarms("verdicts", summary.verdicts), _alarms("duels", summary.duels)]
        if summary.confirmed is not None:
            confirmed = Share(summary.confirmed, summary.duels.tried)
            lines.append(_alarms("duels", confirmed, ", confirmed by a second duel"))
    text = "".join(line + "\n" for line in lines)
    if summary.levels:
        text += "\n" + _levels(summary) + _smallest(summary.smallest_found)
    return text


def _alarms(what, share, how=""):
    return (
        f"false alarms: {share.found} of {share.tried} {what} of equal code{how} "
        f"({percent(share.value, _digits(share))}, {_interval(share)})"
    )


def _levels(summary):
    cells = [
        [
            percent(level.slowdown, 2),
            str(level.value),
            percent(level.observed, 2),
            str(level.found.tried),
            str(level.found.found),
            percent(level.found.value, 0),
            _interval(level.found),
            percent(level.stopped.value, 0),
        ]
        for level in summary.levels
    ]
    return aligned(HEADINGS, cells, [True] * len(HEADINGS))


def _smallest(slowdown):
    share = f"{100 * SHARE_FOUND:g} %"
    if slowdown is None:
        return f"no slowdown that was tried is found in {share} of duels\n"
    return f"smallest slowdown found in {share} of duels: {percent(slowdown, 2)}\n"


def _interval(share):
    low, high = share.interval
    return f"{percent(low, _digits(share))} to {percent(high, _digits(share))}"


def _digits(share):
    """Decimals of a percentage: of a thousand trials a tenth of a per cent tells nothing."""
    return 1 if share.tried < 1000 else 3


def percent(fraction, digits=1):
    return f"{100 * fraction:.{digits}f} %"

"""A verdict that holds in two pairs of runs.

Where buffers lie in a device's memory is drawn anew by each process, and one placement can be a few
percent slower than another through all blocks of a session. No number of blocks shows that; a
second session does.
"""

from dataclasses import replace

from analysis.compare.verdict import GRAVITY, Verdict, percent

CHANGED = (Verdict.SLOWER, Verdict.FASTER)
ABSENT = (Verdict.MISSING, Verdict.NEW)


def confirm(first, second):
    """`first`, a Comparison, with every verdict that `second`, of later runs, contradicts unclear.

    `second` may hold the rows in doubt alone: others keep their verdict.
    """
    again = {one.row: one for one in second.judgements}
    judgements = [_confirmed(one, again.get(one.row)) for one in first.judgements]
    seen = {one.row for one in first.judgements}
    judgements += [
        one for one in second.judgements if one.row not in seen and one.verdict == Verdict.INVALID
    ]
    # Only the verdicts changed: the order within one is that of `first`.
    return replace(first, judgements=sorted(judgements, key=lambda one: GRAVITY[one.verdict]))


def _confirmed(one, again):
    if one.verdict == Verdict.INVALID:
        return one
    if again is None or again.verdict in ABSENT:
        if one.verdict not in CHANGED:
            return one
        return _unclear(one, f"{_found(one)}, but the second pair of files does not hold it")
    if again.verdict == Verdict.INVALID:
        return again
    if again.verdict == one.verdict or one.verdict in ABSENT:
        return one
    return _unclear(one, f"not confirmed: {_found(one)}, then {_found(again)}")


def _unclear(one, reason):
    return replace(one, verdict=Verdict.UNCLEAR, reason=reason)


def _found(one):
    if one.measured is None:
        return f"{one.verdict} ({one.reason})"
    return f"{one.verdict} ({percent(one.measured.ratio)})"

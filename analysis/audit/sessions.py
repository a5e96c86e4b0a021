"""Which duels an audit holds, in which order, in which session."""

import random

from analysis.audit.calibration import VALUES
from analysis.audit.judging import Injection


def calibration_session(stage, parameter, repeats, seed):
    """The Injections of the session that calibrates."""
    injections = [
        Injection("calibration", stage, parameter, value, None) for value in VALUES
    ] * repeats
    random.Random(seed).shuffle(injections)
    return injections


def sessions(calibration, stage, parameter, slowdowns, counts, sessions, seed):
    """A list of sessions, each a list of Injections in random order, all alike in what they hold.

    counts: (duels of equal sides, duels of each slowdown), over all sessions.
    """
    of_equal, of_each = counts
    wanted = [Injection("false-alarm", stage, parameter, 0, 0.0)] * of_equal
    for slowdown in slowdowns:
        value = calibration.value_for(slowdown)
        wanted += [
            Injection("power", stage, parameter, value, calibration.slowdown_of(value))
        ] * of_each
    shares = [wanted[k::sessions] for k in range(sessions)]
    generator = random.Random(seed)
    for share in shares:
        generator.shuffle(share)
    return [share for share in shares if share]

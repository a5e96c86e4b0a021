"""How much slower a stage becomes by so much injected work: measured first, to be injected then."""

from dataclasses import dataclass

import numpy as np

from analysis.audit.records import row_of
from analysis.errors import InputError

# 0, 4, 8, 16, ...: what hides in the latency of other work at first shows in full in the end.
VALUES = (0, *(2**k for k in range(2, 12)), 4095)


@dataclass(frozen=True)
class Calibration:
    """Slowdowns at some values of the parameter, both ascending."""

    values: tuple[int, ...]
    slowdowns: tuple[float, ...]

    def value_for(self, slowdown):
        """The value that slows the stage down by a fraction, between those that were tried.

        Raises InputError where none does.
        """
        if slowdown > self.slowdowns[-1]:
            raise InputError(
                f"calibration: a slowdown of {100 * slowdown:g} % cannot be injected: with "
                f"{self.values[-1]} it is {100 * self.slowdowns[-1]:.2f} %"
            )
        above = int(np.searchsorted(self.slowdowns, slowdown))
        first = max(0, above - 1)
        pieces = self.slowdowns[first : above + 1], self.values[first : above + 1]
        return max(1, round(float(np.interp(slowdown, *pieces))))

    def slowdown_of(self, value):
        return float(np.interp(value, self.values, self.slowdowns))


def calibration_of(duels, suite):
    """The first duels of an audit's file that calibrate a suite: one toolchain, one condition.

    Raises InputError where there are none.
    """
    found = [duel for duel in duels if duel["purpose"] == "calibration" and duel["suite"] == suite]
    if not found:
        raise InputError(f"calibration: no duel of the file calibrates the suite {suite}")
    return [duel for duel in found if _circumstances(duel) == _circumstances(found[0])]


def _circumstances(duel):
    return duel["toolchain"]["name"], duel["condition"]


def calibrate(duels, stage):
    """The Calibration out of calibration duels: the median ratio at each value, made to rise.

    Without injected work it is 1, whatever noise makes of equal sides: to divide by that would put
    its error into every other. Raises InputError where the stage is too short to be judged.
    """
    ratios = {}
    for duel in duels:
        row = row_of(duel, stage)
        if row is None:
            raise InputError(
                f"calibration: {stage} is too short to be judged: choose a larger scenario"
            )
        ratios.setdefault(duel["injected"]["value"], []).append(row["ratio"])
    values = tuple(sorted(ratios))
    medians = [1.0 if value == 0 else np.median(ratios[value]) for value in values]
    rising = np.maximum.accumulate(medians)
    return Calibration(values, tuple(float(one) for one in rising - 1))

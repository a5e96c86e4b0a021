"""The change of a row with its interval, drawn with characters: a plot where no image can be."""

import math
from dataclasses import dataclass

HALF = 24  # characters on each side of no change


@dataclass(frozen=True)
class Scale:
    """A change in percent at the end of the axis, on both sides."""

    end: float

    @staticmethod
    def of(judgements):
        """Wide enough for all ratios, and for what matters."""
        changes = [abs(100 * (one.measured.ratio - 1)) for one in judgements]
        matters = [100 * one.smallest_change for one in judgements]
        return Scale(math.ceil(max(*changes, *(2 * one for one in matters))))

    def column(self, ratio):
        """Of a ratio; what lies outside is at the edge."""
        position = 100 * (ratio - 1) / self.end * HALF
        return HALF + round(max(-HALF, min(HALF, position)))


def draw(judgement, scale):
    """`-` the interval, `o` the ratio, `:` what matters, `|` no change."""
    measured, change = judgement.measured, judgement.smallest_change
    line = [" "] * (2 * HALF + 1)
    for ratio in (1 / (1 + change), 1 + change):
        line[scale.column(ratio)] = ":"
    line[HALF] = "|"
    for column in range(scale.column(measured.low), scale.column(measured.high) + 1):
        line[column] = "-"
    line[scale.column(measured.ratio)] = "o"
    return "".join(line)


def axis(scale):
    """A line above the strips: the ends in percent, faster on the left."""
    left, right = f"-{scale.end:g} % faster", f"slower +{scale.end:g} %"
    return left + "0".center(2 * HALF + 1 - len(left) - len(right)) + right

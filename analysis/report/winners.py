"""Which variant steps fastest, and which others take as long as far as the samples can tell."""

from collections import defaultdict
from dataclasses import dataclass

from analysis.compare.blocks import times
from analysis.compare.bootstrap import fewest_blocks, ratio_interval
from analysis.compare.comparison import Policy
from analysis.report.contenders import Contender

CONFIDENCE = 1 - Policy().alpha


@dataclass(frozen=True)
class Winner:
    """The fastest contender of a case, and the others of its file that tie with it."""

    best: Contender
    ties: tuple[Contender, ...]
    is_sure: bool  # whether there are blocks enough for an interval of CONFIDENCE

    @property
    def median_s(self):
        return self.best.step["summary"]["median_s"]

    @property
    def mipps(self):
        return self.best.step["summary"]["mipps"]


def winners(contenders):
    """{Case: its Winner} of the contenders of one scenario on one device. A case in which no whole
    step was measured has none."""
    cases = defaultdict(list)
    for one in contenders:
        if one.step is not None and one.step["summary"]["median_s"] > 0:
            cases[one.case].append(one)
    return {case: _winner(of_case) for case, of_case in cases.items()}


def _winner(contenders):
    best = min(contenders, key=lambda one: one.step["summary"]["median_s"])
    # Other files are of other sessions, whose difference no statistic of samples tells.
    others = [one for one in contenders if one.file == best.file and one is not best]
    ties = tuple(one for one in others if ties_with(best.step, one.step))
    enough = len(set(best.step["samples"]["block"])) >= fewest_blocks(CONFIDENCE)
    return Winner(best, ties, enough)


def ties_with(best, other):
    """Whether the interval of a record's median over the best's reaches below the change that
    matters: then the samples do not tell that it is slower by as much."""
    matters = 1 + Policy().change_that_matters(best["runtime"]["name"])
    if other["summary"]["min_s"] > matters * best["summary"]["max_s"]:
        return False  # no resample leaves the range of its samples
    sides = times(best), times(other)
    paired = list(sides[0].labels) == list(sides[1].labels)
    low, _ = ratio_interval(*sides, CONFIDENCE, paired)
    return low < matters

"""How often the gate was wrong: false alarms, and the share of slowdowns that it found."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import scipy

from analysis.audit.tally import ALARMS, as_tally, count_of
from analysis.compare.verdict import Verdict

CONFIDENCE = 0.95
SHARE_FOUND = 0.8


@dataclass(frozen=True)
class Share:
    """`found` out of `tried`, with the interval of Clopper and Pearson."""

    found: int
    tried: int

    @property
    def value(self):
        return self.found / self.tried

    @property
    def interval(self):
        # scipy.stats, which takes a second to load, is loaded here and not with the package.
        tail = (1 - CONFIDENCE) / 2
        missed = self.tried - self.found
        low = scipy.stats.beta.ppf(tail, self.found, missed + 1) if self.found else 0.0
        high = scipy.stats.beta.ppf(1 - tail, self.found + 1, missed) if missed else 1.0
        return float(low), float(high)


@dataclass(frozen=True)
class Level:
    """The duels of one injected slowdown."""

    slowdown: float  # as calibrated
    value: int  # of the tuning parameter
    observed: float  # median of the duels' own
    found: Share  # the stage is judged slower
    stopped: Share  # the gate's exit code says that the candidate is slower


@dataclass(frozen=True)
class Summary:
    """What an audit shows of one suite on one device under one condition."""

    suite: str
    condition: str
    device: str
    toolchain: str
    scenario: str
    stage: str
    policy: dict
    verdicts: Share  # of equal code: rows called slower or faster
    duels: Share  # of equal code: duels with such a row
    confirmed: int | None  # of those alarmed, by a second duel; None where some were not held again
    levels: list[Level]  # ascending
    median_seconds: float | None  # of a duel
    base_s: float  # median of the stage

    @property
    def smallest_found(self):
        """The smallest slowdown that is found in 80 % of duels, between two levels; or None.

        The share found at a level counts as no larger than that at any larger slowdown.
        """
        if not self.levels:
            return None
        shares = np.array([level.found.value for level in self.levels])
        rising = np.minimum.accumulate(shares[::-1])[::-1]
        if rising[-1] < SHARE_FOUND:
            return None
        above = int(np.argmax(rising >= SHARE_FOUND))
        slowdowns = [level.slowdown for level in self.levels]
        if above == 0:
            return slowdowns[0]
        pair = slice(above - 1, above + 1)
        return float(np.interp(SHARE_FOUND, rising[pair], slowdowns[pair]))


def summarise(duels):
    """The Summaries of an audit's duels, one a condition and experiment, as a list."""
    groups = {}
    for duel in duels:
        groups.setdefault(_experiment(duel), []).append(duel)
    return [_summary(of_one) for of_one in groups.values() if any(map(_is_judged, of_one))]


def _experiment(duel):
    return (
        duel["condition"],
        duel["device"]["name"],
        duel["toolchain"]["name"],
        duel["suite"],
        duel["scenario"]["particles"],
        duel["variant"],
        tuple(sorted(duel["policy"].items())),
    )


def _is_judged(duel):
    return duel["purpose"] != "calibration"


def _summary(duels):
    first, stage = duels[0], duels[0]["injected"]["stage"]
    equal = [as_tally(duel) for duel in duels if duel["purpose"] == "false-alarm"]
    verdicts = Counter()
    for tally in equal:
        for of_stage in tally["rows"].values():
            verdicts.update(of_stage)
    levels = {}
    for duel in duels:
        if duel["purpose"] == "power":
            key = duel["injected"]["slowdown"], duel["injected"]["value"]
            levels.setdefault(key, []).append(duel)
    timed = [duel for duel in duels if duel["seconds"] is not None]
    seconds = [duel["seconds"] for duel in timed for _ in range(count_of(duel))]
    bases = [as_tally(duel)["base_s"][stage] for duel in duels if _has(duel, stage)]
    return Summary(
        suite=first["suite"],
        condition=first["condition"],
        device=first["device"]["name"],
        toolchain=first["toolchain"]["name"],
        scenario=f"{first['scenario']['name']}, {first['scenario']['particles']:,} particles",
        stage=stage,
        policy=first["policy"],
        verdicts=Share(sum(verdicts[one] for one in ALARMS), verdicts.total()),
        duels=Share(
            sum(tally["alarmed"] for tally in equal), sum(tally["duels"] for tally in equal)
        ),
        confirmed=_confirmed(equal),
        levels=[_level(*key, levels[key], stage) for key in sorted(levels)],
        median_seconds=float(np.median(seconds)) if seconds else None,
        base_s=float(np.median(bases)),
    )


def _level(slowdown, value, duels, stage):
    tallies = [as_tally(duel) for duel in duels]
    tried = sum(tally["duels"] for tally in tallies)
    medians = [tally["ratios"][stage][2] for tally in tallies for _ in range(tally["duels"])]
    return Level(
        slowdown,
        value,
        float(np.median(medians)) - 1,
        Share(sum(tally["rows"][stage].get(Verdict.SLOWER, 0) for tally in tallies), tried),
        Share(sum(tally["gate"].get("10", 0) for tally in tallies), tried),
    )


def _confirmed(tallies):
    alarmed = [tally for tally in tallies if tally["alarmed"]]
    if not alarmed or any("confirmed" not in tally for tally in alarmed):
        return None
    return sum(tally["confirmed"] for tally in alarmed)


def _has(duel, stage):
    return stage in as_tally(duel)["rows"]

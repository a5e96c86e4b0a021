"""What one learns from records, in sentences whose numbers are of these records.

A comparison is of one session: one file and case and, but where compilers are compared, compiler.
"""

import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass
from operator import attrgetter

from analysis.compare.comparison import Policy
from analysis.report.anchors import scenario_page
from analysis.report.contenders import Contender, labels_of

FEWEST = 3  # variants of a comparison


@dataclass(frozen=True)
class Lesson:
    """Sentences; `example` is of two contenders, and `href` leads to the slower one."""

    what: str
    text: str
    example: str = ""
    href: str = ""


@dataclass(frozen=True)
class Pair:
    """Two contenders of one session and case."""

    slow: Contender
    fast: Contender

    @classmethod
    def ends_of(cls, contenders):
        return cls(max(contenders, key=_time), min(contenders, key=_time))

    @property
    def ratio(self):
        return _time(self.slow) / _time(self.fast)


def lessons(devices, by_device):
    """The three Lessons. devices: {slug: Device}; by_device: {slug: {scenario: its Contenders}}."""
    sessions = list(_sessions(by_device))
    names = _Names(devices, by_device)
    return [
        _of_variants(sessions, names),
        _of_cases(sessions, names),
        _of_compilers(by_device, names),
    ]


def _of_variants(sessions, names):
    what = "What the choice of the variant changes."
    if not sessions:
        return Lesson(what, f"No session has {FEWEST} variants of one case by one compiler.")
    pairs = [Pair.ends_of(of) for of in sessions]
    middle = statistics.median(statistics.median(map(_time, of)) / _fastest(of) for of in sessions)
    most = max(pairs, key=attrgetter("ratio"))
    return Lesson(
        what,
        f"The slowest variant's step takes {_longer(_median(pairs))} as the fastest one's, that of "
        f"the variant in the middle {_longer(middle)}: medians of {len(pairs):,} comparisons of "
        f"{FEWEST} variants or more in one session, on one case, by one compiler.",
        f"At most {_longer(most.ratio)}: {most.slow.variant} as {most.fast.variant} in "
        f"{names.place(most.slow)}.",
        names.href(most.slow),
    )


def _of_cases(sessions, names):
    what = "Whether one strategy is the fastest everywhere."
    winners = {}
    for best in sorted((min(of, key=_time) for of in sessions), key=_time):
        winners.setdefault((names.slug(best), best.scenario, best.case), best)
    count = Counter(one.any["strategies"].get("forces") for one in winners.values())
    if len(winners) < 2:
        return Lesson(what, f"Fewer than two cases have {FEWEST} variants in one session.")
    name, cases = count.most_common(1)[0]
    if len(count) == 1:
        return Lesson(what, f"{name} computes the forces fastest in all of {cases:,} cases.")
    text = (
        f"{len(count)} of the strategies that compute forces are the fastest of one or more of "
        f"{len(winners):,} cases; {name} of {cases:,}, the most ({_share(cases, winners)})."
    )
    carried = list(_carried(sessions, winners.values(), names))
    if not carried:
        return Lesson(what, text)
    home, pair = max(carried, key=lambda one: one[1].ratio)
    return Lesson(
        what,
        text,
        f"{home.variant}, the fastest of {names.case(home)}, takes {_longer(pair.ratio)} as "
        f"{pair.fast.variant} in {names.place(pair.slow)}.",
        names.href(pair.slow),
    )


def _carried(sessions, winners, names):
    """Yields each winner with a Pair, of it and of the fastest in another case of its place."""

    def place(one):
        return names.slug(one), one.scenario, one.toolchain, one.variant

    homes = {place(one): one for one in winners}
    for of in sessions:
        best = min(of, key=_time)
        for one in of:
            home = homes.get(place(one))
            if home is not None and home.case != one.case and one is not best:
                yield home, Pair(one, best)


def _of_compilers(by_device, names):
    what = "What the choice of the compiler changes."
    groups = defaultdict(list)
    for one in _measured(by_device):
        groups[one.file, one.case, one.variant, str(one.any["tuning"])].append(one)
    pairs = [Pair.ends_of(of) for of in groups.values() if len({one.toolchain for one in of}) > 1]
    if not pairs:
        return Lesson(what, "No session has a variant by two compilers.")
    most = max(pairs, key=attrgetter("ratio"))
    count = sum(map(_matters, pairs))
    return Lesson(
        what,
        f"A step of one variant with one tuning by another compiler takes "
        f"{_longer(_median(pairs))}: the median of {len(pairs):,} comparisons in one session, in "
        f"{count:,} of which ({_share(count, pairs)}) it is more than the change that matters.",
        f"At most {_longer(most.ratio)}: by {most.slow.toolchain} as by {most.fast.toolchain}, "
        f"{most.slow.variant} in {names.place(most.slow)}.",
        names.href(most.slow),
    )


def _matters(pair):
    return pair.ratio > 1 + Policy().change_that_matters(pair.fast.any["runtime"]["name"])


class _Names:
    """What people call contenders, and where these stand."""

    def __init__(self, devices, by_device):
        self._devices = devices
        self._labels = {
            (slug, scenario, case): label
            for slug, by_scenario in by_device.items()
            for scenario, of in by_scenario.items()
            for case, label in labels_of(sorted({one.case for one in of})).items()
        }

    def slug(self, one):
        return one.any["device"]["slug"]

    def case(self, one):
        return self._labels[self.slug(one), one.scenario, one.case]

    def place(self, one):
        return f"{one.scenario} ({self.case(one)}) on {self._devices[self.slug(one)].name}"

    def href(self, one):
        return f"{scenario_page(self.slug(one), one.scenario)}#{one.anchor}"


def _measured(by_device):
    for by_scenario in by_device.values():
        for of_scenario in by_scenario.values():
            yield from (one for one in of_scenario if one.step is not None and _time(one) > 0)


def _sessions(by_device):
    """Yields the variants of a session, case and compiler, each with its fastest tuning."""
    groups = defaultdict(dict)
    for one in _measured(by_device):
        of = groups[one.file, one.case, one.toolchain]
        of[one.variant] = min(of.get(one.variant, one), one, key=_time)
    yield from (list(of.values()) for of in groups.values() if len(of) >= FEWEST)


def _time(one):
    return one.step["summary"]["median_s"]


def _fastest(contenders):
    return min(map(_time, contenders))


def _median(pairs):
    return statistics.median(pair.ratio for pair in pairs)


def _share(count, of):
    return f"{100 * count / len(of):.0f} %"


def _longer(ratio):
    """A ratio of times, to three digits without an exponent."""
    return f"{ratio:,.0f} times as long" if ratio >= 100 else f"{ratio:.3g} times as long"

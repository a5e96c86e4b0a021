"""What a site shows a row of: one variant by one toolchain, on one scenario in one state."""

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from analysis.load import is_refusal, is_valid, why_not
from analysis.rebuilds import is_built
from analysis.recorded.drift import is_drifting
from analysis.recorded.identity import experiment_hash, is_time
from analysis.report.anchors import row_anchor
from analysis.runs import DEFAULT_FORMAT

WHOLE_STEP = ("step", "step", "loop")


class Case(NamedTuple):
    """What variants are compared on."""

    particles: int
    state: str
    step: int | None  # None where the label of the state names a time
    physics: str
    parameters: str  # JSON


@dataclass(frozen=True)
class Contender:
    """The records of one contender, at least one, as load_records() gives them."""

    file: str  # from the folder of results
    case: Case
    records: list

    @property
    def any(self):
        """A record, for what all have in common."""
        return self.records[0]

    @property
    def scenario(self):
        return self.any["scenario"]["name"]

    @property
    def toolchain(self):
        return self.any["toolchain"]["name"]

    @property
    def variant(self):
        """With the side of a duel."""
        side = self.any.get("side")
        return f"{self.any['variant']} ({side})" if side else self.any["variant"]

    @property
    def list_format(self):
        """None of variants without a list."""
        strategies = self.any["strategies"]
        if "list" not in strategies:
            return None
        return strategies.get("list-format", DEFAULT_FORMAT)

    @property
    def anchor(self):
        state = self.any["scenario"]["state"]
        return row_anchor(
            self.scenario,
            self.case.particles,
            state["label"],
            state["step"],
            self.toolchain,
            self.any["variant"],
        )

    def measured(self, stage, scope, cache):
        """The valid record of one stage, looked at in one way; None where there is none, and of a
        step whose list was never built."""
        for record in self.records:
            if (record["stage"], record["scope"], record["cache"]) == (stage, scope, cache):
                told = record["samples"]["time_s"] and _is_good(record) and is_built(record)
                return record if told else None
        return None

    @property
    def step(self):
        """The valid record of its whole step, or None."""
        return self.measured(*WHOLE_STEP)

    @property
    def energy(self):
        """`energy` of its whole step where that was counted, or None."""
        energy = {} if self.step is None else self.step.get("energy", {})
        return energy if "samples" in energy else None

    @property
    def verdict(self):
        """("passed" | "refused" | "failed", the reason)."""
        invalid = [record for record in self.records if not _is_good(record)]
        if not invalid:
            return "passed", ""
        kind = "refused" if all(map(is_refusal, invalid)) else "failed"
        return kind, why_not(invalid[0])


def _is_good(record):
    return is_valid(record) and not is_drifting(record)


def contenders(runs):
    """The Contenders of recorded runs, {path of a file: its records}, in their order."""
    found = defaultdict(list)
    for file, records in runs.items():
        for record in records:
            found[file, experiment_hash(record)].append(record)
    return [Contender(file, case_of(of[0]), of) for (file, _), of in found.items()]


def case_of(record):
    """The Case of a record."""
    scenario = record["scenario"]
    state = scenario["state"]
    return Case(
        scenario["particles"],
        state["label"],
        None if is_time(state["label"]) else state["step"],
        record["physics"],
        _text(scenario["parameters"]),
    )


def labels_of(cases):
    """{Case: what a person calls it}. Parameters are told where nothing else tells cases apart."""
    plain = {case: _plain(case) for case in cases}
    several = Counter(plain.values())
    return {
        case: label if several[label] == 1 else f"{label}, {_parameters(case)}"
        for case, label in plain.items()
    }


def names_of(contenders):
    """What tells each of the Contenders of a scenario from others of its case and toolchain, as a
    list: its variant, its suite where the variant stands in several, and what tells tunings of one
    suite apart."""
    suites = defaultdict(set)
    groups = defaultdict(list)
    for one in contenders:
        suites[one.case, one.variant].add(one.any["suite"])
        groups[one.case, one.toolchain, one.variant, one.any["suite"]].append(one)
    told = {}
    for (case, _, variant, suite), of_name in groups.items():
        name = f"{variant}, {suite}" if len(suites[case, variant]) > 1 else variant
        for one, ending in zip(of_name, _endings(of_name), strict=True):
            told[id(one)] = f"{name}{ending}"
    return [told[id(one)] for one in contenders]


def _endings(contenders):
    """What tells contenders of one name apart: tuning, whether a sweep chose it, else a number."""
    endings = [""] * len(contenders)
    swept = ["best tuning" if one.any["tuning_sweep"] else "" for one in contenders]
    for told in (differing([one.any["tuning"] for one in contenders]), swept):
        if len(set(endings)) < len(endings):
            endings = [
                f"{ending}, {more}" if more else ending
                for ending, more in zip(endings, told, strict=True)
            ]
    numbers = [endings[:at].count(ending) for at, ending in enumerate(endings)]
    return [
        f"{ending} ({number + 1})" if number else ending
        for ending, number in zip(endings, numbers, strict=True)
    ]


def differing(tunings):
    """What each of several tunings has otherwise than others, on a line."""
    flat = [
        {f"{stage} {name}": value for stage, of in tuning.items() for name, value in of.items()}
        for tuning in tunings
    ]
    names = sorted({name for one in flat for name in one})
    told = [name for name in names if len({one.get(name) for one in flat}) > 1]
    return [", ".join(f"{name} {one[name]}" for name in told if name in one) for one in flat]


def tuning_text(tuning):
    """The tuning of a record on a line."""
    return "; ".join(
        f"{stage}: " + ", ".join(f"{name} {value}" for name, value in values.items())
        for stage, values in sorted(tuning.items())
        if values
    )


def _plain(case):
    step = "" if case.step is None or case.state.startswith("step-") else f" (step {case.step:,})"
    return f"{case.particles:,} particles, {case.state}{step}, {case.physics}"


def _parameters(case):
    values = json.loads(case.parameters)
    return ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in values.items())


def _text(value):
    return json.dumps(value, sort_keys=True)

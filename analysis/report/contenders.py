"""What a site shows a row of: one variant by one toolchain, on one scenario in one state."""

import json
from collections import defaultdict
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
    def board(self):
        """What tells its device from others of the name."""
        return self.any["device"].get("board") or "not known"

    @property
    def recorded_on(self):
        """The day of its last record."""
        return max(record["recorded_at"] for record in self.records)[:10]

    @property
    def told(self):
        """What tells it from other recordings of the same."""
        return f"{self.any['suite']}, {self.recorded_on}, board {self.board}"

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
    """{Case: what a person calls it}."""
    physics = physics_of(cases)
    return {
        case: f"{case.particles:,} particles, {state_of(case)}, {physics[case]}" for case in cases
    }


def state_of(case):
    """What a person calls the state of a Case."""
    is_told = case.step in (None, 0) or case.state.startswith("step-")
    return case.state if is_told else f"{case.state} (step {case.step:,})"


def physics_of(cases):
    """{Case: its physics}, with those parameters that alone tell it from others of the Cases."""
    alike = defaultdict(list)
    for case in cases:
        alike[case.particles, state_of(case), case.physics].append(case)
    found = {}
    for of in alike.values():
        parameters = differing([_parameters(case) for case in of])
        for case, told in zip(of, parameters, strict=True):
            found[case] = f"{case.physics}, {told}" if told else case.physics
    return found


def lines_of(cases):
    """{Case: what all of a line over the number of particles have in common}: state, physics and
    each parameter that tells Cases apart, but for the one that makes them larger or smaller."""
    named = {case: _parameters(case) for case in cases}
    values = defaultdict(set)
    for name in sorted({name for of in named.values() for name in of}):
        values[name] = {of.get(name) for of in named.values()}
    sizes = [name for name in values if not _keeps_size(name, named)]
    size = max(sizes, key=lambda name: len(values[name]), default=None)
    told = [name for name in values if len(values[name]) > 1 and name != size]
    return {
        case: ", ".join(
            [state_of(case), case.physics, *(f"{name} {of[name]}" for name in told if name in of)]
        )
        for case, of in named.items()
    }


def _keeps_size(name, named):
    """Whether two Cases, {Case: its parameters}, of one size differ in this parameter alone."""
    others = [
        (state_of(case), case.physics, case.particles, sorted({**of, name: ""}.items()))
        for case, of in named.items()
    ]
    return any(others.count(one) > 1 for one in others)


def differing(several):
    """What each of several {name: value} has otherwise than others, on a line."""
    names = sorted({name for one in several for name in one})
    told = [name for name in names if len({one.get(name) for one in several}) > 1]
    return [", ".join(f"{name} {one[name]}" for name in told if name in one) for one in several]


def flat(tuning):
    """{stage and name: value} of the tuning of a record."""
    return {f"{stage} {name}": value for stage, of in tuning.items() for name, value in of.items()}


def tuning_text(tuning):
    """The tuning of a record on a line."""
    return "; ".join(
        f"{stage}: " + ", ".join(f"{name} {value}" for name, value in values.items())
        for stage, values in sorted(tuning.items())
        if values
    )


def _parameters(case):
    values = json.loads(case.parameters)
    return {name.replace("_", " "): f"{value:g}" for name, value in values.items()}


def _text(value):
    return json.dumps(value, sort_keys=True)

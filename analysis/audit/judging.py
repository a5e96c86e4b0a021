"""A duel of an audit, judged as `ci/gate --duel` judges it."""

from dataclasses import dataclass

from analysis.audit.records import SCHEMA_VERSION
from analysis.compare import gate
from analysis.compare.comparison import Policy
from analysis.compare.files import compare_sides
from analysis.errors import InvalidRecordsError
from analysis.load import load_records, require_valid


@dataclass(frozen=True)
class Injection:
    """What the candidate of a duel does more than the base, and why."""

    purpose: str
    stage: str
    parameter: str
    value: int
    slowdown: float | None  # of the stage, as a fraction; None: not known yet

    @property
    def tuning(self):
        """The tuning of the candidate, as `sphlab duel --tunings` reads it."""
        return {self.stage: {self.parameter: self.value}} if self.value else {}


@dataclass(frozen=True)
class Held:
    """A duel that was held: where its records are, and under which circumstances."""

    file: str
    injection: Injection
    condition: str
    session: int
    number: int
    seconds: float | None


def judged(held, policy=Policy()):  # noqa: B008 - a frozen dataclass
    """The record of a Held duel. Raises InvalidRecordsError where one side did not verify."""
    records = load_records(held.file)
    require_valid(records, held.file)
    comparison = compare_sides(records, held.file, policy)
    measured = [one for one in comparison.judgements if one.measured is not None]
    if len(measured) < len(comparison.judgements):
        raise InvalidRecordsError(f"{held.file}: a row of the duel was measured on one side alone")
    step = next(record for record in records if record["scope"] == "step")
    return {
        "schema_version": SCHEMA_VERSION,
        "purpose": held.injection.purpose,
        "condition": held.condition,
        "session": held.session,
        "bout": held.number,
        "recorded_at": step["recorded_at"],
        "seconds": held.seconds,
        **{key: step[key] for key in ("code", "device", "host", "runtime", "suite", "variant")},
        "toolchain": {key: step["toolchain"][key] for key in ("name", "compiler")},
        "scenario": {key: step["scenario"][key] for key in ("name", "particles", "state")},
        "policy": {
            "alpha": policy.alpha,
            "blocks": step["policy"]["blocks"],
            "samples_per_block": step["policy"]["samples_per_block"],
            "smallest_change": measured[0].smallest_change,
        },
        "injected": {
            "stage": held.injection.stage,
            "parameter": held.injection.parameter,
            "value": held.injection.value,
            "slowdown": held.injection.slowdown,
        },
        "rows": [_row(one) for one in measured],
        "gate": gate.exit_code(comparison),
    }


def _row(judgement):
    measured = judgement.measured
    return {
        "stage": judgement.row.stage,
        "base_s": measured.base_s,
        "ratio": measured.ratio,
        "low": measured.low,
        "high": measured.high,
        "p": judgement.adjusted_p,
        "verdict": str(judgement.verdict),
        "reason": judgement.reason,
    }

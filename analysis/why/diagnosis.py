"""What the rules say of a variant."""

from dataclasses import dataclass

from analysis.why import stage_remarks, variant_remarks
from analysis.why.bottlenecks import decide
from analysis.why.facts import StageFacts, VariantFacts
from analysis.why.remarks import Remark, ask


@dataclass
class StageDiagnosis:
    """What one stage is bound by, and what is worth saying of it."""

    facts: StageFacts
    bound: str
    rule: str | None  # that decided
    evidence: str | None  # the number that says so
    remarks: list[Remark]


@dataclass
class Diagnosis:
    facts: VariantFacts
    stages: list[StageDiagnosis]  # in the order of execution
    remarks: list[Remark]  # of the variant as a whole

    @property
    def recorded(self):
        return self.facts.recorded

    @property
    def main_stage(self):
        """The stage that takes most of a step; None where no time is known."""
        timed = [stage for stage in self.stages if stage.facts.step_s is not None]
        return max(timed, key=lambda stage: stage.facts.step_s, default=None)

    def stage(self, name):
        """The facts of a stage; None where the variant does not have it."""
        return next((one.facts for one in self.stages if one.facts.stage == name), None)


def diagnose(facts):
    """Asks all rules of VariantFacts."""
    stages = [_diagnose_stage(stage, facts) for stage in facts.stages]
    return Diagnosis(facts, stages, ask(variant_remarks.RULES, facts))


def _diagnose_stage(stage, variant):
    bound, rule, evidence = decide(stage)
    remarks = ask(stage_remarks.RULES, stage, variant, bound)
    return StageDiagnosis(stage, bound, rule, evidence, remarks)

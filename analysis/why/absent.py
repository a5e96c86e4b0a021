"""What the facts of a variant lack, each with the command that brings it."""

import re
import shlex

SHELL_WORD = re.compile(r"[A-Za-z0-9+\-_./=]+")


def absent_facts(diagnosis):
    """Sentences of a Diagnosis."""
    recorded = diagnosis.recorded
    absent = list(diagnosis.facts.left_out)
    if diagnosis.facts.step_s is None:
        absent.append(
            "the step has no time above what the timer tells apart: shares of it are not known"
            if recorded.step
            else "the whole step was not measured: shares of it are not known"
        )
    if not any(stage.facts.reaches for stage in diagnosis.stages):
        absent.append(
            f"no limits of {recorded.head['device']['name']} to hold the work against: 'sphlab "
            "limits' measures them there, --limits reads them"
        )
    # No profiler of ours reads a CPU's counters, and the host executor counts kernels of GPUs.
    if diagnosis.main_stage is not None and recorded.head["runtime"]["name"] != "host":
        absent += _absent_of(diagnosis.main_stage.facts, recorded)
    return absent


def _absent_of(stage, recorded):
    if all(kernel.resources["registers"] is None for kernel in stage.kernels):
        yield (f"the record tells no registers of {stage.stage}: nothing is known of its occupancy")
    if stage.profiled is None:
        yield f"no profile of {stage.stage}: {_profile_remedy(recorded, stage.stage)}"
    if stage.counted is None:
        yield f"no counted requests and divergence: {_count_remedy(recorded.head)}"


def _profile_remedy(recorded, stage):
    if stage not in recorded.alone_and_warm:
        return (
            "a profiler needs a record of the stage alone: a suite whose policy has "
            'isolated_samples and the cache "warm", then ci/profile'
        )
    head = recorded.head
    words = (recorded.file, stage, head["toolchain"]["name"], head["variant"])
    file, stage, toolchain, variant = (_shell_word(str(word)) for word in words)
    return (
        f"'ci/profile {file} --stage {stage} --toolchain {toolchain} --variant {variant}' makes "
        "one, on the device"
    )


def _shell_word(text):
    """A word of a command line that stays one whatever it holds."""
    return text if SHELL_WORD.fullmatch(text) else shlex.quote(text)


def _count_remedy(record):
    """The first parameter of a scenario is its resolution where it has one alone."""
    parameter = min(record["scenario"]["parameters"], default="PARAMETER")
    return f"'--count {parameter}=SMALL' makes them here, at a size that the host can count"

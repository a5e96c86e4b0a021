"""The order of stages, as the records tell it, and which of them go over pairs."""

import pandas as pd

# Stages that run before each step or in it, beside the passes (kernels/abi/stages.hpp).
OF_EACH_STEP = ("displacement", "convergence", "time-step", "euler")
# What the loop copies around forces that alone run on the device.
COPIES = ("upload", "download")


def is_over_pairs(stage, accepted_pairs):
    """Whether a stage goes over pairs: the list, or a pass of whichever formulation, whose records
    alone tell how many pairs were accepted."""
    return stage == "list" or not pd.isna(accepted_pairs)


def is_pass(stage, accepted_pairs):
    """Whether a stage is a pass of a formulation: over pairs, and not the list."""
    return stage != "list" and is_over_pairs(stage, accepted_pairs)


def runs_at_rebuild(stage, accepted_pairs):
    """Whether a stage runs with the list, as preparations do, whatever they are called."""
    return not is_pass(stage, accepted_pairs) and stage not in (*OF_EACH_STEP, *COPIES)


def order_of(orders):
    """The stages of several lists, each in the order of execution, as one list.

    A stage that the earlier lists lack comes right after the one that precedes it in its own.
    """
    merged = []
    for order in orders:
        position = 0
        for stage in order:
            if stage in merged:
                position = merged.index(stage) + 1
            else:
                merged.insert(position, stage)
                position += 1
    return merged


def recorded_stages(rows):
    """Those of the stages measured in `rows`, a DataFrame of records, in the order of execution."""
    measured = set(rows["stage"])
    orders = dict.fromkeys(tuple(order) for order in rows["stages"])
    return [stage for stage in order_of(orders) if stage in measured]

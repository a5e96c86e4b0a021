"""The order of stages, as the records tell it, and which of them go over pairs."""

# Passes of the laboratory's formulations (kernels/physics), which compute a physics over pairs.
PASSES = ("density", "strain", "drift", "fractions", "viscosity", "prediction", "forces")
# Stages that do not run with the list (kernels/abi/stages.hpp): before each step, or in it.
OF_EACH_STEP = ("displacement", *PASSES, "convergence", "time-step", "euler")
# What the loop copies around forces that alone run on the device.
COPIES = ("upload", "download")


def runs_at_rebuild(stage):
    """Whether a stage runs with the list. One that is not known here is a preparation: it does."""
    return stage not in (*OF_EACH_STEP, *COPIES)


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

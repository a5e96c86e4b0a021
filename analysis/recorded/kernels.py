"""The kernels of a stage, and the one of them that a line of a table has room for."""

KEYS = (
    "kernel",
    "registers",
    "stack_bytes",
    "spill_bytes",
    "shared_bytes",
    "block_size",
    "occupancy",
)


def heaviest(kernels):
    """Of a stage's kernels the first that needs most registers per thread; all None of none."""
    if not kernels:
        return dict.fromkeys(KEYS)
    return dict(max(kernels, key=lambda one: -1 if one["registers"] is None else one["registers"]))

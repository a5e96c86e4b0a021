"""Devices of two runs, by ids that tell them apart within one process alone: what is 4 with `-d 4`
is 0 with CUDA_VISIBLE_DEVICES=4."""

from dataclasses import replace


def ids(benchmarks):
    """Ids of all devices in the names of benchmarks, ascending."""
    return sorted({one.device for one in benchmarks.values() if one.device is not None})


def numbered_as(benchmarks, others):
    """The benchmarks, {name: Benchmark}, under the ids of as many devices of others, by the order
    of their ids; as they are where the others have more or fewer devices."""
    mine, theirs = ids(benchmarks), ids(others)
    if len(mine) != len(theirs):
        return benchmarks
    known = dict(zip(mine, theirs, strict=True)) | {None: None}
    return {
        name.replace(f"Device={one.device}", f"Device={known[one.device]}", 1): replace(
            one, device=known[one.device]
        )
        for name, one in benchmarks.items()
    }

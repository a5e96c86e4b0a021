"""How far the same kernel is from itself in one run: what two runs cannot be expected to beat.

Contenders of one run that share a stage's strategy, tuning, particles and reach launch the same
kernel on buffers of their own. Where those lie makes a difference that lasts as long as they do.
"""

import json
from collections import defaultdict

from analysis.load import is_valid


def largest_differences(records):
    """{stage: largest relative difference of medians between contenders with the same kernel}

    Of the records of one run, by Row.what's stages in the running loop. Stages in which no kernel
    has two contenders, and medians that the timer does not tell from zero, are left out.
    """
    medians = defaultdict(list)
    for record in records:
        median = record["summary"]["median_s"]
        if record["scope"] == "stage" and is_valid(record) and median > 0:
            medians[_kernel(record)].append(median)
    found = defaultdict(float)
    for (stage, *_), of_kernel in medians.items():
        if len(of_kernel) > 1:
            found[stage] = max(found[stage], max(of_kernel) / min(of_kernel) - 1)
    return dict(found)


def _kernel(record):
    """What makes two records of a run ones of the same kernel on the same particles."""
    stage, strategies = record["stage"], record["strategies"]
    scenario, life = record["scenario"], record.get("list_life", {})
    return (
        stage,
        record["toolchain"]["name"],
        scenario["name"],
        scenario["particles"],
        scenario["state"]["hash"],
        strategies.get(stage),
        strategies.get("list-format"),
        life.get("trigger"),  # displacements rebuild in place, which copies
        life.get("expansion"),  # of a list, and of its cells
        json.dumps(record["tuning"].get(stage), sort_keys=True),
    )

"""What the figures of paper D's CPU ladder share: whole steps by one core and by threads.

Of a traversal that was measured with several tunings, or in cells of several sizes, the fastest
counts: the paper compares its most efficient version of each. All of it sorts as often: what keeps
its cells longer than the ladder does is no part of it.
"""

import pandas as pd

from analysis.errors import InputError
from analysis.runs import FORCES, STATES, in_the_loop

ONE_CORE = ("cpu-cells", "cpu-symmetric")
SYMMETRIC = "omp-symmetric"
OF_THREADS = ("omp-asymmetric", SYMMETRIC, "omp-slices-x", "omp-slices-y")
THREADS, PARTICLES, TIME = "tuning.forces.threads", "scenario.particles", "summary.median_s"
INTERVAL = "list_life.interval"
OF_THE_PROCESS = "runtime.openmp.threads"  # what 0 threads stand for
KEYS = ["scenario.name", STATES, "toolchain.name"]


def steps(material):
    """Whole steps by the traversals of the ladder, THREADS as a number: 1 of those of one core."""
    records = in_the_loop(material.records, "step")
    columns = records.columns.union([FORCES, THREADS, OF_THE_PROCESS, INTERVAL], sort=False)
    rows = records.reindex(columns=columns)
    rows = rows[rows[FORCES].isin(ONE_CORE + OF_THREADS)]
    longer = rows[INTERVAL] > rows[INTERVAL].min()
    rows = rows[~longer]
    return rows.assign(**{THREADS: [_threads(row) for _, row in rows.iterrows()]})


def _threads(row):
    if row[FORCES] in ONE_CORE:
        return 1
    told = pd.notna(row[THREADS]) and row[THREADS] != 0
    threads = row[THREADS] if told else row[OF_THE_PROCESS]
    if pd.isna(threads):
        raise InputError(
            f"id: {row['id']}: neither {THREADS} nor {OF_THE_PROCESS} tells how many threads "
            f"{row[FORCES]} had; record it again"
        )
    return int(threads)


def best_of_one_core(rows):
    """By number of particles the fastest record of one core."""
    return _fastest(rows[rows[FORCES].isin(ONE_CORE)])


def best_of_threads(rows, traversal, threads):
    """By number of particles the fastest record of a traversal with so many threads."""
    return _fastest(rows[(rows[FORCES] == traversal) & (rows[THREADS] == threads)])


def _fastest(rows):
    ordered = rows.sort_values(TIME).drop_duplicates(PARTICLES)
    return {int(row[PARTICLES]): row for _, row in ordered.iterrows()}


def thread_counts(rows):
    """More than one, of which there are records, ascending."""
    found = rows.loc[rows[FORCES].isin(OF_THREADS), THREADS]
    return sorted({int(threads) for threads in found if threads > 1})


def told(key):
    """Scenario, state and toolchain as a line below a title."""
    scenario, state, toolchain = key
    return f"{scenario}, {state} state, {toolchain}"

"""Whole runs against the obstacle of paper D, put together from saved states of one run.

Between two states, a step is taken to cost the mean of what it costs in either; how many steps lie
between them, the states tell. A CPU does not get to the later states in reasonable time: its run is
as many steps as the device's, each of which costs what one costs in the beginning.
"""

from dataclasses import dataclass

from analysis import ladder_cpu
from analysis.rebuilds import MISSED, PER_STEP
from analysis.runs import VARIANT, in_the_loop, one_by

SCENARIO = "dam-break-obstacle"
END = 1.5  # [s], of the run
PARTICLES, STEP, TIME = "scenario.particles", "scenario.state.step", "scenario.state.time_s"
CURVE = [VARIANT, "toolchain.name"]  # what has a run at each number of particles
KEYS = ["scenario.name", *CURVE, PARTICLES]
NEARLY = 0.99  # of END: a state is reached in whole cycles
# The versions of the paper's GPU code that figures 10 and 11 have.
VERSIONS = {
    "ranges-merged+half-radius-cells+every-1": "FastCells(r/2)",
    "cells-merged+half-radius-cells+every-1": "SlowCells(r/2)",
    "cells-merged+every-1": "SlowCells(r)",
}
ONE_CORE = "a single core"


@dataclass(frozen=True)
class WholeRun:
    """The steps of a run, and the seconds that they take: at the medians, at the 5th and at the
    95th percentiles of the steps in its states. rebuilds: of a step, on average. missed: the
    largest share of pairs that a list missed; None where none is kept. of_host: whether it is a
    CPU's, and so of its first state alone.
    """

    steps: int
    states: int
    seconds: float
    low: float
    high: float
    rebuilds: float | None = None
    missed: float | None = None
    of_host: bool = False

    @property
    def steps_per_second(self):
        return self.steps / self.seconds

    @property
    def is_exact(self):
        return not self.missed


def of_obstacle(records):
    """Those over the scenario and the ones that extend it."""
    return records[records["scenario.name"].str.startswith(SCENARIO)]


def with_whole_runs(material):
    """(scenario, its records, its whole runs, those of the material's host among them, by the KEYS
    that follow the scenario) of each scenario."""
    records = of_obstacle(material.records)
    runs = whole_runs(records)
    runs |= host_runs(material.host, runs)
    for scenario, rows in records.groupby("scenario.name"):
        yield scenario, rows, {key[1:]: run for key, run in runs.items() if key[0] == scenario}


def whole_runs(records):
    """By the values of KEYS a WholeRun, of those with states from the beginning to the end."""
    steps = in_the_loop(of_obstacle(records), "step")
    steps = steps.reindex(columns=steps.columns.union([PER_STEP, MISSED], sort=False))
    runs = {key: _whole_run(rows) for key, rows in steps.groupby(KEYS)}
    return {key: run for key, run in runs.items() if run is not None}


def _whole_run(rows):
    states = [row for _, row in sorted(one_by(rows, [STEP]).items())]
    if states[0][STEP] != 0 or states[-1][TIME] < NEARLY * END:
        return None
    steps = int(states[-1][STEP])
    rebuilds = _integrated(states, PER_STEP) / steps
    missed = max(row[MISSED] for row in states)
    return WholeRun(
        steps,
        len(states),
        *(_integrated(states, f"summary.{key}") for key in ("median_s", "p05_s", "p95_s")),
        rebuilds=None if rebuilds != rebuilds else rebuilds,
        missed=None if missed != missed else missed,
    )


def _integrated(states, key):
    pairs = zip(states, states[1:], strict=False)
    return sum((b[STEP] - a[STEP]) * (a[key] + b[key]) / 2 for a, b in pairs)


def host_runs(host, runs):
    """By the values of KEYS the WholeRuns of a CPU's Material: of the best of a single core, and of
    the paper's way to share a step among threads, with as many as were measured. They have the
    steps of `runs`, and their names in place of a variant's."""
    if host is None:
        return {}
    rows = ladder_cpu.steps(host)
    rows = rows[(rows[STEP] == 0) & rows["scenario.name"].str.startswith(SCENARIO)]
    steps = {(key[0], key[-1]): run.steps for key, run in runs.items()}
    found = {}
    for (scenario, toolchain), of_one in rows.groupby(["scenario.name", "toolchain.name"]):
        ways = {ONE_CORE: ladder_cpu.best_of_one_core(of_one)}
        for threads in ladder_cpu.thread_counts(of_one):
            name = f"{threads} threads, {ladder_cpu.SYMMETRIC}"
            ways[name] = ladder_cpu.best_of_threads(of_one, ladder_cpu.SYMMETRIC, threads)
        for name, best in ways.items():
            for particles, row in best.items():
                if (scenario, particles) in steps:
                    key = (scenario, name, toolchain, particles)
                    found[key] = _of_first_state(row, steps[scenario, particles])
    return found


def _of_first_state(row, steps):
    seconds = (steps * row[f"summary.{key}"] for key in ("median_s", "p05_s", "p95_s"))
    return WholeRun(steps, 1, *seconds, rebuilds=row.get(PER_STEP), of_host=True)


def runs_note(runs):
    """How the times of some WholeRuns were found."""
    counts = sorted({run.states for run in runs if not run.of_host})
    states = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return (
        f"A run of {END} s of simulated time, not measured as one: the medians of steps in "
        f"{states} states of it, integrated over the steps between them."
    )


def host_notes(host, runs):
    """What the runs of a CPU are, or that there are none."""
    if not any(run.of_host for run in runs):
        yield "A single core and threads of a CPU: not recorded, and so not shown."
        return
    row = host.records.iloc[0]
    cpu = row.get("host.cpu") or row["device.name"]
    yield (
        f"A CPU's: {cpu}, {row['toolchain.name']}; as many steps as the device's run has, by what "
        "one takes in the beginning: not measured further on."
    )


def left_out_notes(records, runs):
    """Which numbers of particles have no run to the end."""
    steps = in_the_loop(of_obstacle(records), "step")
    missing = sorted({int(key[-1]) for key, _ in steps.groupby(KEYS) if key not in runs})
    if missing:
        numbers = ", ".join(f"{number:,}" for number in missing)
        yield (
            f"{numbers} particles: not drawn where no states from 0 to {END} s are recorded, or no "
            "list was built while the steps of one were timed."
        )

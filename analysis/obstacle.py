"""Whole runs against the obstacle of paper D, put together from saved states of one run.

Between two states, a step is taken to cost the mean of what it costs in either; how many steps lie
between them, the states tell.
"""

from dataclasses import dataclass

from analysis.runs import VARIANT, in_the_loop, one_by

SCENARIO = "dam-break-obstacle"
END = 1.5  # [s], of the run
PARTICLES, STEP, TIME = "scenario.particles", "scenario.state.step", "scenario.state.time_s"
CURVE = [VARIANT, "toolchain.name"]  # what has a run at each number of particles
KEYS = ["scenario.name", *CURVE, PARTICLES]
NEARLY = 0.99  # of END: a state is reached in whole cycles


@dataclass(frozen=True)
class WholeRun:
    """The steps of a run, and the seconds that they take: at the medians, at the 5th and at the
    95th percentiles of the steps in its states."""

    steps: int
    states: int
    seconds: float
    low: float
    high: float

    @property
    def steps_per_second(self):
        return self.steps / self.seconds


def of_obstacle(records):
    """Those over the scenario and the ones that extend it."""
    return records[records["scenario.name"].str.startswith(SCENARIO)]


def whole_runs(records):
    """By the values of KEYS a WholeRun, of those with states from the beginning to the end."""
    steps = in_the_loop(of_obstacle(records), "step")
    runs = {key: _whole_run(rows) for key, rows in steps.groupby(KEYS)}
    return {key: run for key, run in runs.items() if run is not None}


def _whole_run(rows):
    states = [row for _, row in sorted(one_by(rows, [STEP]).items())]
    if states[0][STEP] != 0 or states[-1][TIME] < NEARLY * END:
        return None
    return WholeRun(
        int(states[-1][STEP]),
        len(states),
        *(_integrated(states, f"summary.{key}") for key in ("median_s", "p05_s", "p95_s")),
    )


def _integrated(states, key):
    pairs = zip(states, states[1:], strict=False)
    return sum((b[STEP] - a[STEP]) * (a[key] + b[key]) / 2 for a, b in pairs)


def runs_note(runs):
    """How the times of some WholeRuns were found."""
    counts = sorted({run.states for run in runs})
    states = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return (
        f"A run of {END} s of simulated time, not measured as one: the medians of steps in "
        f"{states} states of it, integrated over the steps between them."
    )


def left_out_notes(records, runs):
    """Which numbers of particles have no run to the end."""
    steps = in_the_loop(of_obstacle(records), "step")
    missing = sorted({int(key[-1]) for key, _ in steps.groupby(KEYS) if key not in runs})
    if missing:
        numbers = ", ".join(f"{number:,}" for number in missing)
        yield f"{numbers} particles: not drawn where no states from 0 to {END} s are recorded."

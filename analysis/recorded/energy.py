"""What a record tells of the energy of a step, from its runs.

The same numbers are computed by harness/records/energy_summary.cpp.
"""

import math

import numpy as np
import scipy

CONFIDENCE = 0.95


def per_million(joules, particles):
    """Joules of a million particle steps, from those of a step."""
    return 1e6 * joules / particles


def summarised_energy(samples, particles):
    """The keys of `energy` that follow from its `samples`, of two runs at least."""
    joules, seconds, steps, resolution = (
        np.array(samples[key], dtype=float) for key in ("joules", "time_s", "steps", "resolution_j")
    )
    of_step = joules / steps
    mean = of_step.mean()
    student = scipy.stats.t.ppf((1 + CONFIDENCE) / 2, len(joules) - 1)
    scatter = student * of_step.std(ddof=1) / math.sqrt(len(joules))
    either_side = scatter + (resolution / steps).mean()
    return {
        "joules_per_step": float(mean),
        "low_j": float(mean - either_side),
        "high_j": float(mean + either_side),
        "joules_per_million_particle_steps": float(per_million(mean, particles)),
        "power_w": float(joules.sum() / seconds.sum()),
        "step_s": float(seconds.sum() / steps.sum()),
    }

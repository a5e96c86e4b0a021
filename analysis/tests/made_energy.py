"""A made-up energy for the record of a step."""

from analysis.recorded.energy import summarised_energy

# Three runs of a thousand steps.
RUNS = {
    "joules": [100.0, 200.0, 300.0],
    "time_s": [1.0, 2.0, 3.0],
    "steps": [1000, 1000, 1000],
    "resolution_j": [2.0, 3.0, 4.0],
    "order": [7, 8, 9],
    "block": [0, 1, 2],
}


def counted(record, factor=1.0):
    """Gives a record of a step an energy of so many times RUNS."""
    samples = RUNS | {"joules": [factor * joules for joules in RUNS["joules"]]}
    record["energy"] = {
        "counter": "made-up",
        **summarised_energy(samples, record["scenario"]["particles"]),
        "idle_power_w": 75.0,
        "samples": samples,
    }
    return record

"""The energy of steps on the page of a scenario, where any of its rows has one."""

from analysis import energy_notes
from analysis.recorded.energy import per_million
from analysis.report.page import column

COLUMNS = [
    column(
        "joules",
        "energy [J/M]",
        "number",
        note="of the whole step, joules per million particle steps",
    ),
    column("joules_spread", "± energy", "percent", note=f"half of the {energy_notes.INTERVAL}"),
    column("watts", "power [W]", "number", note="mean of the runs whose energy was counted"),
]


def energy_of(one):
    """What the table and the plot show of a Contender's energy; empty where none was counted."""
    energy, particles = one.energy, one.case.particles
    if energy is None:
        return {}
    mean, low, high = (
        per_million(energy[key], particles) for key in ("joules_per_step", "low_j", "high_j")
    )
    return {
        "joules": mean,
        "joules_spread": (high - low) / 2 / mean,
        "joules_spread_note": f"{low:.4g} to {high:.4g} J/M",
        "joules_low": low,
        "joules_high": high,
        "watts": energy["power_w"],
        "energy_step_s": energy["step_s"],
    }


def notes_of(contenders):
    """How the energies of these were counted, a sentence each."""
    energies = [one.energy for one in contenders if one.energy is not None]
    if energies:
        runs = (len(energy["samples"]["joules"]) for energy in energies)
        yield energy_notes.counted((energy["counter"] for energy in energies), runs)
        yield from energy_notes.idle(
            energy["idle_power_w"] for energy in energies if "idle_power_w" in energy
        )

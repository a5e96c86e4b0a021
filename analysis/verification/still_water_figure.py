"""Still water by step: the fluid's momentum, what of it nothing explains, and its energies."""

import matplotlib
import numpy as np

from analysis.drawing.page import STYLE, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.verification.material import curve_drawings, run_notes, variants_note

NAME, CURVE = "verification-still-water", "still water"
# Changes since the beginning, by key of the series, with what their lines look like.
ENERGIES = {
    "kinetic_j": ("kinetic energy", "-"),
    "potential_j": ("potential", "--"),
    "compressive_j": ("compressive", ":"),
    "total_j": ("total", "-."),
}


def draw(verification):
    return curve_drawings(verification, CURVE, NAME, _figure)


def _figure(rows, subtitle):
    toolchains = sort_toolchains(row["toolchain"]["name"] for row in rows)
    colours = colours_of_toolchains(toolchains)
    page = Page(
        "Still water: momentum and energy by step",
        subtitle,
        [
            *run_notes(rows),
            variants_note(rows),
            "Residual: change of the momentum less the impulses of gravity and of the walls, over "
            "the impulse of gravity (red: its tolerance). Energies: of motion, of gravity, and the "
            "work of Cole's pressure.",
        ],
        width=12.5,
        columns=3,
        left=0.95,
        legend_entries=len(toolchains) + len(ENERGIES),
        legend_columns=4,
    )
    figure, (momentum, residual, energy) = page.open_grid()
    with matplotlib.rc_context(STYLE):
        for toolchain in toolchains:
            momentum.plot([], [], color=colours[toolchain], label=toolchain)
        for name, style in ENERGIES.values():
            momentum.plot([], [], color="#555555", linestyle=style, label=name)
        for row in rows:
            _draw(row, (momentum, residual, energy), colours[row["toolchain"]["name"]])
        _finish(momentum, "Momentum of the fluid", "momentum [kg m/s]")
        _finish(residual, "Momentum that nothing explains", "residual / impulse of gravity")
        residual.set_yscale("log")
        residual.axhline(rows[0]["constants"]["tolerance"], color="#cc0000", linewidth=1)
        _finish(energy, "Energies", "change since the beginning [J]")
    page.legend(momentum, handle_length=2.4)
    return figure


def _draw(row, panels, colour):
    momentum, residual, energy = panels
    series = {key: np.array(values, dtype=float) for key, values in row["series"].items()}
    start = row["constants"]
    series["kinetic_j"] = series["kinetic_j"] - start["kinetic_j"]
    series["total_j"] = sum(series[key] for key in ENERGIES if key != "total_j")
    steps = series["step"]
    look = {"color": colour, "linewidth": 1, "alpha": 0.7}
    momentum.plot(steps, series["momentum_kg_m_s"], **look)
    residual.plot(steps, series["residual"], **look)
    for key, (_, style) in ENERGIES.items():
        energy.plot(steps, series[key], linestyle=style, **look)


def _finish(axes, title, unit):
    axes.set_title(title, fontsize=9)
    axes.set_xlabel("step")
    axes.set_ylabel(unit)
    axes.grid(axis="both")

"""Frame rate over that of tasks, by number of particles at AC 297 (paper E, figure 13)."""

from analysis import tasks
from analysis.drawing.lines import short_count

NEEDS = (
    "whole steps of cta-tasks and of rows or hierarchical-tasks over static-cuboid with 297 "
    "particles in a cell, at two numbers of particles or more, as suite tasks records them"
)
PER_CELL = 297
COMPARED = tasks.Comparison(
    "E13",
    "Frame rate by number of particles",
    [tasks.TRA, tasks.CTA, tasks.NEW],
    tasks.CTA,
    tasks.PARTICLES,
    "particles",
    short_count,
)


def draw(material):
    rows, drifting = tasks.frames(material, "E13"), tasks.drifting(material, "E13")
    yield from COMPARED.draw(
        rows[rows[tasks.PER_CELL] == PER_CELL], drifting[drifting[tasks.PER_CELL] == PER_CELL]
    )

"""Frame rate over that of tasks, by number of particles at AC 297 (paper E, figure 13)."""

from analysis import tasks
from analysis.drawing.lines import short_count

NEEDS = (
    "whole steps of cta-tasks and of rows or hierarchical-tasks over static-cuboid with 297 "
    "particles in a cell, at two numbers of particles or more, as suite tasks records them"
)
COMPARED = tasks.Comparison(
    "E13",
    "Frame rate by number of particles",
    [tasks.TRA, tasks.CTA, tasks.NEW],
    tasks.CTA,
    tasks.PARTICLES,
    "particles",
    short_count,
    per_cell=297,
)


def draw(material):
    yield from COMPARED.draw(material)

"""Frame rates of tasks whose sources are narrowed along x, along x and z, and as the length of rows
has it, over that of tasks, by AC (paper E, figure 16)."""

from analysis import tasks

NEEDS = (
    "whole steps of cta-tasks and of hierarchical-tasks-x, -xz or hierarchical-tasks over "
    "dam-break-dense, as suite tasks-density records them"
)
COMPARED = tasks.Comparison(
    "E16",
    "Frame rate by how sources are narrowed",
    [tasks.LS, tasks.LD, tasks.LH, tasks.BY_SLAB],
    tasks.CTA,
    tasks.MEAN,
    tasks.AC,
)


def draw(material):
    yield from COMPARED.draw(material)

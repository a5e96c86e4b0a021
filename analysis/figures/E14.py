"""Frame rate of tasks in the order of the hierarchical grid over that in SPGrid's, for which blocks
of 4x4x4 cells along the curve of Morton stand, by AC (paper E, figure 14)."""

from analysis import tasks

NEEDS = (
    "whole steps of cta-tasks in the orders perpendicular and morton-tiles over dam-break-dense, "
    "as suite tasks-density records them"
)
COMPARED = tasks.Comparison(
    "E14",
    "Frame rate in the order of the hierarchical grid",
    [tasks.GRID],
    tasks.SPGRID,
    tasks.MEAN,
    tasks.AC,
)


def draw(material):
    yield from COMPARED.draw(material)

"""Frame rates with tiles of 3, 5 and 6 over that with tiles of 4, by AC (paper E, figure 17)."""

from analysis import tasks

NEEDS = (
    "whole steps of hierarchical-tasks in the order perpendicular with tiles of 4 and of 3, 5 or 6 "
    "over dam-break-dense, as suite tasks-density records them"
)
COMPARED = tasks.Comparison(
    "E17",
    "Frame rate by the tile of a cell",
    tasks.OTHER_TILES,
    tasks.TILE_4,
    tasks.MEAN,
    tasks.AC,
)


def draw(material):
    yield from COMPARED.draw(material)

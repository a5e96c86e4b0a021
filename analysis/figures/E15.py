"""Frame rate of tasks of the hierarchical grid over that of tasks, by AC (paper E, figure 15);
beside it what of that the order of the particles has alone, and what is left without merging."""

from analysis import paper_e, tasks

NEEDS = (
    "whole steps of cta-tasks and hierarchical-tasks over dam-break-dense, as suite tasks-density "
    "records them"
)
COMPARED = tasks.Comparison(
    "E15",
    "Frame rate of tasks of the hierarchical grid",
    [tasks.NEW, tasks.UNMERGED, tasks.ORDERED],
    tasks.CTA,
    tasks.MEAN,
    tasks.AC,
)


def draw(material):
    yield from COMPARED.draw(material, [paper_e.gains_note("E15")])

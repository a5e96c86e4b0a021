"""Frame rate of tasks of the hierarchical grid over that of tasks by step: dropped bodies
(paper E, figure 19)."""

from analysis import tasks

NEEDS = tasks.needs_of_frames("E19")


def draw(material):
    yield from tasks.by_frame(material, "E19")

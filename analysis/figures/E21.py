"""Frame rate of tasks of the hierarchical grid over that of tasks by step: elastic cubes
(paper E, figure 21)."""

from analysis import tasks

NEEDS = tasks.needs_of_frames("E21")


def draw(material):
    yield from tasks.by_frame(material, "E21")

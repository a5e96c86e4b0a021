"""Frame rate of tasks of the hierarchical grid over that of tasks by step: fluids that mix
(paper E, figure 20)."""

from analysis import tasks

NEEDS = tasks.needs_of_frames("E20")


def draw(material):
    yield from tasks.by_frame(material, "E20")

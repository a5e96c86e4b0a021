"""Frame rate of tasks of the hierarchical grid over that of tasks by step: a wave
(paper E, figure 18)."""

from analysis import tasks

NEEDS = tasks.needs_of_frames("E18")


def draw(material):
    yield from tasks.by_frame(material, "E18")

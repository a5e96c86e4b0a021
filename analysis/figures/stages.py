"""Time of one invocation of each stage in the running loop, of variants that paper A does not have:
cell traversals, other force kernels, CPUs. Those of its figures 4 and 9 are A4 and A9.
"""

from analysis.figures.A4 import draw_average
from analysis.iterators import of_no_code
from analysis.runs import FORCES

NEEDS = "stages measured in the loop of variants that are neither in A4 nor in A9"


def draw(material):
    return draw_average("stages", "other variants", _note, of_no_code(material.records))


def _note(rows):
    return f"Traversal: {rows[FORCES].iloc[0]}."

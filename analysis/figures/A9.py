"""Time of one invocation of each stage in the running loop, chain iterators (paper A, figure 9)."""

from analysis.figures.A4 import draw_average
from analysis.iterators import chain_code

NEEDS = "stages measured in the loop of a variant with chain iterators, such as list-gather"


def draw(records):
    return draw_average("A9", chain_code(records))

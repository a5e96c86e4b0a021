"""Time of each stage in the first 1000 steps, with chain iterators (paper A, figure 10)."""

from analysis.figures.A5 import draw_cumulative
from analysis.iterators import chain_code

NEEDS = "stages measured in the loop of a variant with chain iterators, such as list-gather"


def draw(records):
    return draw_cumulative("A10", chain_code(records))

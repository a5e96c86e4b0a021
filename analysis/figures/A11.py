"""Share of each stage in the step, with chain iterators (paper A, figure 11)."""

from analysis.figures.A6 import draw_shares
from analysis.iterators import chain_code

NEEDS = "stages measured in the loop of a variant with chain iterators, such as list-gather"


def draw(records):
    return draw_shares("A11", chain_code(records))

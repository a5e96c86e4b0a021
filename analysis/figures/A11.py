"""Share of each stage in the step, with chain iterators (paper A, figure 11)."""

from analysis.figures.A6 import draw_shares
from analysis.iterators import CHAIN

NEEDS = f"stages measured in the loop, and whole steps, of {CHAIN}"


def draw(material):
    return draw_shares("A11", CHAIN, material.records)

"""Time of each stage in 1000 steps, with chain iterators (paper A, figure 10)."""

from analysis.figures.A5 import draw_cumulative
from analysis.iterators import CHAIN

NEEDS = f"stages measured in the loop of {CHAIN}"


def draw(material):
    return draw_cumulative("A10", CHAIN, material.records)

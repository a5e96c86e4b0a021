"""Time of one invocation of each stage in the running loop, chain iterators (paper A, figure 9)."""

from analysis.figures.A4 import draw_average
from analysis.iterators import CHAIN

NEEDS = f"stages measured in the loop of {CHAIN}"


def draw(material):
    return draw_average("A9", CHAIN.name, CHAIN.note, CHAIN.of(material.records))

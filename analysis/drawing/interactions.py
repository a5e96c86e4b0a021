"""Lines over the interactions of a particle."""

import matplotlib

from analysis.drawing.page import STYLE


def draw_line(axes, x, y, label, **style):
    """One labelled line with a marker at each point."""
    with matplotlib.rc_context(STYLE):
        axes.plot(x, y, label=label, **style)


def interaction_axis(axes):
    """A logarithmic x axis of interactions per particle."""
    axes.set_xscale("log")
    axes.set_xlabel("interactions per particle")
    axes.grid(axis="both")

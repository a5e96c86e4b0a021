"""Figures as they are drawn of records, and what is read off them."""

from analysis import figures
from analysis.material import material


def drawn(name, records):
    """The Figures of a figure, by the drawing's name."""
    return {one.name: one.figure for one in figures.draw(name, material(records))}


def curves(figure):
    """The points of each labelled line with whiskers."""
    return {
        container.get_label(): dict(zip(*container.lines[0].get_data(), strict=True))
        for container in figure.axes[0].containers
    }

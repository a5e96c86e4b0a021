"""A figure's file is small, and looks like the figure."""

import io
from xml.etree import ElementTree

import matplotlib
import numpy as np
from PIL import Image

from analysis.drawing.bars import Bar, Series, draw_grouped
from analysis.drawing.page import DOTS_PER_INCH, STYLE, Page, png, vector
from analysis.drawing.palette import OF_STAGES

COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7"]


def drawn():
    series = [
        Series(f"series {n}", colour, "////", {"a": Bar(n + 1.5), "b": Bar(3 - n / 2, 1, 4)})
        for n, colour in enumerate(COLOURS)
    ]
    page = Page("A title", "a subtitle", ["a note"], legend_entries=len(series))
    figure, axes = page.open()
    draw_grouped(axes, ["a", "b"], series)
    page.legend(axes)
    return figure


def test_a_file_has_a_palette_and_no_visible_difference():
    data = png(drawn())
    with matplotlib.rc_context(STYLE):
        buffer = io.BytesIO()
        drawn().savefig(buffer, format="png", dpi=DOTS_PER_INCH)
    assert len(data) < 0.6 * len(buffer.getvalue())
    image = Image.open(io.BytesIO(data))
    assert image.mode == "P"
    assert round(image.info["dpi"][0]) == DOTS_PER_INCH
    written = np.asarray(image.convert("RGB"), dtype=int)
    wanted = np.asarray(Image.open(buffer).convert("RGB"), dtype=int)
    difference = np.abs(written - wanted)
    assert difference.mean() < 0.1
    assert np.percentile(difference, 99.9) <= 8
    for colour in COLOURS:
        exact = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
        assert np.abs(written - exact).max(axis=2).min() <= 1, colour


def test_a_colour_of_a_legend_alone_stays_itself():
    """As those of stages that take next to nothing of a step."""
    series = [
        Series(name, colour, bars={"a": Bar(100.0 if name == "forces" else 1e-3)})
        for name, colour in OF_STAGES.items()
    ]
    page = Page("A title", "a subtitle", ["a note"], legend_entries=len(series))
    figure, axes = page.open()
    draw_grouped(axes, ["a"], series)
    page.legend(axes)
    written = np.asarray(Image.open(io.BytesIO(png(figure))).convert("RGB"), dtype=int)
    for colour in OF_STAGES.values():
        exact = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
        assert np.abs(written - exact).max(axis=2).min() <= 12, colour


def test_the_same_figure_is_the_same_file():
    assert png(drawn()) == png(drawn())
    for form in ("svg", "pdf"):
        assert vector(drawn(), form) == vector(drawn(), form)


def test_vector_formats():
    root = ElementTree.fromstring(vector(drawn(), "svg"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    pdf = vector(drawn(), "pdf")
    assert pdf.startswith(b"%PDF-")
    assert pdf.endswith(b"%%EOF\n")

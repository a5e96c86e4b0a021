"""The page of a figure: title, plot and caption, laid out in inches so that nothing overlaps."""

import io
import math
import textwrap
from dataclasses import dataclass

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogFormatterMathtext
from PIL import Image

DOTS_PER_INCH = 150
LEFT, RIGHT, MARGIN = 0.85, 0.2, 0.2
TITLE_HEIGHT, LEGEND_LINE, TICKS_HEIGHT, NOTE_LINE = 0.72, 0.21, 0.52, 0.155
PANEL_TITLE, ROW_GAP = 0.25, 0.75
NOTE_CHARACTERS_PER_INCH = 16.5

STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#666666",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.7,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "savefig.facecolor": "white",
    "text.parse_math": False,  # names of records may hold a "$"
}


@dataclass
class Drawing:
    """A finished figure and its file name without suffix."""

    name: str
    figure: Figure


@dataclass
class Page:
    """What stands around a plot, or a grid of them. Notes are wrapped; each starts on its own line.

    In inches: `plot_height` is of one row of plots; `left` is kept free at the left of each plot,
    or of the first of a row alone where `between`, which the others keep, is given.
    """

    title: str
    subtitle: str
    notes: list[str]
    width: float = 8.0
    plot_height: float = 3.2
    left: float = LEFT
    between: float | None = None
    rows: int = 1
    columns: int = 1
    legend_entries: int = 0
    legend_columns: int = 3

    def open(self):
        """A Figure with this page's texts and the empty Axes to draw on, if it is one plot."""
        figure, (axes,) = self.open_grid()
        return figure, axes

    def open_grid(self):
        """A Figure with this page's texts and a list of empty Axes, row by row from the top."""
        with matplotlib.rc_context(STYLE):
            return self._open()

    def _open(self):
        characters = int((self.width - 0.4) * NOTE_CHARACTERS_PER_INCH)
        notes = [line for note in self.notes for line in textwrap.wrap(note, characters)]
        legend = math.ceil(self.legend_entries / self.legend_columns) * LEGEND_LINE
        # Only a grid has titles over its plots.
        row = self.plot_height + ROW_GAP
        plots = self.rows * row - ROW_GAP + (PANEL_TITLE if self._is_grid() else 0)
        bottom = TICKS_HEIGHT + len(notes) * NOTE_LINE + 0.15
        height = bottom + plots + legend + TITLE_HEIGHT
        figure = Figure(figsize=(self.width, height), dpi=DOTS_PER_INCH)
        FigureCanvasAgg(figure)
        between = self.left if self.between is None else self.between
        column = (self.width - RIGHT - self.left + between) / self.columns
        grid = [
            figure.add_axes(
                [
                    (self.left + across * column) / self.width,
                    (bottom + (self.rows - 1 - down) * row) / height,
                    (column - between) / self.width,
                    self.plot_height / height,
                ]
            )
            for down in range(self.rows)
            for across in range(self.columns)
        ]
        x = MARGIN / self.width
        figure.text(x, 1 - 0.29 / height, self.title, fontsize=11.5, fontweight="bold")
        figure.text(x, 1 - 0.52 / height, self.subtitle, fontsize=9, color="#333333")
        figure.text(
            x,
            0.1 / height,
            "\n".join(notes),
            fontsize=7,
            color="#555555",
            va="bottom",
            linespacing=1.35,
        )
        return figure, grid

    def _is_grid(self):
        return self.rows * self.columns > 1

    def legend(self, axes, handle_length=1.2):
        """The legend of the labelled artists of `axes`, a plot of the first row, above that row.

        handle_length: of the samples, in widths of a letter; dashes want more to be told apart.
        """
        figure = axes.figure
        top = axes.get_position().y1 * figure.get_figheight()
        top += PANEL_TITLE if self._is_grid() else 0.03
        with matplotlib.rc_context(STYLE):
            axes.legend(
                loc="lower left",
                bbox_to_anchor=(MARGIN / self.width, top / figure.get_figheight()),
                bbox_transform=figure.transFigure,
                ncols=self.legend_columns,
                borderpad=0,
                borderaxespad=0.2,
                handlelength=handle_length,
                handleheight=0.9,
                labelspacing=0.35,
                columnspacing=1.4,
            )


def png(figure):
    """The bytes of a PNG file; the same for the same figure, matplotlib and Pillow."""
    buffer = io.BytesIO()
    _write_powers_out(figure)
    with matplotlib.rc_context(STYLE):
        figure.savefig(buffer, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return with_palette(buffer.getvalue())


def vector(figure, form):
    """The bytes of an SVG or PDF file, "svg" or "pdf"; the same for the same figure and
    matplotlib."""
    buffer = io.BytesIO()
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    _write_powers_out(figure)
    with matplotlib.rc_context(STYLE | {"pdf.fonttype": 42, "svg.hashsalt": "sphlab"}):
        figure.savefig(buffer, format=form, metadata=undated[form])
    return buffer.getvalue()


class _MinorNumbers(LogFormatterMathtext):
    """Numbers at the ticks between powers that matplotlib labels: few, of an axis of few powers."""

    def __call__(self, value, pos=None):
        return f"{value:,.10g}" if super().__call__(value, pos) else ""


def _write_powers_out(figure):
    """Ticks of logarithmic axes as numbers: matplotlib's own are formulas, which pages have none
    of."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if isinstance(axis.get_major_formatter(), LogFormatterMathtext):
                axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
            if isinstance(axis.get_minor_formatter(), LogFormatterMathtext):
                axis.set_minor_formatter(_MinorNumbers(labelOnlyBase=False))


def with_palette(data):
    """An opaque PNG with a palette of 40 colours, a quarter of the size. A drawing has few more:
    what changes is a shade at the edges of letters and lines. They cover most of the colours, and
    not most of the dots, so that one that fills a corner of a legend alone stays itself."""
    colours = (
        Image.open(io.BytesIO(data))
        .convert("RGB")
        .quantize(40, method=Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
    )
    buffer = io.BytesIO()
    colours.save(buffer, format="png", optimize=True, dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
    return buffer.getvalue()

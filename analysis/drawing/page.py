"""The page of a figure: title, plot and caption, laid out in inches so that nothing overlaps."""

import io
import math
import textwrap
from dataclasses import dataclass

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

DOTS_PER_INCH = 150
LEFT, RIGHT = 0.85, 0.2
TITLE_HEIGHT, LEGEND_LINE, TICKS_HEIGHT, NOTE_LINE = 0.72, 0.21, 0.52, 0.155
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
}


@dataclass
class Drawing:
    """A finished figure and its file name without suffix."""

    name: str
    figure: Figure


@dataclass
class Page:
    """What stands around a plot. Notes are wrapped; each starts on its own line."""

    title: str
    subtitle: str
    notes: list[str]
    width: float = 8.0
    plot_height: float = 3.2
    left: float = LEFT
    legend_entries: int = 0
    legend_columns: int = 3

    def open(self):
        """A Figure with this page's texts and the empty Axes to draw on."""
        with matplotlib.rc_context(STYLE):
            return self._open()

    def _open(self):
        characters = int((self.width - 0.4) * NOTE_CHARACTERS_PER_INCH)
        notes = [line for note in self.notes for line in textwrap.wrap(note, characters)]
        legend = math.ceil(self.legend_entries / self.legend_columns) * LEGEND_LINE
        bottom = TICKS_HEIGHT + len(notes) * NOTE_LINE + 0.15
        height = bottom + self.plot_height + legend + TITLE_HEIGHT
        figure = Figure(figsize=(self.width, height), dpi=DOTS_PER_INCH)
        FigureCanvasAgg(figure)
        rectangle = [
            self.left / self.width,
            bottom / height,
            (self.width - self.left - RIGHT) / self.width,
            self.plot_height / height,
        ]
        axes = figure.add_axes(rectangle)
        x = 0.2 / self.width
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
        return figure, axes

    def legend(self, axes):
        """The legend of the labelled artists of `axes`, between title and plot."""
        with matplotlib.rc_context(STYLE):
            axes.legend(
                loc="lower left",
                bbox_to_anchor=(-(self.left - 0.2) / (self.width - self.left - RIGHT), 1.01),
                ncols=self.legend_columns,
                borderpad=0,
                borderaxespad=0.2,
                handlelength=1.2,
                handleheight=0.9,
                labelspacing=0.35,
                columnspacing=1.4,
            )


def png(figure):
    """The bytes of a PNG file; the same for the same figure and version of matplotlib."""
    buffer = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(buffer, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return buffer.getvalue()

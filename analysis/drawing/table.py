"""A table in place of a plot."""

import matplotlib

from analysis.drawing.page import STYLE


def draw_table(axes, header, body, bold):
    """Fills `axes` with a header line and the rows of `body`, texts both; the cells at the (row,
    column) pairs of `bold` are bold."""
    with matplotlib.rc_context(STYLE):
        axes.axis("off")
        table = axes.table(
            cellText=body, colLabels=header, cellLoc="right", edges="horizontal", bbox=(0, 0, 1, 1)
        )
        table.auto_set_font_size(False)
        table.set_fontsize(8)
        widths = [_width(header, body, column) for column in range(len(header))]
        lines_of_header = 1 + max(text.count("\n") for text in header)
        for (row, column), cell in table.get_celld().items():
            if row == 0:
                cell.set_height(lines_of_header * cell.get_height())
            cell.set_width(widths[column])
            cell.set_linewidth(0.6)
            cell.set_edgecolor("#666666" if row == 0 else "#dddddd")
            if (row - 1, column) in bold:
                cell.get_text().set_fontweight("bold")


def _width(header, body, column):
    """Letters of a column's longest line, and two between it and the next."""
    texts = [header[column], *(row[column] for row in body)]
    return 2 + max(len(line) for text in texts for line in text.split("\n"))

"""Columns of text that line up on a terminal."""

from analysis.output import one_line


def aligned(heading, cells, right):
    """The lines of a table: `heading` and each row of `cells`, all strings.

    right: one bool a column, whether it is flush right.
    """
    lines = [[one_line(cell) for cell in line] for line in (heading, *cells)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(_line(line, widths, right) for line in lines)


def _line(cells, widths, right):
    padded = [
        cell.rjust(width) if flush_right else cell.ljust(width)
        for cell, width, flush_right in zip(cells, widths, right, strict=True)
    ]
    return "  ".join(padded).rstrip() + "\n"

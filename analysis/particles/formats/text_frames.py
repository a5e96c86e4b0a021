"""Text files that hold one moment behind the other."""

import io
from itertools import islice

import numpy as np
import pandas as pd

from analysis.errors import InputError, quoted


def chosen(frames, wanted, notes):
    """The frame that an option asks for, from 0 on; -1 is the last. Raises InputError where there
    is none."""
    count, last = 0, None
    for count, last in enumerate(frames, 1):
        if count - 1 == wanted:
            return last
    if wanted >= 0 or last is None:
        raise InputError(f"frame {wanted}: there are {count}, from 0 on")
    if count > 1:
        notes.append(f"frame {count - 1}, the last of {count}: --frame names another")
    return last


def lines_of(stream, count, where, least=0):
    """The next `count` lines. Raises InputError where there are fewer, or fewer than `least`."""
    lines = list(islice(stream, count))
    if len(lines) < max(count, least):
        raise InputError(f"{where} truncated: {len(lines)} of {count} lines")
    return lines


def whole_number(text, where):
    """A count in a text. Raises InputError."""
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{where}: {quoted(text.strip())!r} is no whole number") from None


def table(lines, columns, where):
    """Rows of words as an array of objects or numbers for each column. Raises InputError where rows
    do not have as many words."""
    text = "".join(lines)
    frame = pd.read_csv(
        io.StringIO(text), sep=r"\s+", header=None, index_col=False, comment="#", engine="c"
    )
    if len(frame) != len(lines) or frame.shape[1] < len(columns):
        raise InputError(
            f"{where}: {len(frame)} rows of {frame.shape[1]} words, where there should be "
            f"{len(lines)} of {len(columns)}"
        )
    return {name: frame[k].to_numpy() for k, name in enumerate(columns)}


def box_edges(lengths):
    """The widths of a box from its three edges. Raises InputError where they are not along the
    axes."""
    matrix = np.asarray(lengths, float).reshape(3, 3)
    if np.abs(matrix - np.diag(np.diag(matrix))).max() > 1e-12 * np.abs(matrix).max():
        raise InputError("box: is not along the axes, which sphlab's grids are")
    return np.diag(matrix)

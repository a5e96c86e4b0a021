"""A particle file of positions, by which they reach the process that computes with them."""

import argparse
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from analysis.errors import UsageError
from analysis.particles import native
from analysis.particles.commands import axes_of, prepared, unit_of
from analysis.particles.snapshot import Field, Snapshot, require_count

from .arrays import positions_of


def write_particles(
    file,
    positions,
    *,
    box=None,
    periodic=None,
    length_unit=None,
    wrap=False,
    clip=False,
    drop_duplicates=False,
):
    """Writes a particle file of positions, a row each, for sphlab best.

    positions: float32 or float64, of NumPy, CuPy, PyTorch or any library that speaks DLPack.
    box: both corners; None: the least around all. periodic: axes, as "xy". The others are options
    of `sphlab-analysis import`, which messages name (docs/own-particles.md).
    Raises TypeError, ValueError and sphlab.Error, naming the first particle that is wrong.
    """
    file = Path(file)
    if file.suffix != native.SUFFIX:
        raise UsageError(f"{file}: must end in {native.SUFFIX}")
    rows = positions_of(positions)
    require_count(len(rows), "positions")
    options = SimpleNamespace(
        input="array",
        types=None,
        length_unit=_checked("length_unit", unit_of, length_unit),
        box=_words_of(box),
        periodic=_checked("periodic", axes_of, periodic),
        wrap=wrap,
        clip=clip,
        drop_duplicates=drop_duplicates,
    )
    snapshot = prepared(Snapshot({"position": Field(rows, "positions")}), options)
    for note in snapshot.notes:
        warnings.warn(f"positions: {note}", stacklevel=2)
    native.write(file, snapshot)


def _checked(name, check, value):
    try:
        return None if value is None else check(value)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"{name}: {error}") from error


def _words_of(box):
    """A box as the command line of the import has it."""
    if box is None or isinstance(box, str):
        return [box or "bounds"]
    return [repr(end) for end in np.ravel(box).astype(float).tolist()]

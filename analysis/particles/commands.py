"""The command import: a snapshot of another program becomes a particle file."""

import argparse
import signal
import sys
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from analysis.errors import InputError, UsageError
from analysis.help_layout import add_command
from analysis.outcome import exit_code_of
from analysis.output import complain, show
from analysis.particles import native, soundness
from analysis.particles.formats import FORMATS, format_of, read
from analysis.particles.snapshot import AXES, UNKNOWN, Box

TEXT = "make a particle file of another program's snapshot, for sphlab best"
MORE = """\
Reads positions, and what else there is of velocities, types, masses, densities and radii of
influence, and writes a particle file (docs/own-particles.md). What the file does not say is told on
standard error. A position that is no number, one out of the box and two particles at one place are
refused, by file, field and index.

examples:
  sphlab-analysis import snapshot.hdf5 --output my.particles
  sphlab-analysis import points.csv --length-unit mm --output my.particles
  sphlab-analysis import dump.lammpstrj --frame 0 --wrap --output my.particles
  sphlab best my.particles --radius 2.6

exit codes:
  0  done
  2  the command line is wrong
  3  the file cannot be read, or its particles are refused
  5  the library that reads the format is not here
  8  the particle file cannot be written
"""
LONGEST_UNIT = 15
MEANINGS = ("velocity", "type", "mass", "density", "radius")


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    sub = add_command(commands, "import", _import, TEXT, description=MORE)
    sub.add_argument("input", metavar="FILE", type=Path, help="a snapshot")
    sub.add_argument("--output", metavar="FILE", type=Path, required=True, help="*.particles")
    names = [one.name for one in FORMATS]
    sub.add_argument("--format", choices=names, metavar="F", help=f"of {', '.join(names)}")
    text = "unit of length, where the file tells none"
    sub.add_argument("--length-unit", metavar="U", type=unit_of, help=text)
    text = "moment to take, from 0 on; -1, the last, where left out"
    sub.add_argument("--frame", metavar="N", type=_frame, default=-1, help=text)
    text = "only particles of these types"
    sub.add_argument("--type", metavar="N", type=int, nargs="+", dest="types", help=text)
    text = "the box, as X Y Z of its lower and of its upper corner; bounds: the least"
    sub.add_argument("--box", metavar="X", nargs="+", help=text)
    text = "axes along which the box is periodic, as xy; none: it is open"
    sub.add_argument("--periodic", metavar="AXES", type=axes_of, help=text)
    text = "move particles that are out of a periodic box back into it"
    sub.add_argument("--wrap", action="store_true", help=text)
    sub.add_argument("--clip", action="store_true", help="leave out what is out of the box")
    text = "leave out particles at the place of an earlier one"
    sub.add_argument("--drop-duplicates", action="store_true", help=text)


def unit_of(text):
    if not text.isascii() or not text.isprintable() or not 1 <= len(text) <= LONGEST_UNIT:
        raise argparse.ArgumentTypeError(f"'{text}' has no 1 to {LONGEST_UNIT} letters of ASCII")
    return text


def _frame(text):
    if not text.removeprefix("-").isdecimal() or int(text) < -1:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from -1 on")
    return int(text)


def axes_of(text):
    if text == "none":
        return ""
    if not text or sorted(set(text)) != sorted(text) or set(text) - set(AXES):
        raise argparse.ArgumentTypeError(f"'{text}' is not of x, y and z, nor none")
    return "".join(sorted(text))


def _import(options):
    """Imports in a process of its own: a library may crash on a damaged file."""
    if options.output.suffix != native.SUFFIX:
        raise UsageError(f"{options.output}: must end in {native.SUFFIX}")
    kind = format_of(options.input, options.format)
    process = get_context("fork").Process(target=_import_here, args=(options,))
    process.start()
    process.join()
    if process.exitcode < 0:
        name = signal.Signals(-process.exitcode).name
        raise InputError(
            f"{options.input}: the library that reads {kind.name} was ended by {name}: the file is "
            "damaged, or does not fit into memory"
        )
    return process.exitcode


def _import_here(options):
    sys.exit(exit_code_of(argparse.Namespace(run=lambda _: import_file(options))))


def import_file(options):
    """Does what a parsed command line says, in this process. Raises AnalysisError."""
    file = options.input
    snapshot = prepared(read(file, options), options)
    native.write(options.output, snapshot)
    _tell(file, snapshot, options.output)
    return 0


def prepared(snapshot, options):
    """The snapshot with the unit, the types and the box that options name, and nothing left in it
    that sphlab refuses. Raises AnalysisError.

    options: as the command line has them; messages begin with its `input`.
    """
    file = options.input
    _choose_unit(file, snapshot, options.length_unit)
    if options.types is not None:
        snapshot = _of_types(file, snapshot, options.types)
    soundness.require_finite(file, snapshot)
    _choose_box(snapshot, options)
    if options.wrap:
        soundness.wrap(snapshot)
    if options.clip:
        snapshot = _without(file, snapshot, soundness.is_outside(snapshot), "out of the box")
    else:
        soundness.require_inside(file, snapshot)
    if options.drop_duplicates:
        later = np.zeros(len(snapshot), bool)
        later[soundness.duplicates(snapshot)[0]] = True
        snapshot = _without(file, snapshot, later, "at the place of an earlier one")
    else:
        soundness.require_apart(file, snapshot)
    return snapshot


def _choose_unit(file, snapshot, told):
    """Sets the unit of length: the file's, or the one that --length-unit names."""
    position = snapshot.position
    if position.unit == UNKNOWN:
        position.unit = told or UNKNOWN
    elif told not in (None, position.unit):
        raise InputError(
            f"{file}: {position.source}: is in {position.unit}, and --length-unit says {told}"
        )


def _of_types(file, snapshot, types):
    if "type" not in snapshot.fields:
        raise InputError(f"{file}: type: is missing, and --type chooses by it")
    chosen = np.isin(snapshot.fields["type"].values, types)
    if not chosen.any():
        there = ", ".join(map(str, np.unique(snapshot.fields["type"].values)[:20]))
        raise InputError(f"{file}: {snapshot.fields['type'].source}: there are only {there}")
    return snapshot.kept(chosen)


def _choose_box(snapshot, options):
    """Sets the box: the command line's, else the file's, else the least around the particles."""
    if options.box is not None:
        snapshot.box = _box_of(snapshot, options.box)
    elif snapshot.box is None:
        snapshot.box = soundness.bounds(snapshot)
        snapshot.notes.append("says no box: it is the least around the particles")
    if options.periodic is not None:
        snapshot.box.periodic = options.periodic
    box = snapshot.box
    if not (np.isfinite(box.lower) & np.isfinite(box.upper) & (box.lower < box.upper)).all():
        raise InputError(
            f"{options.input}: box: from {box.lower} to {box.upper} it has no width; say --box"
        )


def _box_of(snapshot, words):
    if words == ["bounds"]:
        return soundness.bounds(snapshot)
    try:
        ends = [float(word) for word in words]
    except ValueError:
        ends = []
    if len(ends) != 6:
        raise UsageError("--box: wants six numbers, X Y Z of both corners, or: bounds")
    periodic = snapshot.box.periodic if snapshot.box is not None else ""
    return Box(np.array(ends[:3]), np.array(ends[3:]), periodic)


def _without(file, snapshot, wrong, why):
    if wrong.all():
        raise InputError(f"{file}: {snapshot.position.source}: all are {why}")
    if wrong.any():
        snapshot.notes.append(f"{np.count_nonzero(wrong)} particles {why} are left out")
        return snapshot.kept(~wrong)
    return snapshot


def _tell(file, snapshot, output):
    """Tells on standard error what the file lacks, and on standard output what was written."""
    missing = [name for name in MEANINGS if name not in snapshot.fields]
    if missing:
        complain(f"{file}: has no {', '.join(missing)}")
    if snapshot.position.unit == UNKNOWN:
        complain(f"{file}: says no unit of length: --length-unit tells it")
    for note in snapshot.notes:
        complain(f"{file}: {note}")
    box = snapshot.box
    faces = f"periodic along {box.periodic}" if box.periodic else "open"
    widths = " x ".join(f"{width:.6g}" for width in box.upper - box.lower)
    names = ", ".join(snapshot.fields)
    show(
        f"{output}: {len(snapshot)} particles with {names}, in a box of {widths} "
        f"{snapshot.position.unit}, {faces}\n"
    )

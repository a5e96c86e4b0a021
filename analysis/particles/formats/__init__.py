"""The formats that are imported: a row each, and a module that reads it."""

from dataclasses import dataclass
from importlib import import_module

from analysis.errors import InputError, NotAvailableError, UsageError, quoted
from analysis.particles.snapshot import require_count


@dataclass(frozen=True)
class Format:
    """A format. `read(file, options)` of its module makes a Snapshot of a Path, with the options
    `frame` of the command line; it may raise whatever its library does."""

    name: str
    suffixes: tuple[str, ...]
    module: str  # from this package on
    package: str | None = None  # of PyPI, beside those of the analysis


FORMATS = (
    Format("particles", (".particles",), "..native"),
    Format("csv", (".csv", ".tsv"), ".csv_table"),
    Format("npy", (".npy", ".npz"), ".numpy_arrays"),
    Format("xyz", (".xyz", ".extxyz"), ".xyz"),
    Format("vtk-xml", (".vtp", ".vtu"), ".vtk_xml"),
    Format("vtk", (".vtk",), ".vtk_legacy"),
    Format("hdf5", (".hdf5", ".h5", ".h5part"), ".hdf5", "h5py"),
    Format("lammps-data", (".lammps-data", ".lmp"), ".lammps_data"),
    Format("lammps-dump", (".dump", ".lammpstrj"), ".lammps_dump"),
    Format("gsd", (".gsd",), ".gsd_frames", "gsd"),
)
REFUSED = {
    ".bi4": "DualSPHysics describes this format nowhere but in its code: export its particles by "
    "PartVTK (-savevtk, or -savecsv), and import that",
}


def format_of(file, name=None):
    """The Format of this name, or of a file's. Raises UsageError, naming those that there are."""
    suffix = file.suffix.lower()
    if name is None and suffix in REFUSED:
        raise InputError(f"{file}: {REFUSED[suffix]}")
    for one in FORMATS:
        if one.name == name or (name is None and suffix in one.suffixes):
            return one
    known = ", ".join(f"{one.name} ({' '.join(one.suffixes)})" for one in FORMATS)
    raise UsageError(f"{file}: say its --format; there is {known}")


def read(file, options):
    """The Snapshot of a file. Raises InputError, which names file and field, for whatever is wrong
    with it, and NotAvailableError where the library that reads its format is not here."""
    kind = format_of(file, options.format)
    try:
        read_kind = import_module(kind.module, __name__).read
    except ImportError as error:
        raise NotAvailableError(
            f"{file}: {kind.name} is read by '{kind.package}', which is not here: "
            f"pip install {kind.package}"
        ) from error
    try:
        if file.exists() and not file.is_file():
            raise InputError("is no regular file")
        with file.open("rb"):
            pass
        snapshot = read_kind(file, options)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror or error}") from error
    except MemoryError as error:
        raise InputError(f"{file}: does not fit into memory") from error
    except Exception as error:  # of what libraries raise on damaged files nobody has a list
        what = quoted(" ".join(str(error).split())) or type(error).__name__
        raise InputError(f"{file}: cannot be read as {kind.name}: {what}") from error
    return _alike(file, snapshot)


def _alike(file, snapshot):
    count = len(snapshot)
    require_count(count, f"{file}: {snapshot.position.source}")
    for field in snapshot.fields.values():
        if len(field.values) != count:
            raise InputError(
                f"{file}: {field.source}: has {len(field.values)} rows, and "
                f"{snapshot.position.source} {count}"
            )
    return snapshot

"""What a thread of a kernel takes, as the compilers of the packs report it."""

from dataclasses import dataclass

from analysis.errors import InputError
from analysis.kernels.names import unique_names
from analysis.shape import COUNT, NUMBER, TEXT, Kind, misfit
from analysis.strict_json import strictly

TIME = Kind("null or a number", lambda value: value is None or NUMBER.holds(value))
SHAPE = [
    {
        **dict.fromkeys(("symbol", "kernel", "architecture"), TEXT),
        **dict.fromkeys(("registers", "stack_bytes", "spill_bytes", "shared_bytes"), COUNT),
        "assembly_ms": TIME,
    }
]
PREFIX = "libsphlab-kernels-"
SUFFIX = ".resources.json"

# Registers are given to the threads of a warp in eights (NVIDIA GPUs since compute capability 3.0,
# gfx90a).
REGISTER_GROUP = 8


@dataclass(frozen=True)
class Resources:
    """Registers and bytes per thread; shared memory: static bytes per block."""

    registers: int
    stack_bytes: int
    spill_bytes: int
    shared_bytes: int

    @property
    def register_groups(self):
        return -(-self.registers // REGISTER_GROUP)

    def __str__(self):
        bytes_of = {"stack": self.stack_bytes, "spills": self.spill_bytes}
        bytes_of["shared"] = self.shared_bytes
        notes = [f"{count} B {what}" for what, count in bytes_of.items() if count]
        return ", ".join([str(self.registers), *notes])


@dataclass(frozen=True)
class Kernel:
    """One kernel of a pack, for one architecture."""

    symbol: str  # mangled
    name: str  # for people, and the same in another build: see unique_names()
    architecture: str
    resources: Resources
    assembly_s: float | None  # what its assembler took; None: the compiler does not say


def report_file(folder, toolchain):
    """The report that kernels/pack/resource_report.py has written beside a pack."""
    return folder / f"{PREFIX}{toolchain}{SUFFIX}"


def load_kernels(folder, toolchains=None):
    """{toolchain: [Kernel]} of the packs of a build's lib folder, in order.

    toolchains: those that must be there; all that are when None.
    """
    files = sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))
    found = [file.name[len(PREFIX) : -len(SUFFIX)] for file in files]
    if not found:
        raise InputError(
            f"{folder}: holds no {PREFIX}*{SUFFIX}; build the packs of a device compiler, "
            "and name the build's lib folder"
        )
    for toolchain in toolchains or []:
        if toolchain not in found:
            raise InputError(f"{folder}: no pack of {toolchain}; there are: {', '.join(found)}")
    return {toolchain: _load(report_file(folder, toolchain)) for toolchain in toolchains or found}


def pack_file(folder, toolchain):
    return folder / f"{PREFIX}{toolchain}.so"


def report_of(kernels):
    """{(architecture, name): Resources}"""
    return {(kernel.architecture, kernel.name): kernel.resources for kernel in kernels}


def read_report(file):
    """The entries of a report, dicts. Raises InputError, naming the key."""
    try:
        entries = strictly(file.read_text(encoding="utf-8"))
        wrong = misfit(entries, SHAPE)
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        wrong = str(error)
    if wrong is not None:
        raise InputError(
            f"{file}: is not a report of kernels' resources ({wrong}); build the pack again"
        )
    return entries


def _load(file):
    entries = read_report(file)
    return [
        Kernel(entry["symbol"], name, entry["architecture"], _resources(entry), _seconds(entry))
        for entry, name in zip(entries, _names(entries), strict=True)
    ]


def _resources(entry):
    keys = ("registers", "stack_bytes", "spill_bytes", "shared_bytes")
    return Resources(*(entry[key] for key in keys))


def _seconds(entry):
    milliseconds = entry["assembly_ms"]
    return None if milliseconds is None else milliseconds / 1000


def _names(entries):
    """Their names, those of different kernels of one architecture told apart."""
    names = [""] * len(entries)
    for architecture in {entry["architecture"] for entry in entries}:
        places = [n for n, entry in enumerate(entries) if entry["architecture"] == architecture]
        unique = unique_names([entries[n]["kernel"] for n in places])
        for place, name in zip(places, unique, strict=True):
            names[place] = name
    return names

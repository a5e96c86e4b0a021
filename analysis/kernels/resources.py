"""What a thread of a kernel takes, as the compilers of the packs report it."""

import json
from dataclasses import dataclass

from analysis.errors import InputError
from analysis.kernels.names import unique_names

PREFIX = "libsphlab-kernels-"
SUFFIX = ".resources.json"


@dataclass(frozen=True)
class Resources:
    """Registers and bytes a thread; shared memory: static bytes a block."""

    registers: int
    stack_bytes: int
    spill_bytes: int
    shared_bytes: int

    def __str__(self):
        bytes_of = {"stack": self.stack_bytes, "spills": self.spill_bytes}
        bytes_of["shared"] = self.shared_bytes
        notes = [f"{count} B {what}" for what, count in bytes_of.items() if count]
        return ", ".join([str(self.registers), *notes])


def load_reports(folder, toolchains=None):
    """{toolchain: {(architecture, kernel): Resources}} of the packs of `folder`, in order.

    The file beside a pack was written by kernels/pack/resource_report.py when it was built.
    toolchains: those that must be there; all that are when None.
    """
    files = sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))
    found = {file.name[len(PREFIX) : -len(SUFFIX)]: file for file in files}
    if not found:
        raise InputError(
            f"{folder}: holds no {PREFIX}*{SUFFIX}; build the packs of a device compiler, "
            "and name the build's lib folder"
        )
    for toolchain in toolchains or []:
        if toolchain not in found:
            raise InputError(f"{folder}: no pack of {toolchain}; there are: {', '.join(found)}")
    return {toolchain: _load(found[toolchain]) for toolchain in toolchains or found}


def _load(file):
    try:
        kernels = json.loads(file.read_text(encoding="utf-8"))
        names = _names(kernels)
        return {
            (kernel["architecture"], name): Resources(
                kernel["registers"],
                kernel["stack_bytes"],
                kernel["spill_bytes"],
                kernel["shared_bytes"],
            )
            for kernel, name in zip(kernels, names, strict=True)
        }
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(
            f"{file}: is not a report of kernels' resources ({error!r}); build the pack again"
        ) from error


def _names(kernels):
    """The kernels' names, equal names of different kernels of one architecture told apart."""
    names = [""] * len(kernels)
    for architecture in {kernel["architecture"] for kernel in kernels}:
        places = [n for n, kernel in enumerate(kernels) if kernel["architecture"] == architecture]
        unique = unique_names([kernels[n]["kernel"] for n in places])
        for place, name in zip(places, unique, strict=True):
            names[place] = name
    return names

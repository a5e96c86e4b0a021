"""What a folder of results holds."""

from dataclasses import dataclass, field
from pathlib import Path

from analysis.errors import InputError
from analysis.limits import FILE, load_limits
from analysis.load import load_records
from analysis.verification.reading import is_verification, load_verification

# What stands beside recorded runs and is of another kind, by the end of its name.
OF_OTHER_KINDS = ("gate-audit.jsonl", ".profile.jsonl", ".loop.jsonl", ".validation.jsonl")
FIGURES = "figures"


@dataclass(frozen=True)
class Device:
    """What was recorded on one device."""

    slug: str
    name: str
    runs: dict = field(default_factory=dict)  # {path of a file from the results: its records}
    verifications: dict = field(default_factory=dict)  # {path: Verification}
    limits: dict | None = None  # the document of `sphlab limits` beside them, of whatever device
    limits_file: str | None = None  # its path from the results
    figures: list = field(default_factory=list)  # paths of PNGs from the results, sorted


@dataclass(frozen=True)
class Results:
    """A folder of results, read."""

    folder: Path
    devices: dict  # {slug: Device}, the one with the most records first
    others: list  # paths of files of other kinds


def collect(folder, progress):
    """The Results of a folder, a Path. Raises InputError, naming the file, for one that cannot be
    read as what it is, and where there is no recorded run."""
    if not folder.is_dir():
        raise InputError(f"{folder}: is no folder; name one of results, as sphlab record makes it")
    files = sorted(path for path in folder.rglob("*.jsonl") if path.is_file())
    devices, others = {}, []
    for path in progress.of("reading results", files):
        name = path.relative_to(folder).as_posix()
        if path.name.endswith(OF_OTHER_KINDS):
            others.append(name)
        elif is_verification(path):
            _add_verification(devices, name, load_verification(path))
        else:
            _add_run(devices, name, load_records(path))
    if not any(device.runs for device in devices.values()):
        raise InputError(f"{folder}: holds no recorded run, *.jsonl; make one by 'sphlab run'")
    ordered = sorted(devices, key=lambda slug: (-_records(devices[slug]), slug))
    found = {slug: _with_files(devices[slug], folder) for slug in ordered}
    return Results(folder, found, others)


def _records(device):
    return sum(map(len, device.runs.values()))


def _device(devices, recorded):
    return devices.setdefault(recorded["slug"], Device(recorded["slug"], recorded["name"]))


def _add_run(devices, name, records):
    for record in records:
        runs = _device(devices, record["device"]).runs
        runs.setdefault(name, []).append(record)


def _add_verification(devices, name, found):
    for device in {check["session"]["device"]["slug"]: check for check in found.checks}.values():
        _device(devices, device["session"]["device"]).verifications[name] = found


def _with_files(device, folder):
    """The Device with the limits and the figures of its folder, that of its slug."""
    own = folder / device.slug
    if not own.is_dir():
        own = folder if _is_of(device, folder) else None
    if own is None:
        return device
    images = sorted(path for path in (own / FIGURES).rglob("*.png") if path.is_file())
    device.figures.extend(path.relative_to(folder).as_posix() for path in images)
    limits = own / FILE
    if not limits.exists():
        return device
    document = load_limits(limits)
    return Device(
        device.slug,
        device.name,
        device.runs,
        device.verifications,
        document,
        limits.relative_to(folder).as_posix(),
        device.figures,
    )


def _is_of(device, folder):
    """Whether the folder itself is a device's: its runs lie in no folder of it."""
    return any("/" not in name for name in device.runs)

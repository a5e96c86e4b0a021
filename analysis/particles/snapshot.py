"""Particles of one moment, as a file has them."""

from dataclasses import dataclass, field

import numpy as np

from analysis.errors import InputError

MOST_PARTICLES = 2**30  # that sphlab can number
BYTES_PER_PARTICLE = 100  # while they are imported: positions in double precision, sorted
UNKNOWN = "unknown"
AXES = "xyz"


@dataclass
class Field:
    """A quantity of all particles: a row each, of one number or of several."""

    values: np.ndarray
    source: str  # what the file calls it
    unit: str = UNKNOWN


@dataclass
class Box:
    """What particles lie in: its corners, and the axes along which it is periodic, as "xz"."""

    lower: np.ndarray
    upper: np.ndarray
    periodic: str = ""


@dataclass
class Snapshot:
    """Fields by their meaning: "position", which must be there, "velocity", "mass", "density",
    "radius" (of influence) and "type"; and what is to be told of them."""

    fields: dict[str, Field]
    box: Box | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def position(self):
        return self.fields["position"]

    def __len__(self):
        return len(self.position.values)

    def kept(self, chosen):
        """A snapshot of only the particles that a mask or an index chooses."""
        fields = {
            name: Field(one.values[chosen], one.source, one.unit)
            for name, one in self.fields.items()
        }
        return Snapshot(fields, self.box, self.notes)


def require_count(count, source):
    """Raises InputError for more particles than sphlab numbers, or memory holds; to be called
    before they are read."""
    if count < 1:
        raise InputError(f"{source}: holds no particle")
    if count > MOST_PARTICLES:
        raise InputError(
            f"{source}: {count} particles are more than the {MOST_PARTICLES} that can be numbered"
        )
    needed, available = count * BYTES_PER_PARTICLE, _available_memory()
    if available is not None and needed > available:
        raise InputError(
            f"{source}: {count} particles need about {needed / 1e9:.1f} GB while they are "
            f"imported, and {available / 1e9:.1f} GB are free"
        )


def _available_memory():
    try:
        with open("/proc/meminfo", encoding="ascii") as stream:
            lines = dict(line.split(":", 1) for line in stream)
        return 1024 * int(lines["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):
        return None

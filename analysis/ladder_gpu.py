"""What the figures of paper D's GPU ladder share: its rungs, and the modes of its cells."""

from dataclasses import dataclass

from analysis.runs import FORCES

PER_RADIUS = "cells_per_radius"
BLOCK, SEPARATE = "tuning.forces.block", "tuning.forces.separate"
HOST = "host_toolchain.name"  # where the forces alone are on the device: that is no rung
OCCUPANCY = 0  # a block of the highest occupancy
KEYS = ["scenario.name", "scenario.particles", "shown.state", "toolchain.name"]


@dataclass(frozen=True)
class Rung:
    """A rung: what a variant of it consists of. block, separate: None where any will do."""

    label: str
    forces: str
    per_radius: int = 1
    block: int | None = OCCUPANCY
    separate: int | None = None

    def among(self, records):
        """The records of this rung."""
        columns = records.columns.union([BLOCK, SEPARATE, PER_RADIUS, FORCES, HOST], sort=False)
        records = records.reindex(columns=columns)
        chosen = (records[FORCES] == self.forces) & (records[PER_RADIUS] == self.per_radius)
        chosen &= records[HOST].isna()
        if self.block is not None:
            chosen &= records[BLOCK] == self.block
        if self.separate is not None:
            chosen &= records[SEPARATE] == self.separate
        return records[chosen]


RUNGS = [
    Rung("cells one by one, separate arrays, block of 256", "cells-generic", 1, 256, 1),
    Rung("block of the highest occupancy", "cells-generic", 1, OCCUPANCY, 1),
    Rung("packed arrays", "cells-generic", 1, OCCUPANCY, 0),
    Rung("stored ranges", "ranges-generic"),
    Rung("fluid in one kernel", "ranges-merged"),
    Rung("cells of half the radius", "ranges-merged", 2),
]

MODES = [
    Rung("FastCells(r/2): ranges-merged", "ranges-merged", 2, None),
    Rung("SlowCells(r/2): cells-merged", "cells-merged", 2, None),
    Rung("SlowCells(r): cells-merged", "cells-merged", 1, None),
]

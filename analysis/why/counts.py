"""What the host executor counted of a stage: lines of `sphlab count` (docs/counters.md)."""

from dataclasses import dataclass, field

from analysis.json_lines import load_objects
from analysis.kernels.counters import SCHEMA, SHAPE
from analysis.shape import COUNT, EACH, NUMBER, Kind

SECTOR_BYTES = 32
SECTORS_A_TURN = 4
SHARED = ("shared_load", "shared_store", "shared_atomic")
COUNT_OR_NONE = Kind(COUNT.name, lambda value: value is None or COUNT.holds(value))
SHAPE_OF_LINE = {
    **SHAPE,
    "parameters": {EACH: NUMBER},
    "accepted_pairs": COUNT_OR_NONE,
    **{kind: SHAPE[kind] | {"bytes": COUNT} for kind in ("global_load", "global_store")},
}


@dataclass
class AccessCounts:
    """Accesses of one kind to global memory, of all launches of a stage."""

    requests: float = 0.0
    bytes: float = 0.0  # that lanes asked for
    sectors: float = 0.0  # of 32 bytes, that the requests touched

    @property
    def used(self):
        """Share of the bytes in the sectors touched that a lane asked for; above 1 where lanes
        share them."""
        return self.bytes / (SECTOR_BYTES * self.sectors) if self.sectors > 0 else None

    @property
    def turns(self):
        return max(self.requests, self.sectors / SECTORS_A_TURN)

    def add(self, line):
        self.requests += line["requests"]
        self.bytes += line["bytes"]
        self.sectors += line["sectors"]


@dataclass
class StageCounts:
    """One stage of one variant, on a scenario of a size that the host can count."""

    source: str = ""  # file, or command
    scenario: str = ""
    parameters: dict[str, float] = field(default_factory=dict)
    particles: float = 0.0
    variant: str = ""
    stage: str = ""  # "predict" and "correct" apart
    accepted_pairs: float | None = None
    loads: AccessCounts = field(default_factory=AccessCounts)
    stores: AccessCounts = field(default_factory=AccessCounts)
    atomics: float = 0.0  # requests
    shared_wavefronts: float = 0.0  # turns of shared memory
    runs: float = 0.0  # passes of a warp through straight-line code
    run_lanes: float = 0.0  # lanes active in them, summed

    @property
    def lanes_per_run(self):
        return self.run_lanes / self.runs if self.runs > 0 else None

    @property
    def pipe_turns(self):
        """Turns of the pipe through which first cache and shared memory hand out 128 bytes, at the
        least: one a request, and one for four sectors."""
        return self.loads.turns + self.stores.turns + self.atomics + self.shared_wavefronts

    def add(self, line):
        self.loads.add(line["global_load"])
        self.stores.add(line["global_store"])
        self.atomics += line["global_atomic"]["requests"]
        self.shared_wavefronts += sum(line[kind]["wavefronts"] for kind in SHARED)
        self.runs += line["runs"]
        self.run_lanes += line["run_lanes"]


def load_counts(file, source=None):
    """The stages in a file, launches of a stage added up. Raises InputError.

    source: in place of the file's name."""
    again = "count again with 'sphlab count'"
    stages = {}
    for line in load_objects(file, SCHEMA, SHAPE_OF_LINE, "is empty", again):
        names = (line[key] for key in ("stage", "variant", "scenario"))
        key = (*names, *sorted(line["parameters"].items()))
        stages.setdefault(key, _counts_of(line, source or str(file))).add(line)
    return list(stages.values())


def _counts_of(line, source):
    parameters = {name: float(value) for name, value in sorted(line["parameters"].items())}
    pairs = line.get("accepted_pairs")
    return StageCounts(
        source,
        line["scenario"],
        parameters,
        float(line["particles"]),
        line["variant"],
        line["stage"],
        None if pairs is None else float(pairs),
    )

"""Facts of a variant and its stages, before anything is concluded. None stands for what is not
known."""

from dataclasses import dataclass, field
from statistics import median

from analysis.errors import InputError
from analysis.kernels.occupancy import MULTIPROCESSORS
from analysis.limits import RATES, that_bind
from analysis.load import lookup
from analysis.recorded.layout import OF_WORK
from analysis.runs import DEFAULT_FORMAT
from analysis.stages import is_over_pairs, runs_at_rebuild
from analysis.why.counts import StageCounts
from analysis.why.profiled import ProfiledStage, mismatch
from analysis.why.recorded import RecordedVariant
from analysis.why.residency import Residency, residency_of

TURN_BYTES = 128  # that first cache or shared memory hands out at once
COUNTED_WARP = 32


@dataclass
class Kernel:
    """A kernel of a stage, and what a multiprocessor holds of it."""

    resources: dict  # of the record
    residency: Residency | None = None


@dataclass
class StageFacts:
    """One stage of a step."""

    stage: str
    strategy: str | None = None
    is_over_pairs: bool = False  # a pass or the list: its bytes are loads of pairs
    series: str = "stage, loop"  # what its time is of: scope and cache
    call_s: float | None = None  # median of one call; None below what the timer tells apart
    calls_per_step: float = 1.0
    share: float | None = None  # of the measured step
    work: dict = field(default_factory=lambda: dict.fromkeys(OF_WORK))  # declared, of one call
    # By declared work, the least time that each limit leaves it over its time: above 1 where the
    # work cannot all have met that limit.
    reaches: dict[str, float] = field(default_factory=dict)
    # Declared bytes over what the memory copies in the time of a call.
    of_memory: float | None = None
    fits_l2: bool | None = None  # whether the declared bytes of a call would all fit there
    kernels: list[Kernel] = field(default_factory=list)
    counted: StageCounts | None = None
    # Share of the time that the pipe of first cache and shared memory needs at least, by what was
    # counted, scaled to the work of the record.
    counted_pipe: float | None = None
    profiled: ProfiledStage | None = None

    @property
    def step_s(self):
        """Seconds of a step; None of a stage that was not called."""
        is_called = self.call_s is not None and self.calls_per_step > 0
        return self.call_s * self.calls_per_step if is_called else None

    @property
    def looked_at(self):
        """Pairs that one call looks at: the candidates, or those of a list that is read."""
        candidates = self.work["candidate_pairs"]
        return self.work["accepted_pairs"] if candidates is None else candidates

    @property
    def least_resident(self):
        """The kernel of which a multiprocessor holds least."""
        known = [kernel for kernel in self.kernels if kernel.residency is not None]
        return min(known, key=lambda kernel: kernel.residency.occupancy, default=None)


@dataclass
class ListFacts:
    """A neighbour list of the variant."""

    format: str
    bytes: int
    used: float | None = None  # share of its entries that are neighbours; the rest is room


@dataclass
class VariantFacts:
    """A variant, all of it in one state."""

    recorded: RecordedVariant
    step_s: float | None = None  # median
    stages: list[StageFacts] = field(default_factory=list)  # in the order of execution
    neighbour_list: ListFacts | None = None
    rebuild_share: float | None = None  # of the step: what runs with the list
    relative_clock: float | None = None  # median clock of the samples over the device's highest
    fills: float | None = None  # particles over the threads that the device holds
    left_out: list[str] = field(default_factory=list)  # why facts that are there were left out

    @property
    def particles(self):
        return self.recorded.head["scenario"]["particles"]


@dataclass
class Sources:
    """Where the facts that no record holds come from."""

    limits_of: str = ""  # name of the device
    rates: dict[str, float] = field(default_factory=dict)  # work a second, by limit
    profiles: dict[str, ProfiledStage] = field(default_factory=dict)  # by the id of the record
    counts: list[StageCounts] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def facts_of(recorded, sources):
    """Gathers what is known of a variant. Raises InputError where limits are another device's."""
    head = recorded.head
    _require_same_device(head, sources)
    facts = VariantFacts(recorded, left_out=list(sources.left_out))
    if recorded.step is not None:
        facts.step_s = above_zero(recorded.step["summary"]["median_s"])
    facts.stages = [_stage(record, sources, facts) for record in recorded.stages]
    facts.neighbour_list = _list_of(facts)
    facts.rebuild_share = _rebuild_share(facts.stages)
    facts.relative_clock = _relative_clock(head)
    facts.fills = _fills(head)
    return facts


def above_zero(value):
    """The value, None where it is not above zero."""
    return value if value is not None and value > 0 else None


def _require_same_device(record, sources):
    device = record["device"]["name"]
    if sources.rates and sources.limits_of != device:
        raise InputError(
            f"the limits are of {sources.limits_of}, but the records of {device}; name that "
            "device's with --limits, or measure them there with 'sphlab limits'"
        )


def _stage(record, sources, variant):
    facts = StageFacts(
        stage=record["stage"],
        strategy=record["strategies"].get(record["stage"]),
        is_over_pairs=is_over_pairs(record["stage"], record["work"]["accepted_pairs"]),
        series=f"{record['scope']}, {record['cache']}",
        call_s=above_zero(record["summary"]["median_s"]),
        calls_per_step=float(record["calls_per_step"]),
        work=record["work"],
        kernels=_kernels(record),
    )
    if facts.step_s and variant.step_s:
        facts.share = facts.step_s / variant.step_s
    if facts.work["bytes"] is not None and record["device"]["l2_bytes"] is not None:
        facts.fits_l2 = facts.work["bytes"] <= record["device"]["l2_bytes"]
    _hold_against_limits(facts, record, sources.rates)
    _add_counted(facts, record, sources)
    _add_profile(facts, record, sources, variant)
    return facts


def _kernels(record):
    architecture = record["device"]["architecture"]
    return [Kernel(kernel, residency_of(architecture, kernel)) for kernel in record["kernels"]]


def _hold_against_limits(facts, record, rates):
    work = {limit: lookup(record, RATES[limit]) for limit in that_bind(facts.is_over_pairs)}
    work["launch"] = len(facts.kernels)
    for limit, done in work.items():
        reach = _share_of_limit(done, rates.get(limit), facts.call_s)
        if reach is not None:
            facts.reaches[limit] = reach
    facts.of_memory = _share_of_limit(facts.work["bytes"], rates.get("copy"), facts.call_s)


def _share_of_limit(work, rate, seconds):
    if above_zero(work) is None or rate is None or seconds is None:
        return None
    return work / (rate * seconds)


def _add_counted(facts, record, sources):
    if record["toolchain"]["warp_width"] != COUNTED_WARP:
        return
    wanted = facts.stage, record["variant"], record["scenario"]["name"]
    of_stage = (
        counted
        for counted in sources.counts
        if (counted.stage, counted.variant, counted.scenario) == wanted and counted.particles > 0
    )
    facts.counted = next(of_stage, None)
    scale = _scale(facts, record["scenario"]["particles"]) if facts.counted else None
    if scale is not None:
        turns = TURN_BYTES * facts.counted.pipe_turns * scale
        facts.counted_pipe = _share_of_limit(turns, sources.rates.get("l1"), facts.call_s)


def _scale(facts, particles):
    """How often the work that was counted goes into that of a record."""
    if not facts.is_over_pairs:
        return particles / facts.counted.particles
    pairs = facts.work["accepted_pairs"]
    return pairs / facts.counted.accepted_pairs if pairs and facts.counted.accepted_pairs else None


def _add_profile(facts, record, sources, variant):
    """The profile of one of the stage's records, if there is one and it is of this kernel."""
    for key, stage in sorted(variant.recorded.stage_of_id.items()):
        profile = sources.profiles.get(key)
        if stage != facts.stage or profile is None:
            continue
        reason = mismatch(profile, record)
        if reason:
            variant.left_out.append(reason)
        else:
            facts.profiled = profile


def _list_of(variant):
    head = variant.recorded.head
    size = head["resources"]["bytes_of_list"]
    if not size:
        return None
    found = ListFacts(head["strategies"].get("list-format", DEFAULT_FORMAT), size)
    entry_bytes = 2 if found.format.endswith("-16") else 4
    for stage in variant.stages:
        if stage.stage == "forces" and stage.work["accepted_pairs"] is not None:
            found.used = stage.work["accepted_pairs"] * entry_bytes / size
    return found


def _rebuild_share(stages):
    shares = [
        one.share
        for one in stages
        if one.share is not None and runs_at_rebuild(one.stage, one.work["accepted_pairs"])
    ]
    return sum(shares) if shares else None


def _relative_clock(record):
    clocks = [clock for clock in record["samples"]["clock_mhz"] if clock is not None]
    highest = record["device"]["max_clock_mhz"]
    return median(clocks) / highest if clocks and above_zero(highest) else None


def _fills(record):
    """Particles over the threads that the device holds at once."""
    limits = MULTIPROCESSORS.get(record["device"]["architecture"])
    units = record["device"]["compute_units"]
    if limits is None or not units:
        return None
    return record["scenario"]["particles"] / (units * limits.warps * limits.warp)

"""Whether two runs can be held against each other: same device, driver, compilers and workload, and
the same checks and work (analysis/compare/evidence.py)."""

from dataclasses import dataclass

from analysis.compare import evidence
from analysis.errors import EnvironmentMismatch
from analysis.load import lookup

BOARD = "device.board"  # memory and cache of two boards of one name may differ by per cents
OF_REBUILDS = ["list_life.trigger", "list_life.interval", "list_life.expansion"]
# How threads wait, and how many there are, can make more of a difference than their code.
OF_OPENMP = [
    "runtime.openmp.threads",
    "runtime.openmp.processors",
    "runtime.openmp.environment",
]
# A host has no board and a GPU no OpenMP; records from before they were recorded lack all of these.
OPTIONAL = (BOARD, *OF_REBUILDS, *OF_OPENMP)
OF_DEVICE = [
    "device.name",
    "device.driver",
    "device.architecture",
    BOARD,
    "device.compute_units",
    "device.memory_bytes",
    "device.max_clock_mhz",
    "device.memory_clock_mhz",
    "device.power_limit_w",
    "device.clocks_locked",
    "runtime.name",
    "runtime.version",
]
# Where kernels run on a GPU the host only enqueues graphs.
OF_HOST = ["host.cpu", "host.cores", "host.os", *OF_OPENMP]
OF_TOOLCHAIN = [
    "toolchain.compiler",
    "toolchain.host_compiler",
    "toolchain.flags",
    "toolchain.fast_math",
    "toolchain.fma",
    "toolchain.architectures",
    "toolchain.warp_width",
]
STRATEGIES = "strategies"  # of all stages: a variant's name does not tell the defaults
OF_WORKLOAD = ["scenario.configuration_hash", "physics", "calls_per_step", STRATEGIES, *OF_REBUILDS]
# The number of blocks may differ: it says how sure a result is, not what it is of.
OF_POLICY = ["policy.warmup", "policy.samples_per_block", "policy.interleaving"]
KEYS = [*OF_DEVICE, *OF_HOST, *OF_TOOLCHAIN, *OF_WORKLOAD, *OF_POLICY, *evidence.KEYS]
ALL = "all"
UNKNOWN = "not known"
RECORDED = "base and candidate were not recorded in the same environment:"
VERIFIED = "base and candidate are not comparable, they were not verified alike or did other work:"


@dataclass(frozen=True, order=True)
class Difference:
    """A key of the fingerprint with what each side says, as text."""

    key: str
    base: str
    candidate: str

    @property
    def is_known(self):
        """Whether both sides say something."""
        return UNKNOWN not in (self.base, self.candidate)


def differences(pairs):
    """The Differences between the two records of each pair, each once, by the order of KEYS; of a
    key of evidence the first.

    pairs: (base record, candidate record) of each row. A value that one side does not know differs
    from one that the other does.
    """
    found, of_evidence = set(), {}
    for base, candidate in pairs:
        for key, *values in evidence.differences(base, candidate):
            # One row stands for all: in each there may be other numbers.
            of_evidence.setdefault(key, Difference(key, *_in_row(values, candidate)))
        for key in _keys(base, candidate):
            values = [lookup(record, key, OPTIONAL) for record in (base, candidate)]
            if values[0] != values[1]:
                told = _only_those_that_differ(*values) if key == STRATEGIES else values
                found.add(Difference(key, *map(as_text, told)))
    found.update(of_evidence.values())
    return sorted(found, key=lambda one: (KEYS.index(one.key), one.base, one.candidate))


def require_equal(found, across):
    """Raises EnvironmentMismatch for Differences that `across`, a collection of keys, lacks."""
    refused = [one for one in found if one.key not in across and ALL not in across]
    if not refused:
        return
    of_evidence = any(one.key in evidence.KEYS for one in refused)
    lines = [VERIFIED if of_evidence else RECORDED]
    lines += [f"  {one.key}: {one.base} against {one.candidate}" for one in refused]
    keys = " ".join(dict.fromkeys(one.key for one in refused))
    lines.append(
        "record the base again where the candidate ran; "
        f"to compare them all the same, say --across {keys}"
    )
    raise EnvironmentMismatch("\n".join(lines))


def _keys(base, candidate):
    keys = [*OF_DEVICE, *OF_WORKLOAD, *OF_POLICY]
    if "host" in (base["runtime"]["name"], candidate["runtime"]["name"]):
        keys += OF_HOST
    # Toolchains of different names are compared because they differ.
    if base["toolchain"]["name"] == candidate["toolchain"]["name"]:
        keys += OF_TOOLCHAIN
    return keys


def _in_row(values, record):
    """Texts of the two sides, the first with the row that they are of."""
    base, candidate = map(as_text, values)
    return f"{base} ({record['stage']} of {record['variant']})", candidate


def _only_those_that_differ(base, candidate):
    """Two dicts of strategies as texts, without the stages that both have alike."""
    stages = sorted(base.keys() | candidate.keys())
    differ = [stage for stage in stages if base.get(stage) != candidate.get(stage)]
    return [
        ", ".join(f"{stage} {side.get(stage, 'by none')}" for stage in differ)
        for side in (base, candidate)
    ]


def as_text(value):
    """What one side says of a key, for a Difference."""
    return UNKNOWN if value is None else str(value)

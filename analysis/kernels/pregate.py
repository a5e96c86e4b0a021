"""Which kernels of two builds differ, and how, before anything is run."""

from collections import Counter
from dataclasses import dataclass

from analysis.kernels.changes import Change
from analysis.kernels.machine_code import code_of_kernels, instruction_mix
from analysis.kernels.resources import load_kernels, pack_file


@dataclass(frozen=True)
class CodeChange:
    """A kernel whose machine code or resources are not the base's; None where it is not there."""

    resources: Change
    base_mix: Counter | None
    candidate_mix: Counter | None

    @property
    def new_or_gone(self):
        return self.resources.before is None or self.resources.after is None

    def mix_difference(self):
        """{opcode: (count in base, count in candidate)} of those that differ, sorted."""
        base, candidate = self.base_mix or Counter(), self.candidate_mix or Counter()
        opcodes = sorted(base | candidate)
        return {op: (base[op], candidate[op]) for op in opcodes if base[op] != candidate[op]}


@dataclass(frozen=True)
class PackComparison:
    """One toolchain's pack in both builds.

    assembly_s: seconds of the assembler over all kernels, (base, candidate); None: not known.
    """

    toolchain: str
    identical: list  # (architecture, name)
    changed: list  # CodeChange, worse ones first
    assembly_s: tuple | None

    @property
    def worse(self):
        return sum(change.resources.worse for change in self.changed)


def compare_builds(base, candidate, toolchains=None):
    """The PackComparisons of the toolchains of two lib folders.

    Returns them with the toolchains that only one of the two has, which are not compared.
    """
    in_base = load_kernels(base, toolchains)
    in_candidate = load_kernels(candidate, toolchains)
    shared = [toolchain for toolchain in in_base if toolchain in in_candidate]
    comparisons = [
        _compare(toolchain, base, candidate, in_base[toolchain], in_candidate[toolchain])
        for toolchain in shared
    ]
    return comparisons, sorted(in_base.keys() ^ in_candidate.keys())


class _Pack:
    """Kernels of one pack by architecture and name, with their machine code."""

    def __init__(self, folder, toolchain, kernels):
        self.file = pack_file(folder, toolchain)
        self.kernels = {(kernel.architecture, kernel.name): kernel for kernel in kernels}
        self.code = code_of_kernels(self.file, kernels)

    def resources_of(self, key):
        kernel = self.kernels.get(key)
        return kernel and kernel.resources

    def mixes(self, keys):
        """{key: Counter} of those of `keys` that it has."""
        present = [self.kernels[key] for key in keys if key in self.kernels]
        return instruction_mix(self.file, present) if present else {}

    def assembly_s(self):
        times = [kernel.assembly_s for kernel in self.kernels.values()]
        return None if None in times else sum(times)


def _compare(toolchain, base_folder, candidate_folder, base_kernels, candidate_kernels):
    base = _Pack(base_folder, toolchain, base_kernels)
    candidate = _Pack(candidate_folder, toolchain, candidate_kernels)
    identical, differing = [], []
    for key in sorted(base.kernels.keys() | candidate.kernels.keys()):
        (identical if _same(base, candidate, key) else differing).append(key)

    base_mixes, candidate_mixes = base.mixes(differing), candidate.mixes(differing)
    changed = [
        CodeChange(
            Change(*key, base.resources_of(key), candidate.resources_of(key)),
            base_mixes.get(key),
            candidate_mixes.get(key),
        )
        for key in differing
    ]
    times = base.assembly_s(), candidate.assembly_s()
    return PackComparison(
        toolchain,
        identical,
        sorted(changed, key=lambda change: not change.resources.worse),
        None if None in times else times,
    )


def _same(base, candidate, key):
    if base.resources_of(key) is None or base.resources_of(key) != candidate.resources_of(key):
        return False
    return base.code.get(key) == candidate.code.get(key)

"""How many warps a multiprocessor can hold of a kernel, in theory."""

from dataclasses import dataclass

from analysis.kernels.resources import REGISTER_GROUP

WARP = 32
SCHEDULERS = 4  # of a multiprocessor
REGISTERS = 16384  # of a scheduler
RESERVED_SHARED_BYTES = 1024  # of every block, by the system


@dataclass(frozen=True)
class Multiprocessor:
    """Limits of a compute capability (CUDA C++ programming guide, technical specifications)."""

    warps: int
    blocks: int
    shared_bytes: int


MULTIPROCESSORS = {
    "sm_80": Multiprocessor(64, 32, 164 * 1024),
    "sm_86": Multiprocessor(48, 16, 100 * 1024),
    "sm_89": Multiprocessor(48, 24, 100 * 1024),
    "sm_90": Multiprocessor(64, 32, 228 * 1024),
    "sm_100": Multiprocessor(64, 32, 228 * 1024),
    "sm_120": Multiprocessor(48, 24, 100 * 1024),
}


def resident_warps(architecture, resources, block):
    """Warps that are resident with blocks of `block` threads, or None for an unknown architecture.

    Without dynamic shared memory, which is not known before the launch.
    """
    limits = MULTIPROCESSORS.get(architecture)
    if limits is None:
        return None
    warps = -(-block // WARP)
    registers_of_warp = max(resources.register_groups, 1) * REGISTER_GROUP * WARP
    by_registers = SCHEDULERS * (REGISTERS // registers_of_warp) // warps
    by_shared = limits.shared_bytes // (resources.shared_bytes + RESERVED_SHARED_BYTES)
    return warps * min(limits.blocks, limits.warps // warps, by_registers, by_shared)

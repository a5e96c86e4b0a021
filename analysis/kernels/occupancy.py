"""How many warps a multiprocessor can hold of a kernel, in theory."""

from dataclasses import dataclass

from analysis.kernels.resources import REGISTER_GROUP

SCHEDULERS = 4  # of a multiprocessor


@dataclass(frozen=True)
class Multiprocessor:
    """Limits of an architecture: CUDA C++ programming guide, technical specifications; for an AMD
    GPU's compute unit LLVM's user guide for its back end."""

    warps: int
    blocks: int
    shared_bytes: int
    warp: int = 32  # threads
    registers: int = 16384  # of a scheduler, for one thread each
    reserved_shared_bytes: int = 1024  # of every block, by the system

    def warps_of(self, block):
        """Warps of a block of so many threads."""
        return -(-block // self.warp)


MULTIPROCESSORS = {
    "sm_80": Multiprocessor(64, 32, 164 * 1024),
    "sm_86": Multiprocessor(48, 16, 100 * 1024),
    "sm_89": Multiprocessor(48, 24, 100 * 1024),
    "sm_90": Multiprocessor(64, 32, 228 * 1024),
    "sm_100": Multiprocessor(64, 32, 228 * 1024),
    "sm_120": Multiprocessor(48, 24, 100 * 1024),
    "gfx90a": Multiprocessor(32, 32, 64 * 1024, 64, 512 * 64, 0),
}


def resident_warps(architecture, resources, block):
    """Warps that are resident with blocks of `block` threads, or None for an unknown architecture.

    Without dynamic shared memory, which is not known before the launch.
    """
    limits = MULTIPROCESSORS.get(architecture)
    if limits is None:
        return None
    allowed = allowed_blocks(limits, resources.registers, resources.shared_bytes, block)
    return limits.warps_of(block) * min(allowed.values())


def allowed_blocks(limits, registers, shared_bytes, block):
    """{resource: blocks of `block` threads that a multiprocessor holds by it alone}."""
    warps = limits.warps_of(block)
    of_scheduler = limits.registers // (registers_given(registers) * limits.warp)
    shared = shared_bytes + limits.reserved_shared_bytes
    return {
        "registers": SCHEDULERS * of_scheduler // warps,
        "shared memory": limits.shared_bytes // shared if shared else limits.blocks,
        "threads": limits.warps // warps,
        "blocks": limits.blocks,
    }


def registers_given(registers):
    """Registers of a thread as it is given them."""
    return max(1, -(-registers // REGISTER_GROUP)) * REGISTER_GROUP

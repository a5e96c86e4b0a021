"""Occupancy as paper D computes it: by registers and the size of a block, on its devices and on
those of today (its section 4, table 2 and figure 6).
"""

from dataclasses import dataclass

from analysis.kernels.occupancy import MULTIPROCESSORS, resident_warps
from analysis.kernels.resources import Resources

WARP = 32
LARGEST_BLOCK = 1024


@dataclass(frozen=True)
class EarlyMultiprocessor:
    """Limits of compute capability 1.0 to 2.x (paper D, table 2). The occupancy calculator of their
    time has how registers are given out: in units, to a block of an even number of warps, or to a
    warp."""

    block_threads: int
    blocks: int
    warps: int
    registers: int
    unit: int  # registers
    to_blocks: bool


EARLY = {
    "1.0, 1.1": EarlyMultiprocessor(512, 8, 24, 8 * 1024, 256, True),
    "1.2, 1.3": EarlyMultiprocessor(512, 8, 32, 16 * 1024, 512, True),
    "2.x": EarlyMultiprocessor(1024, 8, 48, 32 * 1024, 64, False),
}


def occupancy_of(device, registers, block):
    """Resident warps over the most there can be, with blocks of `block` threads and no shared
    memory. device: an EarlyMultiprocessor, or a name of MULTIPROCESSORS."""
    if isinstance(device, EarlyMultiprocessor):
        return _early_warps(device, registers, block) / device.warps
    resources = Resources(registers, 0, 0, 0)
    return resident_warps(device, resources, block) / MULTIPROCESSORS[device].warps


def best_block(device, registers):
    """The block of the highest occupancy, the smallest of several; as the traversals of the ladder
    choose theirs (kernels/strategy/occupancy_block.hpp). The paper's own table departs from it."""
    blocks = range(WARP, LARGEST_BLOCK + 1, WARP)
    return max(blocks, key=lambda block: (occupancy_of(device, registers, block), -block))


def _early_warps(device, registers, block):
    if block > device.block_threads:
        return 0
    warps = -(-block // WARP)
    if device.to_blocks:
        even = 2 * -(-warps // 2)
        by_registers = device.registers // _rounded(even * WARP * registers, device.unit)
    else:
        by_registers = device.registers // _rounded(WARP * registers, device.unit) // warps
    return warps * min(device.blocks, device.warps // warps, by_registers)


def _rounded(registers, unit):
    return -(-registers // unit) * unit

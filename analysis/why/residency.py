"""How many warps of a recorded kernel a multiprocessor holds at once, and what allows no more."""

from dataclasses import dataclass

from analysis.kernels.occupancy import MULTIPROCESSORS, allowed_blocks, registers_given
from analysis.kernels.resources import REGISTER_GROUP

ROUNDING = 1e-3


@dataclass(frozen=True)
class Residency:
    warps: int
    most_warps: int  # of any kernel
    limited_by: list[str]  # "registers", "shared memory", "threads", "blocks"
    # Of a thread: the most with which it would hold more, where registers alone limit it.
    roomier_registers: int | None = None

    @property
    def occupancy(self):
        return self.warps / self.most_warps


def residency_of(architecture, kernel):
    """By registers, shared memory and block size of a kernel of a record. None where one of these
    is not known, no block fits, or the device told another occupancy: then something limits it
    that is not known here."""
    limits = MULTIPROCESSORS.get(architecture)
    registers, shared, block = (kernel[k] for k in ("registers", "shared_bytes", "block_size"))
    if limits is None or registers is None or shared is None or not block:
        return None
    allowed = allowed_blocks(limits, registers, shared, block)
    blocks = min(allowed.values())
    warps = blocks * limits.warps_of(block)
    if blocks == 0 or _contradicts(kernel, warps / limits.warps):
        return None
    limited_by = [resource for resource, most in allowed.items() if most == blocks]
    roomier = None
    if limited_by == ["registers"]:
        roomier = _roomier_registers(limits, registers, block, blocks)
    return Residency(warps, limits.warps, limited_by, roomier)


def _contradicts(kernel, occupancy):
    told = kernel["occupancy"]
    return told is not None and abs(told - occupancy) > ROUNDING


def _roomier_registers(limits, registers, block, blocks):
    """The most registers of a thread, below those it has, with which more blocks are held."""
    for fewer in range(registers_given(registers) - REGISTER_GROUP, 0, -REGISTER_GROUP):
        if allowed_blocks(limits, fewer, 0, block)["registers"] > blocks:
            return fewer
    return None

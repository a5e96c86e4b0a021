"""What a multiprocessor holds of a kernel, and why no more."""

import pytest

from analysis.why.residency import residency_of


def on_h200(registers, shared, block, occupancy=None):
    kernel = {"registers": registers, "shared_bytes": shared, "block_size": block}
    return residency_of("sm_90", kernel | {"occupancy": occupancy})


def test_registers_limit():
    held = on_h200(48, 0, 128, 0.625)
    assert (held.warps, held.limited_by, held.roomier_registers) == (40, ["registers"], 40)


def test_shared_memory_limits():
    held = on_h200(40, 220752, 512, 0.25)
    assert (held.warps, held.limited_by) == (16, ["shared memory"])
    assert held.roomier_registers is None


@pytest.mark.parametrize(
    ("registers", "block", "limited_by"),
    [(16, 32, ["blocks"]), (16, 1024, ["threads"]), (32, 128, ["registers", "threads"])],
)
def test_blocks_and_threads_limit(registers, block, limited_by):
    assert on_h200(registers, 0, block).limited_by == limited_by


def test_nothing_is_said_where_the_device_told_another():
    assert on_h200(48, 0, 128, 0.5) is None


def test_nothing_is_said_without_resources_or_room():
    assert on_h200(None, 0, 128) is None
    assert on_h200(48, None, 128) is None
    assert on_h200(48, 0, 0) is None
    assert on_h200(48, 300000, 128) is None
    kernel = {"registers": 48, "shared_bytes": 0, "block_size": 128, "occupancy": None}
    assert residency_of("sm_1", kernel) is None

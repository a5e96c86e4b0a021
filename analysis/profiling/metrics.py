"""What is asked of Nsight Compute, and what each of its metrics is called here.

Needs Python's standard library alone, so that ci/profile can ask for the list on a machine that
has nothing else: python -m analysis.profiling.metrics
"""

from dataclasses import dataclass
from enum import Enum

from analysis.errors import InputError


class Unit(Enum):
    """What a metric is told in here, whatever unit the export has it in."""

    COUNT = "count"
    PERCENT = "%"
    SECOND = "s"
    BYTE = "B"


# The spellings of all versions since 2019.
SCALES = {
    Unit.PERCENT: {"%": 1.0},
    Unit.SECOND: {
        **dict.fromkeys(("ns", "nsecond"), 1e-9),
        **dict.fromkeys(("us", "usecond"), 1e-6),
        **dict.fromkeys(("ms", "msecond"), 1e-3),
        **dict.fromkeys(("s", "second"), 1.0),
    },
    Unit.BYTE: {"byte": 1.0, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "Tbyte": 1e12},
}


@dataclass(frozen=True)
class Metric:
    """A metric of the profiler: its name there (sm_90, Nsight Compute 2025.3), and its unit here.

    required: an export without it is refused. The others are None where the device does not tell
    them, or there is nothing to divide by: a hit rate without a request.
    """

    name: str
    unit: Unit = Unit.COUNT
    required: bool = False

    def value(self, text, unit):
        """The number behind a field of the export in its unit; None where it has none.

        Raises InputError for what is no number, or in no unit of this kind.
        """
        if text.strip().lower() in ("", "n/a", "nan", "inf", "-nan"):
            return None
        try:
            number = float(text.replace(",", ""))
        except ValueError as error:
            raise InputError(f"'{text}' is not a number") from error
        return number * self._scale(unit)

    def _scale(self, unit):
        scales = SCALES.get(self.unit)
        if scales is None:
            return 1.0
        of_what = unit.partition("/")[0]  # "Kbyte/block"
        if of_what not in scales:
            raise InputError(f"unit '{unit}' is none of {', '.join(scales)}")
        return scales[of_what]


METRICS = {
    # The launch.
    "grid_size": Metric("launch__grid_size", required=True),
    "block_size": Metric("launch__block_size", required=True),
    "registers": Metric("launch__registers_per_thread", required=True),
    "static_shared_bytes": Metric("launch__shared_mem_per_block_static", Unit.BYTE),
    "dynamic_shared_bytes": Metric("launch__shared_mem_per_block_dynamic", Unit.BYTE),
    # Blocks over those that the device holds at once.
    "waves": Metric("launch__waves_per_multiprocessor"),
    # Blocks of a multiprocessor, as each resource alone would allow.
    "block_limit_blocks": Metric("launch__occupancy_limit_blocks", required=True),
    "block_limit_registers": Metric("launch__occupancy_limit_registers", required=True),
    "block_limit_shared_memory": Metric("launch__occupancy_limit_shared_mem", required=True),
    "block_limit_warps": Metric("launch__occupancy_limit_warps", required=True),
    # Time of the kernel alone, from its first block to its last.
    "duration_s": Metric("gpu__time_duration.sum", Unit.SECOND, required=True),
    "cycles": Metric("sm__cycles_elapsed.max", required=True),
    # Occupancy: resident warps over those possible. A throughput is that of the busiest unit of its
    # kind over its peak.
    "theoretical_occupancy": Metric(
        "sm__maximum_warps_per_active_cycle_pct", Unit.PERCENT, required=True
    ),
    "achieved_occupancy": Metric(
        "sm__warps_active.avg.pct_of_peak_sustained_active", Unit.PERCENT, required=True
    ),
    "compute_throughput": Metric("sm__throughput.avg.pct_of_peak_sustained_elapsed", Unit.PERCENT),
    "memory_throughput": Metric(
        "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", Unit.PERCENT
    ),
    "dram_throughput": Metric(
        "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", Unit.PERCENT
    ),
    "issue_slots_busy": Metric("sm__inst_issued.avg.pct_of_peak_sustained_active", Unit.PERCENT),
    # The pipe through which L1 cache and shared memory hand out data.
    "lsu_wavefronts_busy": Metric(
        "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed", Unit.PERCENT
    ),
    # Instructions, lanes active in one, and branches that a whole warp took alike.
    "warp_instructions": Metric("smsp__inst_executed.sum"),
    "active_lanes": Metric("smsp__thread_inst_executed_per_inst_executed.ratio"),
    "branch_efficiency": Metric(
        "smsp__sass_average_branch_targets_threads_uniform.pct", Unit.PERCENT
    ),
    # Caches and memory.
    "l1_hit_rate": Metric("l1tex__t_sector_hit_rate.pct", Unit.PERCENT),
    "l2_hit_rate": Metric("lts__t_sector_hit_rate.pct", Unit.PERCENT),
    "dram_bytes": Metric("dram__bytes.sum", Unit.BYTE),
    # Sectors over requests tell coalescing: 4 for 32 neighbouring words of 4 bytes.
    "global_load_requests": Metric("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
    "global_load_sectors": Metric("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
    "global_store_requests": Metric("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"),
    "global_store_sectors": Metric("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"),
    # Cycles of shared memory, bank conflicts included.
    "shared_load_wavefronts": Metric("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"),
    "shared_store_wavefronts": Metric("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"),
    "shared_wavefronts": Metric("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"),
    # Spilled registers and stack.
    "local_load_sectors": Metric("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"),
    "local_store_sectors": Metric("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"),
}
LIMITS = {
    "block_limit_blocks": "blocks",
    "block_limit_registers": "registers",
    "block_limit_shared_memory": "shared memory",
    "block_limit_warps": "warps",
}


def block_limit(values):
    """Blocks that a multiprocessor holds of a launch, and the resources that allow no more."""
    most = min(values[key] for key in LIMITS)
    return most, [name for key, name in LIMITS.items() if values[key] == most]


if __name__ == "__main__":
    print(",".join(metric.name for metric in METRICS.values()))

"""What a device's profiler counts of what `sphlab count` counts on the host executor.

Needs Python's standard library alone, so that ci/validate-counters can ask for the list on a
machine that has nothing else: python -m analysis.kernels.device_metrics
"""

from analysis.profiling.export import Kind
from analysis.profiling.metrics import Metric

# Requests, and what each costs: sectors of global memory, wavefronts of shared memory. Names of
# Nsight Compute 2025.3 on sm_90; several are added up. An instruction all of whose lanes are
# predicated off asks for nothing. An atomic operation whose result nobody needs is a reduction.
TRAFFIC = {
    "global_load": {
        "requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
        "sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    },
    "global_store": {
        "requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
        "sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    },
    "global_atomic": {
        "requests": [
            "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
            "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
        ],
        "sectors": [
            "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
        ],
    },
    "shared_load": {
        "requests": ["smsp__inst_executed_op_shared_ld_pred_on_any.sum"],
        "wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
    },
    "shared_store": {
        "requests": ["smsp__inst_executed_op_shared_st_pred_on_any.sum"],
        "wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"],
    },
    "shared_atomic": {
        "requests": [
            "smsp__inst_executed_op_shared_atom_pred_on_any.sum",
            "smsp__inst_executed_op_shared_atom_dot_alu_pred_on_any.sum",
            "smsp__inst_executed_op_shared_atom_dot_cas_pred_on_any.sum",
        ],
        "wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"],
    },
}
GRID, BLOCK = "launch__grid_size", "launch__block_size"
# Told beside them, and judged by nobody: an instruction is no basic block.
DIVERGENCE = {
    "instructions": "smsp__inst_executed.sum",
    "lanes_an_instruction": "smsp__thread_inst_executed_per_inst_executed.ratio",
    "branches": "smsp__inst_executed_op_branch.sum",
    "divergent_branches": "smsp__sass_branch_targets_threads_divergent.sum",
}
NAMES = [
    GRID,
    BLOCK,
    *(name for costs in TRAFFIC.values() for names in costs.values() for name in names),
    *DIVERGENCE.values(),
]
# The ranges are those of `sphlab count --profile`.
OF_COUNTS = Kind(
    "counts",
    {name: Metric(name, required=True) for name in NAMES},
    "profile with ci/validate-counters",
)


def traffic_of(metrics):
    """{kind of access: {"requests": number, "sectors" or "wavefronts": number}} of a launch."""
    return {
        kind: {cost: sum(int(metrics[name]) for name in names) for cost, names in costs.items()}
        for kind, costs in TRAFFIC.items()
    }


def divergence_of(metrics):
    """The numbers of DIVERGENCE of a launch."""
    return {key: metrics[name] for key, name in DIVERGENCE.items()}


if __name__ == "__main__":
    print(",".join(NAMES))

// forces/par-cell: one block a filled cell, one thread a particle of it (catalogue T2; paper C, 4.3
// and algorithm 2). All threads of a block read the same sources at the same time.
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Reads state, cell_begin and census; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_cell(StageArguments a, typename Physics::Coefficients coefficients) {
  const std::uint32_t filled = *a.census.filled_count;
  for (std::uint32_t k = blockIdx.x; k < filled; k += gridDim.x) {
    const std::uint32_t key = a.census.filled[k];
    const std::uint32_t last = a.cell_begin[key + 1];
    for (std::uint32_t i = a.cell_begin[key] + threadIdx.x; i < last; i += blockDim.x)
      compute_particle<Physics>(a, coefficients, i, cell_index(a.grid, key));
  }
}

namespace {

struct ParCell {
  static constexpr const char* name = "par-cell";
  static constexpr bool needs_census = true;
  static constexpr const TuningParameter* parameters = cell_block_parameter;
  static constexpr std::uint32_t parameter_count = 1;

  template <class Physics>
  static DeclaredWork work() {
    return work_from_global_memory<Physics>();
  }

  template <class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, par_cell<Physics>, most_filled_boxes(*a), tuning[0],
                       0, stream, *a, coefficients_of<Physics>(*a));
  }

  template <class Physics>
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(par_cell<Physics>, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_traversal<ParCell, CellPairPhysics>();

}  // namespace
}  // namespace sphlab

// forces/par-part-noloop: one thread a particle visits the particles of the 27 cells around it
// (catalogue T2; paper C, 4.1 and algorithm 1).
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_part_noloop(StageArguments a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  compute_particle<Physics>(a, coefficients, i, cell_index(a.grid, a.keys[i]));
}

namespace {

struct ParPartNoloop {
  static constexpr const char* name = "par-part-noloop";
  static constexpr const TuningParameter* parameters = block_parameter;
  static constexpr std::uint32_t parameter_count = 1;

  template <class Physics>
  static DeclaredWork work() {
    return work_from_global_memory<Physics>();
  }

  template <class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, par_part_noloop<Physics>,
                       blocks_for(a->particles, tuning[0]), tuning[0], 0, stream, *a,
                       coefficients_of<Physics>(*a));
  }

  template <class Physics>
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(par_part_noloop<Physics>, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_traversal<ParPartNoloop, CellPairPhysics>();

}  // namespace
}  // namespace sphlab

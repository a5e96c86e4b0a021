// forces/par-part-noloop: one thread per particle visits the particles of the 27 cells around it
// (catalogue T2; paper C, 4.1 and algorithm 1).
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_part_noloop(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  compute_particle<Physics>(a, coefficients, i, cell_index(a.grid, a.keys[i]));
}

namespace {

struct ParPartNoloop {
  static constexpr const char* name = "par-part-noloop";

  template <class Physics>
  static constexpr bool is_default_for() {
    return !has_list_traversals<Physics>;
  }

  template <class Physics, class Run>
  static int plan(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(par_part_noloop<Physics>,
                      per_item(a.particles, tuning[0]).with(work_from_global_memory<Physics>()), a,
                      coefficients_of<Physics>(a));
  }
};

[[maybe_unused]] const bool registered = register_traversal<ParPartNoloop, CellPairPhysics>();

}  // namespace
}  // namespace sphlab

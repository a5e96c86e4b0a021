// forces/par-cell: one block per filled cell, one thread per particle of it (catalogue T2; paper
// C, 4.3 and algorithm 2). All threads of a block read the same sources at the same time.
#include "kernels/grid/census.cuh"
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Reads state, cell_begin and census; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_cell(WithCensus<PassArguments<Physics>> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t filled = *a.census.filled_count;
  for (std::uint32_t k = blockIdx.x; k < filled; k += gridDim.x) {
    const std::uint32_t key = a.census.filled[k];
    const ParticleRange targets = particles_of_cell(a, key);
    for (std::uint32_t i = targets.first + threadIdx.x; i < targets.last; i += blockDim.x)
      compute_particle<Physics>(a, coefficients, i, cell_index(a.grid, key));
  }
}

namespace {

struct ParCell {
  static constexpr const char* name = "par-cell";
  static constexpr const auto& parameters = cell_block_parameter;
  template <class Physics>
  using PreparationFor = Census<ParCell, Physics>;

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const WithCensus<PassArguments<Physics>> arguments = with_census(a, single_cell);
    const Launch launch{most_filled_boxes(arguments), tuning[0]};
    return run.kernel(par_cell<Physics>, launch.with(work_from_global_memory<Physics>()), arguments,
                      coefficients_of<Physics>(a));
  }
};

[[maybe_unused]] const bool registered_par_cell = register_traversal<ParCell, CellPairPhysics>();

}  // namespace
}  // namespace sphlab

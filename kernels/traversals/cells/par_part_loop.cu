// forces/par-part-loop: par-part-noloop with a loop over the targets, so that the number of threads
// is free (catalogue T2; paper C, 4.2).
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_part_loop(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const ParticleRange all = targets(a);
  for (std::uint32_t i = target_of_thread(a); i < all.last; i += gridDim.x * blockDim.x)
    compute_particle<Physics>(a, coefficients, i, cell_at_sort(a, i));
}

namespace {

struct ParPartLoop {
  static constexpr const char* name = "par-part-loop";
  /// 1, the paper's choice, needs no loop.
  static constexpr std::uint32_t particles_per_thread[] = {1, 2, 4};
  static constexpr TuningParameter parameters[] = {
      {"block", block_sizes, 3, 128}, {"particles-per-thread", particles_per_thread, 3, 1}};

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch{blocks_for(a.particles, tuning[0] * tuning[1]), tuning[0]};
    return run.kernel(par_part_loop<Physics>, launch.with(work_from_global_memory<Physics>()), a,
                      coefficients_of<Physics>(a));
  }
};

[[maybe_unused]] const bool registered_par_part_loop =
    register_traversal<ParPartLoop, CellPairPhysics>();

}  // namespace
}  // namespace sphlab

// forces/par-cell-sm: par-cell with the sources staged in shared memory, one cell after the other
// and a large one in several steps (catalogue T2; paper C, 4.4 and algorithm 3).
#include "kernels/grid/census.cuh"
#include "kernels/traversals/staged_pairs.cuh"

namespace sphlab {

/// Adds the particles of one cell to the target of each thread that has one. All threads of the
/// block must call it with the same `sources`.
template <class Physics, Self self>
__device__ __forceinline__ void add_cell_staged(const PairArguments& a,
                                                const typename Physics::Coefficients& coefficients,
                                                ParticleRange sources, std::uint32_t capacity,
                                                const StagedSources<Physics>& staged,
                                                bool has_target, CellTarget<Physics>& target) {
  for (std::uint32_t first = sources.first; first < sources.last; first += capacity) {
    const ParticleRange part = {first,
                                sources.last - first < capacity ? sources.last : first + capacity};
    staged.fill(a.state, part, 0, threadIdx.x, blockDim.x);
    __syncthreads();
    if (has_target) add_staged<self>(staged, a, coefficients, part, 0, target);
    __syncthreads();  // all have read: the next part may be staged
  }
}

/// Reads state, cell_begin and census; writes what the physics stores. Dynamic shared memory:
/// StagedSources for `capacity` particles.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_cell_sm(WithCensus<PassArguments<Physics>> a, typename Physics::Coefficients coefficients,
                std::uint32_t capacity) {
  const StagedSources<Physics> staged(gpu::dynamic_shared<unsigned char>(), capacity);
  const std::uint32_t filled = *a.census.filled_count;
  for (std::uint32_t k = blockIdx.x; k < filled; k += gridDim.x) {
    const std::uint32_t key = a.census.filled[k];
    const CellIndex own = cell_index(a.grid, key);
    const ParticleRange targets = particles_of_cell(a, key);
    for (std::uint32_t first = targets.first; first < targets.last; first += blockDim.x) {
      const std::uint32_t i = first + threadIdx.x;
      const bool has_target = i < targets.last && is_target<Physics>(a, i);
      CellTarget<Physics> target{};
      if (has_target) target = load_target<Physics>(a, i);
      for (int neighbour = 0; neighbour < 27; ++neighbour) {
        const ParticleRange sources = cell_range(a, neighbour_cell(own, neighbour));
        if (neighbour == own_cell<1>) {
          add_cell_staged<Physics, Self::among>(a, coefficients, sources, capacity, staged,
                                                has_target, target);
        } else {
          add_cell_staged<Physics, Self::absent>(a, coefficients, sources, capacity, staged,
                                                 has_target, target);
        }
      }
      if (i < targets.last) store_target<Physics>(a, coefficients, i, has_target, target);
    }
  }
}

namespace {

struct ParCellSm {
  static constexpr const char* name = "par-cell-sm";
  /// The paper stages 512.
  static constexpr std::uint32_t staged_particles[] = {64, 128, 256, 512};
  static constexpr TuningParameter parameters[] = {cell_block_parameter[0],
                                                   {"staged", staged_particles, 4, 512}};
  template <class Physics>
  using PreparationFor = Census<ParCellSm, Physics>;

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const WithCensus<PassArguments<Physics>> arguments = with_census(a, single_cell);
    const Launch launch = Launch{most_filled_boxes(arguments), tuning[0]}
                              .with(gpu::Cooperation::block)
                              .with_shared(StagedSources<Physics>::bytes(tuning[1]))
                              .with(work_from_shared_memory<Physics>());
    return run.kernel(par_cell_sm<Physics>, launch, arguments, coefficients_of<Physics>(a),
                      tuning[1]);
  }
};

[[maybe_unused]] const bool registered_par_cell_sm =
    register_traversal<ParCellSm, CellPairPhysics>();

}  // namespace
}  // namespace sphlab

// Wrong traversals of the host executor: a block a cell, whose sources are staged in shared memory
// a warp at a time, without a barrier or without the tail that the row of the table leaves out.
#include <algorithm>
#include <utility>

#include "kernels/traversals/staged_pairs.cuh"

namespace sphlab::mutants {
namespace {

struct Staged {
  const char* name;
  bool waits_for_fill = true;   ///< the barrier between staging and reading
  bool waits_for_reads = true;  ///< the one before what was read is overwritten
  bool has_tail = true;         ///< the last source of a warp that is not full
};

constexpr Staged staged_mutants[] = {{.name = "right-staged"},
                                     {.name = "no-barrier-before-reading", .waits_for_fill = false},
                                     {.name = "no-barrier-after-reading", .waits_for_reads = false},
                                     {.name = "no-tail-of-a-warp", .has_tail = false}};

constexpr std::uint32_t staged_at_once = gpu::warp_width;

template <class Physics>
void add_row(const PairArguments& a, const typename Physics::Coefficients& coefficients,
             const Staged& row, ParticleRange sources, const StagedSources<Physics>& staged,
             bool has_target, CellTarget<Physics>& target) {
  for (std::uint32_t first = sources.first; first < sources.last; first += staged_at_once) {
    ParticleRange part = {first, std::min(sources.last, first + staged_at_once)};
    if (!row.has_tail && first > sources.first && part.last < first + staged_at_once) --part.last;
    staged.fill(a.state, part, 0, threadIdx.x, blockDim.x);
    if (row.waits_for_fill) __syncthreads();
    if (has_target) add_staged<Self::among>(staged, a, coefficients, part, 0, target);
    if (row.waits_for_reads) __syncthreads();
  }
}

/// Reads state and cell_begin; writes what the physics stores, as the row says. Dynamic shared
/// memory: StagedSources for a warp.
template <class Physics>
__global__ void mutated_staged(PassArguments<Physics> a,
                               typename Physics::Coefficients coefficients, const Staged* row) {
  const StagedSources<Physics> staged(gpu::dynamic_shared<unsigned char>(), staged_at_once);
  const CellIndex own = cell_index(a.grid, blockIdx.x);
  const std::uint32_t last = a.cell_begin[blockIdx.x + 1];
  for (std::uint32_t first = a.cell_begin[blockIdx.x]; first < last; first += blockDim.x) {
    const std::uint32_t i = first + threadIdx.x;
    const bool has_target = i < last && is_target<Physics>(a, i);
    CellTarget<Physics> target{};
    if (has_target) target = load_target<Physics>(a, i);
    for (int k = 0; k < 9; ++k) {
      const ParticleRange sources =
          row_range(a.grid, a.cell_begin, own.x, own.y + k % 3 - 1, own.z + k / 3 - 1);
      add_row<Physics>(a, coefficients, *row, sources, staged, has_target, target);
    }
    if (i < last) store_target<Physics>(a, coefficients, i, has_target, target);
  }
}

template <std::size_t index>
struct MutatedStaged {
  static constexpr const char* name = staged_mutants[index].name;
  static constexpr TuningParameter parameters[] = {{"block", cell_blocks, 4, 32}};

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = Launch{a.grid.count, tuning[0]}
                              .with(gpu::Cooperation::block)
                              .with_shared(StagedSources<Physics>::bytes(staged_at_once))
                              .with(work_from_global_memory<Physics>());
    return run.kernel(mutated_staged<Physics>, launch, a, coefficients_of<Physics>(a),
                      &staged_mutants[index]);
  }
};

template <std::size_t... indices>
bool register_staged(std::index_sequence<indices...>) {
  return (register_traversal<MutatedStaged<indices>, PairPhysics>() && ...);
}

[[maybe_unused]] const bool registered_staged =
    register_staged(std::make_index_sequence<std::size(staged_mutants)>{});

}  // namespace
}  // namespace sphlab::mutants

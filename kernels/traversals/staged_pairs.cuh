// What traversals share whose sources a block has in its shared memory.
#pragma once

#include "kernels/storage/staged_sources.cuh"
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Adds those of `sources` that are in reach to each of the targets, which share what is read of a
/// source; the first of them stands at `place`.
template <Self self, class Physics, class... Targets>
__device__ __forceinline__ void add_staged(const StagedSources<Physics>& staged,
                                           const PairArguments& a,
                                           const typename Physics::Coefficients& coefficients,
                                           ParticleRange sources, std::uint32_t place,
                                           Targets&... targets) {
  const float radius2 = a.influence_radius * a.influence_radius;
  for (std::uint32_t j = sources.first; j < sources.last; ++j, ++place) {
    const auto source = staged.load(place);
    const TypeMask type = staged.type(place);
    (add_loaded<Physics, self>(a, coefficients, radius2, j, source, type, targets), ...);
  }
}

/// Shared memory that a block may use, in KiB; 0 for all that the device gives to a block that
/// asks. The paper's devices gave 48.
inline constexpr std::uint32_t shared_budgets[] = {0, 48};
inline constexpr TuningParameter shared_memory_parameter = {"shared-kib", shared_budgets, 2, 0};

/// Bytes of a value of shared_budgets on a device.
inline std::size_t shared_budget(std::uint32_t kibibytes, const gpu::DeviceLimits& device) {
  return kibibytes == 0 ? device.shared_bytes : kibibytes * std::size_t{1024};
}

/// What a traversal declares whose candidates come out of shared memory.
template <class Physics>
constexpr DeclaredWork work_from_shared_memory() {
  return {Physics::flops_per_pair, flops_of_the_test<Physics>, 0, Physics::bytes_per_source,
          Physics::bytes_per_target};
}

}  // namespace sphlab

// remember/copy-positions: the end of a rebuild that a displacement has demanded (catalogue L4).
#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position and live; writes built_position, lowers and counts the demand.
__global__ void copy_positions(RememberArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < live(a)) {
    float4& built = a.built_position[i];
    built = position(a, i);
  }
  if (i == 0) {
    a.demand->demanded = 0;
    a.demand->rebuilds += 1;
  }
}

namespace {

struct CopyPositions : AnyCells {
  static constexpr Stage stage = Stage::remember;
  static constexpr const char* name = "copy-positions";
  static constexpr bool is_default = true;
  static constexpr DeclaredWork work{.bytes_per_particle = 2 * 16};

  template <class Run>
  static int launches(const RememberArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(small_kernel<copy_positions>, per_item(a.particles, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered_copy_positions = register_stage<CopyPositions>();

}  // namespace
}  // namespace sphlab

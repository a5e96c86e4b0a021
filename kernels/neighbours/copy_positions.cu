// remember/copy-positions: the end of a rebuild that a displacement has demanded (catalogue L4).
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads state.position and cell_begin; writes built_position, lowers and counts the demand.
__global__ void copy_positions(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.cell_begin[a.grid.count]) a.built_position[i] = a.state.position[i];
  if (i == 0) {
    a.demand->demanded = 0;
    a.demand->rebuilds += 1;
  }
}

namespace {

struct CopyPositions {
  static constexpr const char* stage = "remember";
  static constexpr const char* name = "copy-positions";
  static constexpr DeclaredWork work{0, 0, 0, 0, 2 * 16};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, copy_positions, blocks_for(a->particles, tuning[0]),
                       tuning[0], 0, stream, *a);
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(copy_positions, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<CopyPositions>();

}  // namespace
}  // namespace sphlab

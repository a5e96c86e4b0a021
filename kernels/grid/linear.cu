// hash/linear: the cell key of every particle, in the linear order (catalogue O1; paper B, 4.5.3).
#include "kernels/grid/linear_order.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads state.position; writes keys and order. A position that is not a number compares false with
/// every bound and is lost, as is one outside the grid.
__global__ void hash_linear(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const float4 position = a.state.position[i];
  const float x = floorf((position.x - a.grid.origin.x) * a.grid.inverse_side);
  const float y = floorf((position.y - a.grid.origin.y) * a.grid.inverse_side);
  const float z = floorf((position.z - a.grid.origin.z) * a.grid.inverse_side);
  const bool inside =
      x >= 0.0f && y >= 0.0f && z >= 0.0f && x < static_cast<float>(a.grid.cells.x) &&
      y < static_cast<float>(a.grid.cells.y) && z < static_cast<float>(a.grid.cells.z);
  a.keys[i] =
      inside ? cell_key(a.grid, {static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)})
             : lost_key(a.grid);
  a.order[i] = i;
}

namespace {

struct Linear {
  static constexpr const char* stage = "hash";
  static constexpr const char* name = "linear";
  static constexpr DeclaredWork work{0, 0, 0, 0, 16 + 4 + 4};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, hash_linear, blocks_for(a->particles, tuning[0]),
                       tuning[0], 0, stream, *a);
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(hash_linear, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<Linear>();

}  // namespace
}  // namespace sphlab

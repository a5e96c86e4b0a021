// hash/linear: the cell key of every particle, in the linear order (catalogue O1; paper B, 4.5.3).
#include "kernels/grid/linear_order.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position; writes keys and order. A position that is not a number compares false with
/// every bound and is lost, as is one outside the grid.
__global__ void hash_linear(HashArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const float4 position = a.position[i];
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
  static constexpr Stage stage = Stage::hash;
  static constexpr const char* name = "linear";
  static constexpr bool is_default = true;
  static constexpr DeclaredWork work{.bytes_per_particle = 16 + 4 + 4};

  template <class Run>
  static int plan(const HashArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(hash_linear, per_item(a.particles, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered = register_stage<Linear>();

}  // namespace
}  // namespace sphlab

// hash/linear: the cell key of every particle, in the linear order (catalogue O1; paper B, 4.5.3).
#include "kernels/grid/linear_order.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position; writes keys and order.
__global__ void hash_linear(HashArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  a.keys[i] = linear_key_of(a.grid, position(a, i));
  a.order[i] = i;
}

namespace {

struct Linear {
  static constexpr Stage stage = Stage::hash;
  static constexpr const char* name = "linear";
  static constexpr bool is_default = true;
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr DeclaredWork work{.bytes_per_particle = 16 + 4 + 4};

  template <class Run>
  static int launches(const HashArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(small_kernel<hash_linear>, per_item(a.particles, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered_linear = register_stage<Linear>();

}  // namespace
}  // namespace sphlab

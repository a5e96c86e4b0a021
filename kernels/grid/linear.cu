// hash/linear: the cell key of every particle, in the linear order (catalogue O1; paper B, 4.5.3).
#include "kernels/grid/linear_order.cuh"
#include "kernels/grid/wrapped.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position; writes keys and order.
__global__ void hash_linear(HashArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  a.keys[i] = linear_key_of(a.grid, position(a, i));
  a.order[i] = i;
}

/// A coordinate from the origin on, from which the cell follows: of a periodic box the last cell
/// along an axis takes what is left of the period behind whole cells. None of an open axis changes.
__device__ __forceinline__ float within_cells(float x, unsigned cells, float inverse_side,
                                              float period) {
  const float middle_of_last = (static_cast<float>(cells) - 0.5f) / inverse_side;
  return x > middle_of_last && x < period ? middle_of_last : x;
}

/// The same in a periodic box, whose grid begins where it does: of where `reorder` puts particles.
__global__ void hash_linear_periodic(InBox<HashArguments> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  float4 r = wrapped(position(a, i), a.period);
  r.x = within_cells(r.x, a.grid.cells.x, a.grid.inverse_side, a.period.x);
  r.y = within_cells(r.y, a.grid.cells.y, a.grid.inverse_side, a.period.y);
  r.z = within_cells(r.z, a.grid.cells.z, a.grid.inverse_side, a.period.z);
  a.keys[i] = linear_key_of(a.grid, r);
  a.order[i] = i;
}

namespace {

struct Linear {
  static constexpr Stage stage = Stage::hash;
  static constexpr const char* name = "linear";
  static constexpr bool is_default = true;
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr bool serves_periodic = true;
  static constexpr DeclaredWork work{.bytes_per_particle = 16 + 4 + 4};

  template <class Run>
  static int launches(const InBox<HashArguments>& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = per_item(a.particles, tuning[0]).with(work);
    if (is_periodic(a.period)) return run.kernel(small_kernel<hash_linear_periodic>, launch, a);
    return run.kernel(small_kernel<hash_linear>, launch, a);
  }
};

[[maybe_unused]] const bool registered_linear = register_stage<Linear>();

}  // namespace
}  // namespace sphlab

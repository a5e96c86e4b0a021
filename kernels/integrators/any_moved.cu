// displacement/any-moved: does any particle's displacement demand that the list be rebuilt?
// (catalogue L4; paper A, 2.3 rebuilds periodically, with a slightly larger radius)
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/displacement.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position, velocity, built_position and live; raises demand->demanded.
__global__ void any_moved(DisplacementArguments a, HalfStepBound half_step) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= live(a)) return;
  demand_if_moved(a, half_step, i);
}

namespace {

struct AnyMoved : AnyCells {
  static constexpr Stage stage = Stage::displacement;
  static constexpr const char* name = "any-moved";
  static constexpr bool is_default = true;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr DeclaredWork work{.bytes_per_particle = 3 * 16};

  template <class Run>
  static int launches(const DisplacementArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    return run.kernel(small_kernel<any_moved>, per_item(a.particles, tuning[0]).with(work), a,
                      HalfStepBound::prepare(a.fixed_dt, c));
  }
};

[[maybe_unused]] const bool registered_any_moved = register_stage<AnyMoved>();

}  // namespace
}  // namespace sphlab

// displacement/any-moved: does any particle's displacement demand that the list be rebuilt?
// (catalogue L4; paper A, 2.3 rebuilds periodically, with a slightly larger radius)
//
// A list whose radius exceeds the influence radius by a skin holds every pair within the influence
// radius as long as no particle has moved further than half the skin: then no pair has come closer
// by more than all of it. Forces are computed at the half step too, so that what a particle may
// move in half a step counts as moved already.
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/physics/cole.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// An upper bound of half the next step, known before the forces that will decide its length: an
/// adaptive step is never longer than courant h / c of any particle (TimeStepLimits), so that each
/// particle has a bound in its own speed of sound.
struct HalfStepBound {
  float fixed;     ///< half a fixed step [s], 0 where the step is adaptive
  float acoustic;  ///< half of courant h / c0 [s]

  static HalfStepBound prepare(float fixed_dt, const WcsphConstants& c) {
    constexpr float rounding = 1.0f + 1.0e-5f;  // of the step's own arithmetic, fast or not
    const float half = 0.5f * rounding;
    return {half * fixed_dt, half * c.courant * c.smoothing_length / c.sound_speed};
  }

  __device__ __forceinline__ float seconds(float density_excess) const {
    return fixed > 0.0f ? fixed : acoustic / Cole::relative_sound_speed(density_excess);
  }
};

/// Reads position, velocity, built_position and live; raises demand->demanded.
__global__ void any_moved(DisplacementArguments a, HalfStepBound half_step) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= live(a)) return;
  const float4 r = position(a, i);
  const float4 built = a.built_position[i];
  const float4 v = velocity(a, i);
  const float x = r.x - built.x;
  const float y = r.y - built.y;
  const float z = r.z - built.z;
  const float speed = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
  const float moved = sqrtf(x * x + y * y + z * z) + half_step.seconds(v.w) * speed;
  // written so that a position that is not a number demands a rebuild, which will call it lost
  if (!(moved <= a.displacement_limit) && a.demand->demanded == 0) {
    atomicOr(&a.demand->demanded, 1u);
  }
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

// displacement/any-moved: does any particle's displacement demand that the list be rebuilt?
// (catalogue L4; paper A, 2.3 rebuilds periodically, with a slightly larger radius)
//
// A list whose radius exceeds the influence radius by a skin holds every pair within the influence
// radius as long as no particle has moved further than half the skin: then no pair has come closer
// by more than all of it. Forces are computed at the half step too, so that what a particle may
// move in half a step counts as moved already.
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/physics/cole.cuh"
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

/// Reads state.position, state.velocity, built_position and cell_begin; raises demand->demanded.
__global__ void any_moved(StageArguments a, HalfStepBound half_step) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  const float4 position = a.state.position[i];
  const float4 built = a.built_position[i];
  const float4 velocity = a.state.velocity[i];
  const float x = position.x - built.x;
  const float y = position.y - built.y;
  const float z = position.z - built.z;
  const float speed =
      sqrtf(velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z);
  const float moved = sqrtf(x * x + y * y + z * z) + half_step.seconds(velocity.w) * speed;
  // written so that a position that is not a number demands a rebuild, which will call it lost
  if (!(moved <= a.displacement_limit) && a.demand->demanded == 0) {
    atomicOr(&a.demand->demanded, 1u);
  }
}

namespace {

struct AnyMoved {
  static constexpr const char* stage = "displacement";
  static constexpr const char* name = "any-moved";
  static constexpr DeclaredWork work{0, 0, 0, 0, 3 * 16};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    const auto& constants = *static_cast<const WcsphConstants*>(a->constants);
    return gpu::launch(gpu::Cooperation::none, any_moved, blocks_for(a->particles, tuning[0]),
                       tuning[0], 0, stream, *a, HalfStepBound::prepare(a->fixed_dt, constants));
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(any_moved, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<AnyMoved>();

}  // namespace
}  // namespace sphlab

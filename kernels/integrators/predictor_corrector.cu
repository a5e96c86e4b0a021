// predict and correct: the predictor-corrector scheme in two half steps (catalogue P6; paper
// A, 2.2).
//
// predict: the state half a step on, from the rates at its beginning; it also fixes the step's
// length
//          where the time step is adaptive.
// correct: the state a whole step on, from the rates at the half step; position with the mean of
// the
//          old and the new velocity.
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/time_step.cuh"
#include "kernels/pack/registry.hpp"
#include "kernels/physics/cole.cuh"
#include "kernels/physics/constants.hpp"

namespace sphlab {

/// Particles without rates (boundaries, whose rates the traversals write as zero) stay where they
/// are.
__device__ __forceinline__ void advance(const StageArguments& a, const Cole& cole, std::uint32_t i,
                                        float dt, float position_weight) {
  const float4 position = a.state.position[i];
  const float4 velocity = a.state.velocity[i];
  const float4 rate = a.rate[i];
  const float4 advanced = make_float4(velocity.x + dt * rate.x, velocity.y + dt * rate.y,
                                      velocity.z + dt * rate.z, velocity.w + dt * rate.w);
  // position_weight: share of the new velocity in the one that moves the particle
  a.next.position[i] =
      make_float4(position.x + dt * (velocity.x + position_weight * (advanced.x - velocity.x)),
                  position.y + dt * (velocity.y + position_weight * (advanced.y - velocity.y)),
                  position.z + dt * (velocity.z + position_weight * (advanced.z - velocity.z)),
                  cole.pressure_over_density2(advanced.w));
  a.next.velocity[i] = advanced;
}

/// Reads state, rate and clock; writes next (state at the half step) and clock->dt.
__global__ void predict(StageArguments a, Cole cole, TimeStepLimits limits) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float dt = limits.step(*a.clock);
  if (i == 0) a.clock->dt = dt;
  if (i < a.cell_begin[a.grid.count]) advance(a, cole, i, 0.5f * dt, 0.0f);
}

/// Reads state (at the beginning of the step), rate (at the half step) and clock->dt; writes next,
/// which may be state, and moves the clock.
__global__ void correct(StageArguments a, Cole cole) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float dt = a.clock->dt;
  if (i < a.cell_begin[a.grid.count]) advance(a, cole, i, dt, 0.5f);
  if (i == 0) {
    a.clock->time += static_cast<double>(dt);
    a.clock->steps += 1;
    a.clock->max_acceleration2 = 0;
    a.clock->max_sound_speed = 0;
  }
}

namespace {

const WcsphConstants& constants_of(const StageArguments* a) {
  return *static_cast<const WcsphConstants*>(a->constants);
}

struct Predict {
  static constexpr const char* stage = "predict";
  static constexpr const char* name = "predictor-corrector";
  static constexpr DeclaredWork work{0, 0, 0, 0, 3 * 16 + 2 * 16};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    const WcsphConstants& c = constants_of(a);
    return gpu::launch(gpu::Cooperation::none, predict, blocks_for(a->particles, tuning[0]),
                       tuning[0], 0, stream, *a, Cole::prepare(c.sound_speed, c.rest_density),
                       TimeStepLimits::prepare(c));
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(predict, tuning[0], 0, out);
  }
};

struct Correct {
  static constexpr const char* stage = "correct";
  static constexpr const char* name = "predictor-corrector";
  static constexpr DeclaredWork work{0, 0, 0, 0, 3 * 16 + 2 * 16};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    const WcsphConstants& c = constants_of(a);
    return gpu::launch(gpu::Cooperation::none, correct, blocks_for(a->particles, tuning[0]),
                       tuning[0], 0, stream, *a, Cole::prepare(c.sound_speed, c.rest_density));
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(correct, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<Predict>() && register_stage<Correct>();

}  // namespace
}  // namespace sphlab

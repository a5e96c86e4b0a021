// predict and correct: the predictor-corrector scheme in two half steps (catalogue P6; paper
// A, 2.2).
//
// predict: the state half a step on, from the rates at its beginning; it also fixes the step's
//          length where the time step is adaptive.
// correct: the state a whole step on, from the rates at the half step; position with the mean of
//          the old and the new velocity.
// Both put the body where its prescribed motion has it; its density is integrated as any other, but
// no density that a pass computes is.
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/body_motion.cuh"
#include "kernels/integrators/time_step.cuh"
#include "kernels/physics/formulation.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// The share of the prescribed motion in one update.
struct BodyUpdate {
  BodyMotion motion;
  double begin;  ///< time at which the particles are where the update finds them [s]
  double end;    ///< time to which it brings them [s]
};

__device__ __forceinline__ void move_body(const BodyUpdate& update, float4 from, float4& position,
                                          float4& velocity) {
  const float3 moved = displacement(update.motion, update.begin, update.end);
  const float3 v = velocity_of(update.motion, update.end);
  position = make_float4(from.x + moved.x, from.y + moved.y, from.z + moved.z, position.w);
  velocity = make_float4(v.x, v.y, v.z, velocity.w);
}

/// Particles whose rates the traversals write as zero stay as they are.
/// @param position_weight share of the new velocity in the one that moves the particle.
template <class Physics>
__device__ __forceinline__ void advance(const IntegrateArguments& a,
                                        const typename Physics::Matter& matter,
                                        const BodyUpdate& body, std::uint32_t i, float dt,
                                        float position_weight) {
  const float4 position = a.state.position[i];
  const float4 velocity = a.state.velocity[i];
  const float4 rate = a.rate[i];
  float4 advanced = make_float4(velocity.x + dt * rate.x, velocity.y + dt * rate.y,
                                velocity.z + dt * rate.z, velocity.w + dt * rate.w);
  float4 moved =
      make_float4(position.x + dt * (velocity.x + position_weight * (advanced.x - velocity.x)),
                  position.y + dt * (velocity.y + position_weight * (advanced.y - velocity.y)),
                  position.z + dt * (velocity.z + position_weight * (advanced.z - velocity.z)),
                  matter.pressure_over_density2(a.state, i, advanced.w));
  if constexpr (!integrates_density<Physics>) {
    advanced.w = velocity.w;
    moved.w = position.w;
  }
  if constexpr (Physics::has_body) {
    if (type_of(a.state.identity[i]) == ParticleType::body)
      move_body(body, position, moved, advanced);
  }
  a.position[i] = moved;
  a.velocity[i] = advanced;
}

/// Reads state, rate and clock; writes position and velocity (at the half step), clock->dt and
/// clock->step_begin.
template <class Physics>
__global__ void predict(IntegrateArguments a, typename Physics::Matter matter, BodyMotion motion,
                        TimeStepLimits limits) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float dt = limits.step(*a.clock);
  const double begin = a.clock->time;
  if (i == 0) {
    a.clock->dt = dt;
    a.clock->step_begin = begin;
  }
  const BodyUpdate body{motion, begin, begin + 0.5 * static_cast<double>(dt)};
  if (i < *a.live) advance<Physics>(a, matter, body, i, 0.5f * dt, 0.0f);
}

/// Reads state (at the beginning of the step), rate (at the half step), clock->dt and
/// clock->step_begin; writes position and velocity, which may be those of state, and moves the
/// clock.
template <class Physics>
__global__ void correct(IntegrateArguments a, typename Physics::Matter matter, BodyMotion motion) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float dt = a.clock->dt;
  const double begin = a.clock->step_begin;
  const double end = begin + static_cast<double>(dt);
  if (i == 0) {
    a.clock->time = end;
    a.clock->steps += 1;
    a.clock->max_acceleration2 = 0;
    a.clock->max_sound_speed = 0;
  }
  if (i < *a.live) advance<Physics>(a, matter, BodyUpdate{motion, begin, end}, i, dt, 0.5f);
}

namespace {

/// correct takes the rates of the midpoint to the state at the beginning.
constexpr ProgramStep steps[] = {
    {Stage::forces, StateSlot::now, StateSlot::now, 1},
    {Stage::time_step, StateSlot::now, StateSlot::now, 1},
    {Stage::predict, StateSlot::now, StateSlot::midpoint, 1},
    {Stage::forces, StateSlot::midpoint, StateSlot::midpoint, 1},
    {Stage::correct, StateSlot::now, StateSlot::now, 1},
};
constexpr SchemeDescription scheme = {"predictor-corrector", steps, std::size(steps), nullptr, 0};

/// What both parts have in common. Identities are read for the body's sake.
template <class Physics>
struct Part : AnyCells {
  static constexpr const char* name = scheme.name;
  static constexpr bool is_default = true;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr DeclaredWork work{.bytes_per_particle =
                                         3 * 16 + 2 * 16 + (Physics::has_body ? 4 : 0)};
};

template <class Physics>
struct Predict : Part<Physics> {
  static constexpr Stage stage = Stage::predict;

  template <class Run>
  static int plan(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    return run.kernel(predict<Physics>, per_item(a.particles, tuning[0]).with(Predict::work), a,
                      Physics::Matter::prepare(c), c.body, TimeStepLimits::prepare(c));
  }
};

template <class Physics>
struct Correct : Part<Physics> {
  static constexpr Stage stage = Stage::correct;

  template <class Run>
  static int plan(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    return run.kernel(correct<Physics>, per_item(a.particles, tuning[0]).with(Correct::work), a,
                      Physics::Matter::prepare(c), c.body);
  }
};

[[maybe_unused]] const bool registered = register_scheme(scheme) &&
                                         register_stage_for<Predict>(SteppingPhysics{}) &&
                                         register_stage_for<Correct>(SteppingPhysics{});

}  // namespace
}  // namespace sphlab

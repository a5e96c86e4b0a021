// verlet: one evaluation of the forces per step (paper D, A.7).
//
// ```
// v(n+1)   = v(n-1) + 2 dt dv/dt(n)        rho likewise
// r(n+1)   = r(n) + dt v(n) + dt^2/2 dv/dt(n)
// ```
//
// The two interleaved sequences of velocities drift apart; every so many steps, and in the first,
// which has no step before it, v(n+1) = v(n) + dt dv/dt(n) joins them again. Where dt changes from
// step to step, 2 dt stands for the two lengths all the same, as in the paper.
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/end_of_update.cuh"
#include "kernels/integrators/one_evaluation.cuh"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads state, rate and clock, and the field: velocity and centred density of the step before.
/// Writes position and velocity, which may be those of state, and the field.
template <class Physics>
__global__ void verlet_advance(IntegrateArguments a, typename Physics::Matter matter,
                               BodyMotion motion, TimeStepLimits limits) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= live(a)) return;
  const float dt = limits.step(*a.clock);
  const bool euler = a.clock->steps % a.every == 0;
  const double begin = a.clock->time;
  float4* previous = reinterpret_cast<float4*>(a.fields[0]);
  const float4 r = position(a, i);
  const float4 v = velocity(a, i);
  const float4 rate = a.rate[i];
  const float4 from = euler ? v : previous[i];
  const float span = euler ? dt : 2.0f * dt;
  const float half = 0.5f * dt;
  const float4 advanced = make_float4(from.x + span * rate.x, from.y + span * rate.y,
                                      from.z + span * rate.z, from.w + span * rate.w);
  const float4 moved =
      make_float4(r.x + dt * (v.x + half * rate.x), r.y + dt * (v.y + half * rate.y),
                  r.z + dt * (v.z + half * rate.z), 0.0f);
  const BodyUpdate body{motion, begin, begin + static_cast<double>(dt)};
  write_particle<Physics>(a, matter, body, i, {r, v, moved, advanced});
  previous[i] = v;
}

/// One thread, after all of verlet_advance have read the clock: moves it.
__global__ void verlet_end_step(Clock* clock, TimeStepLimits limits) {
  if (blockIdx.x == 0 && threadIdx.x == 0) end_step_of(*clock, limits);
}

namespace {

constexpr ProgramStep verlet_steps[] = {
    {Stage::pass, StateSlot::now, StateSlot::now, 1},
    {Stage::time_step, StateSlot::now, StateSlot::now, 1},
    {Stage::advance, StateSlot::now, StateSlot::now, usual_euler_interval},
};
constexpr FieldDescription verlet_fields[] = {{"previous-velocity", 4}};
constexpr SchemeDescription verlet_scheme = {"verlet", verlet_steps, std::size(verlet_steps),
                                             verlet_fields, std::size(verlet_fields)};

/// Identities are read for the body's sake.
template <class Physics>
struct VerletAdvance : AnyCells {
  static constexpr Stage stage = Stage::advance;
  static constexpr const char* name = verlet_scheme.name;
  static constexpr bool is_default = true;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr DeclaredWork work{.bytes_per_particle =
                                         4 * 16 + 3 * 16 + (Physics::has_body ? 4 : 0)};

  template <class Run>
  static int launches(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    const TimeStepLimits limits = TimeStepLimits::prepare(c);
    const int error = run.kernel(small_kernel<verlet_advance<Physics>>,
                                 per_item(a.particles, tuning[0]).with(work), a,
                                 Physics::Matter::prepare(c), c.body, limits);
    if (error != 0) return error;
    return run.kernel(verlet_end_step, per_item(1, 64), a.clock, limits);
  }
};

[[maybe_unused]] const bool registered_verlet =
    register_scheme(verlet_scheme) && register_stage_for<VerletAdvance>(SteppingPhysics{});

}  // namespace
}  // namespace sphlab

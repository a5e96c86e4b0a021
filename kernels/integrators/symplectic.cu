// symplectic: predict to the half step, correct with the rates there (paper D's code has it beside
// Verlet's scheme). It differs from predictor-corrector in the density, which it advances by the
// factor (2 - e) / (2 + e), e = -(d rho/dt / rho) dt at the midpoint: that is never negative while
// |e| < 2.
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/half_step.cuh"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// rho/rho0 - 1 one step later. The change of the density is added to the centred one, so that no
/// digit of it is lost in a difference of densities.
__device__ __forceinline__ float symplectic_density(float centred, float at_midpoint, float rate,
                                                    float dt) {
  const float e = -rate / (1.0f + at_midpoint) * dt;
  return centred - (1.0f + centred) * (2.0f * e / (2.0f + e));
}

/// Reads state (at the beginning of the step), midpoint.velocity.w, rate (at the midpoint),
/// clock->dt and clock->step_begin; writes position and velocity, which may be those of state, and
/// moves the clock.
template <class Physics>
__global__ void symplectic_correct(IntegrateArguments a, typename Physics::Matter matter,
                                   BodyMotion motion) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float dt = a.clock->dt;
  const double begin = a.clock->step_begin;
  const double end = begin + static_cast<double>(dt);
  if (i == 0) end_step(*a.clock, end);
  if (i >= live(a)) return;
  const float4 r = position(a, i);
  const float4 v = velocity(a, i);
  const float4 rate = a.rate[i];
  const float density = symplectic_density(v.w, velocity(a.midpoint, i).w, rate.w, dt);
  const float4 advanced =
      make_float4(v.x + dt * rate.x, v.y + dt * rate.y, v.z + dt * rate.z, density);
  const float half = 0.5f * dt;
  const float4 moved = make_float4(r.x + half * (v.x + advanced.x), r.y + half * (v.y + advanced.y),
                                   r.z + half * (v.z + advanced.z), 0.0f);
  write_particle<Physics>(a, matter, BodyUpdate{motion, begin, end}, i, {r, v, moved, advanced});
}

namespace {

constexpr ProgramStep symplectic_steps[] = {
    {Stage::pass, StateSlot::now, StateSlot::now, 1},
    {Stage::time_step, StateSlot::now, StateSlot::now, 1},
    {Stage::predict, StateSlot::now, StateSlot::midpoint, 1},
    {Stage::pass, StateSlot::midpoint, StateSlot::midpoint, 1},
    {Stage::correct, StateSlot::now, StateSlot::now, 1},
};
constexpr SchemeDescription symplectic_scheme = {"symplectic", symplectic_steps,
                                                 std::size(symplectic_steps), nullptr, 0};

/// What both parts have in common. Identities are read for the body's sake.
template <class Physics>
struct SymplecticPart : AnyCells {
  static constexpr const char* name = symplectic_scheme.name;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr std::uint32_t bytes = 3 * 16 + 2 * 16 + (Physics::has_body ? 4 : 0);
};

template <class Physics>
struct SymplecticPredict : SymplecticPart<Physics> {
  static constexpr Stage stage = Stage::predict;
  static constexpr DeclaredWork work{.bytes_per_particle = SymplecticPredict::bytes};

  template <class Run>
  static int launches(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    return run.kernel(small_kernel<predict<Physics>>, per_item(a.particles, tuning[0]).with(work),
                      a, Physics::Matter::prepare(c), c.body, TimeStepLimits::prepare(c));
  }
};

template <class Physics>
struct SymplecticCorrect : SymplecticPart<Physics> {
  static constexpr Stage stage = Stage::correct;
  static constexpr DeclaredWork work{.bytes_per_particle = SymplecticCorrect::bytes + 16};

  template <class Run>
  static int launches(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    return run.kernel(small_kernel<symplectic_correct<Physics>>,
                      per_item(a.particles, tuning[0]).with(work), a, Physics::Matter::prepare(c),
                      c.body);
  }
};

[[maybe_unused]] const bool registered_symplectic =
    register_scheme(symplectic_scheme) &&
    register_stage_for<SymplecticPredict>(SteppingPhysics{}) &&
    register_stage_for<SymplecticCorrect>(SteppingPhysics{});

}  // namespace
}  // namespace sphlab

// symplectic-euler: one evaluation of the forces per step, as paper E's simulations have it.
//
// ```
// v(n+1) = v(n) + dt dv/dt(n)        rho likewise
// r(n+1) = r(n) + dt v(n+1)
// f(n+1) = f(n) + dt df/dt(n)        every field of the formulation that has a rate
// ```
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/advance_fields.cuh"
#include "kernels/integrators/half_step.cuh"
#include "kernels/integrators/one_evaluation.cuh"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/plane_swing.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads state, rate and clock; writes position and velocity, which may be those of state.
template <class Physics>
__global__ void symplectic_euler_advance(IntegrateArguments a, typename Physics::Matter matter,
                                         BodyMotion motion, TimeStepLimits limits) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= live(a)) return;
  const float dt = limits.step(*a.clock);
  const double begin = a.clock->time;
  const BodyUpdate body{motion, begin, begin + static_cast<double>(dt)};
  advance<Physics>(a, matter, body, i, dt, 1.0f);
}

/// One thread, after all of symplectic_euler_advance have read the clock: moves it, and the planes
/// that swing.
__global__ void symplectic_euler_end_step(Clock* clock, TimeStepLimits limits, PlaneSwing swing) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  end_step_of(*clock, limits);
  swing.bring_to(*clock);
}

namespace {

constexpr ProgramStep symplectic_euler_steps[] = {
    {Stage::pass, StateSlot::now, StateSlot::now, 1},
    {Stage::time_step, StateSlot::now, StateSlot::now, 1},
    {Stage::advance, StateSlot::now, StateSlot::now, 1},
};
constexpr SchemeDescription symplectic_euler_scheme = {"symplectic-euler",
                                                       symplectic_euler_steps,
                                                       std::size(symplectic_euler_steps),
                                                       nullptr,
                                                       0,
                                                       true};

/// Identities are read for the body's sake.
template <class Physics>
struct SymplecticEulerAdvance : AnyCells {
  static constexpr Stage stage = Stage::advance;
  static constexpr const char* name = symplectic_euler_scheme.name;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr DeclaredWork work{.bytes_per_particle =
                                         3 * 16 + 2 * 16 + (Physics::has_body ? 4 : 0)};

  template <class Run>
  static int launches(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    const TimeStepLimits limits = TimeStepLimits::prepare(c);
    const int error = run.kernel(small_kernel<symplectic_euler_advance<Physics>>,
                                 per_item(a.particles, tuning[0]).with(work), a,
                                 Physics::Matter::prepare(c), c.body, limits);
    if (error != 0) return error;
    if (const int of_fields = advance_fields(a, limits, tuning[0], run)) return of_fields;
    return run.kernel(symplectic_euler_end_step, per_item(1, 64), a.clock, limits,
                      PlaneSwing::prepare(c.planes));
  }
};

[[maybe_unused]] const bool registered_symplectic_euler =
    register_scheme(symplectic_euler_scheme) &&
    register_stage_for<SymplecticEulerAdvance>(SteppingPhysics{});

}  // namespace
}  // namespace sphlab

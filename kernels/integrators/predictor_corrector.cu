// predict and correct: the predictor-corrector scheme in two half steps (catalogue P6; paper
// A, 2.2).
//
// predict: the state half a step later, from the rates at its beginning; it also fixes the step's
//          length where the time step is adaptive.
// correct: the state a whole step later, from the rates at the half step; position with the mean of
//          the old and the new velocity.
// Both put the body where its prescribed motion has it; its density is integrated as any other, but
// no density that a pass computes is.
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/correct.cuh"
#include "kernels/integrators/half_step.cuh"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads state (at the beginning of the step), rate (at the half step), clock->dt and
/// clock->step_begin; writes position and velocity, which may be those of state, and moves the
/// clock.
template <class Physics>
__global__ void correct(IntegrateArguments a, typename Physics::Matter matter, BodyMotion motion) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  correct_particle<Physics>(a, matter, motion, i);
}

namespace {

/// correct takes the rates of the midpoint to the state at the beginning.
constexpr ProgramStep predictor_corrector_steps[] = {
    {Stage::pass, StateSlot::now, StateSlot::now, 1},
    {Stage::time_step, StateSlot::now, StateSlot::now, 1},
    {Stage::predict, StateSlot::now, StateSlot::midpoint, 1},
    {Stage::pass, StateSlot::midpoint, StateSlot::midpoint, 1},
    {Stage::correct, StateSlot::now, StateSlot::now, 1},
};
constexpr SchemeDescription predictor_corrector_scheme = {
    predictor_corrector_name, predictor_corrector_steps, std::size(predictor_corrector_steps),
    nullptr, 0};

/// What both parts have in common. Identities are read for the body's sake.
template <class Physics>
struct PredictorCorrectorPart : AnyCells {
  static constexpr const char* name = predictor_corrector_scheme.name;
  static constexpr bool is_default = true;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr DeclaredWork work{.bytes_per_particle =
                                         3 * 16 + 2 * 16 + (Physics::has_body ? 4 : 0)};
};

template <class Physics>
struct Predict : PredictorCorrectorPart<Physics> {
  static constexpr Stage stage = Stage::predict;

  template <class Run>
  static int launches(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    return run.kernel(small_kernel<predict<Physics>>,
                      per_item(a.particles, tuning[0]).with(Predict::work), a,
                      Physics::Matter::prepare(c), c.body, TimeStepLimits::prepare(c));
  }
};

template <class Physics>
struct Correct : PredictorCorrectorPart<Physics> {
  static constexpr Stage stage = Stage::correct;

  template <class Run>
  static int launches(const IntegrateArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    return run.kernel(small_kernel<correct<Physics>>,
                      per_item(a.particles, tuning[0]).with(Correct::work), a,
                      Physics::Matter::prepare(c), c.body);
  }
};

[[maybe_unused]] const bool registered_predictor_corrector =
    register_scheme(predictor_corrector_scheme) && register_stage_for<Predict>(SteppingPhysics{}) &&
    register_stage_for<Correct>(SteppingPhysics{});

}  // namespace
}  // namespace sphlab

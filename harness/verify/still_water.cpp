#include "harness/verify/still_water.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "harness/interrupt.hpp"
#include "harness/verify/checks_momentum.hpp"
#include "harness/verify/checks_particles.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/status.hpp"

namespace sphlab {

namespace {

// Positions at the half step, in the integrator's own precision: the wall force is so steep that
// the position's rounding would be seen in it.
ParticleState half_step(ParticleState state, double dt) {
  const float half = 0.5f * static_cast<float>(dt);
  for (std::size_t i = 0; i < state.size(); ++i) {
    float4& x = state.position[i];
    const float4& v = state.velocity[i];
    x.x = std::fma(half, v.x, x.x);
    x.y = std::fma(half, v.y, x.y);
    x.z = std::fma(half, v.z, x.z);
  }
  return state;
}

// Force of the walls on the fluid [N]; not a number where the state is not finite.
DoubleVector wall_force(const ParticleState& state, const WcsphConstants& constants) {
  DoubleVector sum{};
  if (!state_finite(state).passed) {
    sum.fill(std::numeric_limits<double>::quiet_NaN());
    return sum;
  }
  for (const auto& reaction : oracle_wall_reaction(state, state.size(), constants, all_threads())) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sum[axis] -= static_cast<double>(constants.particle_mass) * reaction[axis];
    }
  }
  return sum;
}

DoubleVector scaled(double factor, const DoubleVector& vector) {
  DoubleVector product{};
  add_scaled(product, factor, vector);
  return product;
}

}  // namespace

StillWaterReport verify_still_water(Runtime& runtime, const LoadedPack& pack,
                                    const Scenario& scenario, const Variant& variant,
                                    std::uint64_t steps) {
  if (scenario.physics != "wcsph-lj" || scenario.time_stepping == TimeStepping::none) {
    throw Error(ExitCode::verification,
                "scenario '" + scenario.name +
                    "' does not step: the momentum check needs wcsph-lj with a time step");
  }
  Simulation simulation(runtime, pack, scenario, variant);
  StillWaterReport report;
  const float3 g = scenario.wcsph.gravity;
  MomentumBalance balance;
  ParticleState state = simulation.download();
  report.start = report.end = fluid_sums(state, scenario.wcsph);
  RunState run;
  while (run.steps < steps && run.lost == 0 && state_finite(state).passed) {
    stop_if_requested();
    simulation.step();
    run = simulation.run_state();
    add_scaled(balance.wall_impulse, run.dt,
               wall_force(half_step(std::move(state), run.dt), scenario.wcsph));
    state = simulation.download();
    report.end = fluid_sums(state, scenario.wcsph);
    balance.gravity_impulse = scaled(report.start.mass * run.time, {g.x, g.y, g.z});
    balance.change = report.end.momentum;
    add_scaled(balance.change, -1, report.start.momentum);
    report.samples.push_back({run.steps, run.time, report.end, relative_residual(balance)});
  }
  simulation.check_overflow();
  report.steps = run.steps;
  report.time = run.time;
  report.checks = {state_finite(state), particles_conserved(state, scenario.initial.identity),
                   none_lost(state, state.size() - run.lost), momentum_balanced(balance)};
  for (Check& check : report.checks) check.state = state_after(run.steps, run.time);
  report.status = status_of(report.checks);
  return report;
}

}  // namespace sphlab

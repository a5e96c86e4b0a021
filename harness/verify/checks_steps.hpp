// Checks of one step of an integration scheme.
#pragma once

#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_step.hpp"

namespace sphlab {

/// Largest deviation of an advanced number, in the float's roundings of what it is the sum of: see
/// roundings_off().
inline constexpr double step_tolerance = 8;

/// |value - expected| in units of 2^-24 (|from| + |change|), the change by its terms where it is a
/// sum; infinite where that is zero and they differ, or where one is not a number.
double roundings_off(float value, const Advanced& expected);

/// Results of one step, downloaded; everything in the order of `begin`.
struct DownloadedStep {
  ParticleState begin;
  std::vector<float4> begin_rate;
  std::vector<float> begin_approach_rate;  ///< likewise; empty where it limits no step
  ParticleState midpoint;  ///< the state of the step's last forces; `begin` where that is the one
  std::vector<float4> last_rate;
  ParticleFields last_field_rates;  ///< likewise of fields, by their name
  ParticleState end;
  RunState run;             ///< after the step
  double begin_time = 0;    ///< [s]
  std::uint64_t steps = 0;  ///< done before it
};

/// Restores `state` as it is after `steps` steps, at `time`, and makes one step. The simulation is
/// left behind it. @param step written; its memory is used again.
void make_step(Simulation& simulation, const Scenario& scenario, const ParticleState& state,
               double time, std::uint64_t steps, DownloadedStep& step);

/// Positions, velocities, densities and fields at the end of the step and, where the scheme has
/// one, at its midpoint against the oracle; body particles are compared with their prescribed
/// motion.
/// @param live the first ones in `begin`. @param integrates_density of the formulation: else
/// densities are to stay.
Check step_agrees(const DownloadedStep& step, std::size_t live, const Scenario& scenario,
                  std::uint32_t euler_interval, bool integrates_density);

/// The step's length: the scenario's, or what the rates at its beginning allow; and time and number
/// of steps after it.
Check clock_agrees(const DownloadedStep& step, std::size_t live, const Scenario& scenario);

}  // namespace sphlab

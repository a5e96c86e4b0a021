// The oracles of the integration schemes, in double precision: one file per scheme. Each takes the
// states and rates of the device, and tells where one step leads.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/double_vector.hpp"
#include "harness/verify/oracle_registry.hpp"

namespace sphlab {

/// A step as the device has done it: what a scheme may read, all in one order of the particles.
struct ObservedStep {
  const ParticleState& begin;             ///< fields included
  const std::vector<float4>& begin_rate;  ///< on `begin`
  const ParticleState& midpoint;          ///< `begin` where the scheme has no other state
  const std::vector<float4>& last_rate;   ///< of the step's last forces
  double dt;                              ///< length of the step [s]
  std::uint64_t steps;                    ///< done before it
  std::uint32_t euler_interval;           ///< 1 where no step differs
  /// Rates of the step's last evaluation, by the names of their fields.
  const ParticleFields& last_field_rates;
};

/// A number, and what was added to another one to get it: the scales of what is rounded.
struct Advanced {
  double from = 0;
  double change = 0;
  /// Adds up the magnitudes of the change's terms where it is a sum, and 0 elsewhere: terms cancel
  /// where a wall stops a particle within a step.
  double terms = 0;
  double value() const { return from + change; }
};

/// The way that two velocities [m/s] make in so much time [s], the second as it was advanced to.
inline Advanced way_of(double from, double time, double velocity, const Advanced& advanced) {
  return {from, time * (velocity + advanced.value()),
          time * (std::abs(velocity) + std::abs(advanced.from) + std::abs(advanced.change))};
}

/// A particle after an update.
struct AdvancedParticle {
  std::array<Advanced, 3> position;
  std::array<Advanced, 3> velocity;
  Advanced density;  ///< centred
};

/// Every particle but those of a body, whose motion is prescribed.
struct OracleStep {
  std::vector<AdvancedParticle> midpoint;  ///< empty where the scheme has none
  std::vector<AdvancedParticle> end;
  /// The fields of the scheme at the end, by their name; told exactly, as they are copies.
  ParticleFields fields = {};
  /// The fields of the formulation that it advances, by their name.
  std::map<std::string, std::vector<Advanced>> advanced_fields = {};
};

/// Computes a step: the file of a scheme registers it by the scheme's name.
using StepOracle = OracleStep (*)(const ObservedStep& step);

/// The step of a scheme by its name. Throws Error(verification) for one that has no oracle.
OracleStep oracle_step_of(const std::string& scheme, const ObservedStep& step);

/// x, y, z.
DoubleVector oracle_vector(const float4& v);

/// The state half a step later: from + dt/2 rate, positions with the old velocity. Schemes with a
/// midpoint share it.
std::vector<AdvancedParticle> oracle_half_step(const ObservedStep& step);

/// Velocity by which a particle moves in a step: that of its end, or the mean of both ends.
enum class WayBy { end_velocity, mean_velocity };

/// The state a step later by its last rates: from + dt rate, positions with the velocity of `way`.
std::vector<AdvancedParticle> oracle_whole_step(const ObservedStep& step, WayBy way);

}  // namespace sphlab

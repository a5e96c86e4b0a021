// A run in which nothing should happen: particles, momentum and energy over a thousand steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/fluid_sums.hpp"

namespace sphlab {

/// The water after one step.
struct StillWaterSample {
  std::uint64_t step = 0;
  double time = 0;  ///< simulated [s]
  FluidSums sums;
  double residual = 0;  ///< of the momentum so far, see relative_residual()
};

/// Outcome of a still-water run.
struct StillWaterReport {
  std::string status;         ///< "ok", or the first check that failed and why
  std::vector<Check> checks;  ///< conservation of particles and momentum
  std::uint64_t steps = 0;
  double time = 0;                        ///< simulated [s]
  FluidSums start, end;                   ///< for the energies; reported, not judged
  std::vector<StillWaterSample> samples;  ///< after each step
};

/// Steps `scenario` from its initial state and checks that no particle is lost, that the state
/// stays finite, and that gravity and the walls explain the fluid's momentum. Downloads the state
/// before each step: the oracle evaluates the wall force of every half step itself, in double
/// precision.
///
/// @param scenario one with wcsph-lj physics and time stepping, small: the oracle is on the host.
/// Throws Error(verification) for a scenario without time stepping, and what Simulation throws.
StillWaterReport verify_still_water(Runtime& runtime, const LoadedPack& pack,
                                    const Scenario& scenario, const Variant& variant,
                                    std::uint64_t steps = 1000);

}  // namespace sphlab

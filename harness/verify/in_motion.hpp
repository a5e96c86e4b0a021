// Verification within a cycle: what the passes compute a few steps after a rebuild, of particles
// that have moved since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/checks_steps.hpp"
#include "harness/verify/judged_particles.hpp"

namespace sphlab {

/// Options of a verification in motion.
struct Motion {
  std::string label;        ///< of the state: "initial, moving"
  std::string moment = "";  ///< behind the names of the checks, see LabelledChecks
  std::uint64_t seed = 1;   ///< by which step within a cycle is compared
  /// Whether a whole cycle runs before, as it is timed: of a variant that was timed.
  bool after_a_cycle = false;
  bool tells_shares = false;  ///< of terms, see term_shares.hpp
  SampleSize size = {.most = most_judged};

  static constexpr std::size_t most_judged = 100'000;
};

/// What verify_in_motion() downloads. Kept from one call to the next, their memory is used again:
/// fresh pages take longer than what fills them.
struct StatesInMotion {
  ParticleState before, built, now;
  DownloadedStep step;
};

/// Steps from a state whose particles move (perturbed_state.hpp) until 3 to 9 steps after a
/// rebuild, or as many as the rebuild policy has, evaluates the passes there with the list or the
/// cells as they are, and compares all that they wrote with the oracle on the pairs that were in
/// sight at that rebuild (sight.hpp). Of a scenario that steps.
///
/// @param moved particles in any order. @param checks the outcomes are appended. The simulation is
/// left behind what was compared.
/// Throws what Simulation throws, Diverged, and Error(verification) for a physics without oracle.
void verify_in_motion(Simulation& simulation, const Scenario& scenario, const ParticleState& moved,
                      double time, std::uint64_t steps, const Motion& how, StatesInMotion& memory,
                      std::vector<Check>& checks);

/// Checks the rates at the midpoint of a step that make_step() has made, where the scheme has
/// written the sources of the forces: a pass may end the step there, and write while it reads.
/// Nothing is checked of other variants, nor where a scheme evaluates no midpoint.
void verify_midpoint(const Simulation& simulation, const Scenario& scenario,
                     const DownloadedStep& step, const Motion& how, std::vector<Check>& checks);

}  // namespace sphlab

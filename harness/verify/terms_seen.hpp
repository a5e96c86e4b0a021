// Which terms of a physics a state shows at all: a check on accelerations cannot see one that is
// zero there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/verify/check.hpp"
#include "kernels/abi/formulation.hpp"

namespace sphlab {

/// Effect of a term on the rates of a state.
struct TermEffect {
  std::string name;  ///< of the constant that the term vanishes with: "artificial viscosity"
  /// Largest change of an acceleration, of a density's rate, or of what a pass writes, without the
  /// term, over the largest magnitude with it.
  double effect = 0;
};

/// The constants of a physics without one of its terms.
struct TermLeftOut {
  const char* name;
  WcsphConstants constants;
};

/// Leaves out each term that the constants have, and each constant of the physics' own, one at a
/// time.
std::vector<TermLeftOut> terms_left_out(const PhysicsKind& kind, const WcsphConstants& constants);

/// Effects of the constants that the scenario has and its rates depend on, in this state or
/// another. The constants are set to zero one after the other, in the oracle. Of more than so many
/// particles those of a slab across the domain are looked at.
///
/// @param state whose particles should move, in any order; all are live.
/// @param formulation of the scenario's physics.
std::vector<TermEffect> term_effects(const Scenario& scenario, const ParticleState& state,
                                     const FormulationDescription& formulation);

/// No term is without any effect. Names every term with its effect, and those below rate_tolerance,
/// of which only a share tells (term_shares.hpp).
Check terms_seen(const std::vector<TermEffect>& effects);

}  // namespace sphlab

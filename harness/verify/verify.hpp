// Verification of one variant: what it computes against the oracle, before anything is timed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/cell_occupancy.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/neighbour_spread.hpp"
#include "harness/verify/oracle.hpp"

namespace sphlab {

struct DownloadedStep;
class MovingState;

/// Pairs of one evaluation of the passes, for the records' work.
struct PairCounts {
  /// (target, live particle in its 27 cells), or as many of these as the traversal says it looks at
  std::uint64_t candidate = 0;
  std::uint64_t accepted = 0;  ///< (target, source of any type within the influence radius)
  /// the same of the pass that sums up densities, whose sources may be fewer
  std::uint64_t accepted_by_density = 0;
  std::string density_pass = {};              ///< its name; "": there is none
  std::uint64_t borderline_differences = 0;   ///< list entries that rounding decided otherwise
  std::optional<NeighbourSpread> neighbours;  ///< of the targets, where the oracle counts them
  std::optional<CellOccupancy> cells;         ///< of a state that is sound
  /// Counts of the passes' preparations, by name.
  std::map<std::string, double> prepared = {};

  /// Pairs that a stage accepts: a pass, or the list.
  std::uint64_t accepted_by(const std::string& stage) const;
};

/// Outcome of a verification. Names of checks end with the state's label: "accelerations
/// (initial)".
struct VerificationReport {
  std::string status = "nothing was checked";  ///< "ok", or the first check that failed and why
  std::vector<Check> checks;
  PairCounts pairs;                       ///< in the initial state
  std::optional<PairCounts> other_pairs;  ///< in the other state, where one was given
};

/// Types for which a physics forms sums, and for which a list is built.
/// Throws Error(verification) for a physics that has no oracle.
TypeMask target_types(const std::string& physics);

/// The strategy of a stage, "" where the variant has none.
std::string strategy_of_stage(const Simulation& simulation, const std::string& stage);

/// Rebuilds order and list for the state that `simulation` holds, makes one force pass, and
/// compares all that it wrote with the oracle. When particles or cells are wrong, or a list is too
/// short, the checks that build on them are left out.
///
/// @param label of the state. @param checks the outcomes are appended.
/// Throws what Simulation throws, and Error(verification) for a physics that has no oracle.
PairCounts verify_state(Simulation& simulation, const Scenario& scenario, const std::string& label,
                        std::vector<Check>& checks);

/// Overload for an oracle of the scenario that has seen other variants.
PairCounts verify_state(Simulation& simulation, Oracle& oracle, const std::string& label,
                        std::vector<Check>& checks);

/// Makes the first step of the scenario, and of a scheme that has steps which differ the last one
/// before such a step and that step, each from a restored state, and compares them with the
/// scheme's oracle. The simulation is left behind the last one.
/// Throws what Simulation throws, and Error(verification) for a scheme that has no oracle.
void verify_steps(Simulation& simulation, const LoadedPack& pack, const Scenario& scenario,
                  std::vector<Check>& checks);

/// The same from another state, after `steps` steps of the run. @param label of the state, of which
/// the checks tell; "": they do not. @param moment behind the names of the checks, see
/// LabelledChecks. @param step the last one is left there; its memory is used again.
void verify_steps_from(Simulation& simulation, const LoadedPack& pack, const Scenario& scenario,
                       const ParticleState& from, double time, std::uint64_t steps,
                       const std::string& label, const std::string& moment, DownloadedStep& step,
                       std::vector<Check>& checks);

/// Verifies a variant in the scenario's initial state and, where given, in `other` ("later"), and
/// the steps of its integration scheme; where displacements demand its rebuilds, also that no pair
/// is missed at the end of a cycle; and in motion, before and behind a cycle. Throws as
/// verify_state().
/// @param moving of the scenario's initial state, where other variants are verified beside it;
/// nullptr: makes one.
VerificationReport verify_variant(Runtime& runtime, const LoadedPack& pack,
                                  const Scenario& scenario, const Variant& variant,
                                  const ParticleState* other = nullptr,
                                  MovingState* moving = nullptr);

/// Steps a variant from the scenario's initial state and verifies the states after `steps`, called
/// "step-500" and so on. Nothing of a scenario without time stepping. Throws as verify_state(), and
/// Diverged.
std::vector<Check> verify_later(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
                                const Variant& variant, const std::set<std::uint64_t>& steps);

}  // namespace sphlab

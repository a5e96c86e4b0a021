// Makes what verification in motion needs of a state once for all variants of a scenario.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/verify/in_motion.hpp"
#include "harness/verify/oracle.hpp"
#include "harness/verify/pair_counts.hpp"

namespace sphlab {

/// A state that variants are verified in beside the one that they are measured from: its particles
/// move, and every term of the physics shows. See perturbed_state.hpp.
class MovingState {
 public:
  /// @param scenario and @param from outlive this. @param label of `from`: "initial".
  /// @param most_candidates see JudgedParticles::by_candidates().
  MovingState(const Scenario& scenario, const ParticleState& from, double time, std::uint64_t steps,
              std::string label, double most_candidates = JudgedParticles::most_candidates);

  /// The oracle of the state as it is, of no perturbation.
  Oracle& unmoved() { return oracle(0); }

  /// Before a variant is timed: in motion, by the number of pairs that it accepts, by a step of its
  /// scheme, where no other variant had the same stages of a step, and by the pairs that its list
  /// misses where displacements demand the rebuilds. Appends the
  /// checks, called "(initial, moving)". Throws as verify_in_motion() and PairCounter::count() do,
  /// but for OutOfMemory of the count.
  void verify(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
              Simulation& simulation, std::vector<Check>& checks);

  /// After it was timed: behind a cycle as it was timed, from a state that it has not seen; on the
  /// host executor, whose steps take far longer, without that cycle. A scheme makes one more step,
  /// of another length than the first one was. Appends the checks, called "after timing (initial,
  /// moving)". Throws as verify_in_motion() does.
  void verify_after_timing(const LoadedPack& pack, Simulation& simulation,
                           std::vector<Check>& checks);

  /// Which terms of the physics the states show in which it is verified before and after: a
  /// property of the scenario, and of no variant.
  const Check& terms(const FormulationDescription& formulation);

  /// Why the pairs of the last variant were not counted, or "".
  const std::string& not_counted() const { return not_counted_; }

 private:
  /// Compares in motion; where nothing moves, the perturbed state as it is.
  void compare(Simulation& simulation, const Motion& how, std::vector<Check>& checks);
  void count(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
             const Simulation& simulation, std::vector<Check>& checks);
  /// @param moment behind the names of the checks, see LabelledChecks.
  void step_once(const LoadedPack& pack, Simulation& simulation, std::uint64_t seed,
                 const std::string& moment, std::vector<Check>& checks);
  void end_periods(Simulation& simulation, std::vector<Check>& checks);
  /// Made once for each seed. That of what is compared after the timing judges few particles.
  Oracle& oracle(std::uint64_t seed);
  /// The state perturbed by a seed, made once.
  const ParticleState& moved(const FormulationDescription& formulation, std::uint64_t seed);
  std::string moving_label() const { return label_ + ", moving"; }

  const Scenario& scenario_;
  const ParticleState& from_;
  double time_;
  std::uint64_t steps_;
  std::string label_;
  double most_candidates_;
  std::optional<PairCounter> counter_;
  std::optional<Check> terms_;
  std::string not_counted_;
  StatesInMotion memory_;
  std::map<std::uint64_t, ParticleState> moved_;  ///< by seed
  std::map<std::uint64_t, Oracle> oracles_;       ///< by seed; of 0 for `from`
  std::set<std::string> steps_seen_;              ///< the stages of steps that were verified
};

}  // namespace sphlab

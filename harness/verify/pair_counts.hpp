// The pairs that a variant's traversal accepts, counted by the device, against the oracle's count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/judged_particles.hpp"
#include "harness/verify/labelled_checks.hpp"

namespace sphlab {

/// Pairs of each particle, by id: those that must count, and those that may.
struct PairsOfParticles {
  std::vector<std::uint32_t> certain, possible;
};

/// Pairs by the oracle's search in double precision, of targets that are judged.
PairsOfParticles pairs_of_particles(const ParticleState& state, const JudgedParticles& judged,
                                    float radius);

/// Every judged particle's count is among those that may be. @param counts in each of four numbers,
/// in the order of the state.
Check pairs_counted(const ParticleState& state, const JudgedParticles& judged,
                    const std::vector<float4>& counts, const PairsOfParticles& expected);

/// Counts in one state, for any number of variants of a scenario.
///
/// The same traversal, list and cells run the physics `pair-count`
/// (kernels/physics/pair_count/formulation.cuh) in a simulation of their own, and each particle's
/// count must be the oracle's exactly; pairs that single precision may find on either side of the
/// radius are told apart (borderline_width()). There, particles of a body count as boundary, and
/// those of a second fluid as fluid.
class PairCounter {
 public:
  /// @param state in any order. @param scenario of the variants; both are copied.
  /// @param most_candidates see JudgedParticles::by_candidates().
  PairCounter(const Scenario& scenario, const ParticleState& state,
              double most_candidates = JudgedParticles::most_candidates);

  /// Whether the physics of the variants tests the distance: else there is no claim to count.
  bool counts_within_radius() const;

  /// Why the pairs of `simulation`'s traversal cannot be counted, as where its pack was compiled
  /// without the count; "" where they can.
  std::string uncountable(const Simulation& simulation, const LoadedPack& pack) const;

  /// @param simulation whose variant and tuning are counted. @param checks the outcome is
  /// appended. Throws what Simulation's constructor does, OutOfMemory
  /// included.
  void count(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
             const Simulation& simulation, LabelledChecks& checks);

 private:
  JudgedParticles judged_of(std::size_t live, std::uint64_t candidates) const;

  std::string physics_;  ///< of the variants
  Scenario counted_;
  double most_candidates_;
  std::optional<PairsOfParticles> of_all_;  ///< by id: those of every variant
};

}  // namespace sphlab

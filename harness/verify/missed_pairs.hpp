// Counts pairs that the force passes miss because their list has grown old (catalogue L4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/judged_particles.hpp"

namespace sphlab {

/// Pairs (target, source) within the influence radius, and those of them that the list lacks.
struct MissedPairs {
  std::uint64_t pairs = 0;
  std::uint64_t missed = 0;
  /// Missed over all, 0 where there are none.
  double fraction() const;
};

/// Counts both by an exact search. A pair within rounding of the radius (borderline_width()) counts
/// for neither.
///
/// @param state in the order that the list's entries refer to; positions may be later ones.
/// @param judged particles whose lists are read; of a sample, both numbers are scaled to all.
/// @param radius of influence [m]. @param targets types that have a list.
MissedPairs missed_pairs(const ParticleState& state, const JudgedParticles& judged,
                         const DownloadedList& list, float radius, TypeMask targets);

/// The pairs that the last force pass before a rebuild misses: steps through a cycle from the state
/// that `simulation` holds, and counts where the list is oldest. Nothing where a variant reads no
/// list or a scenario has no steps. Throws ListOverflow, and what Simulation throws.
/// @param buffer of the list: memory that is there already spares the pages of gigabytes.
/// @param size of the sample that is counted; all particles where it is not told.
std::optional<MissedPairs> missed_at_end_of_cycle(Simulation& simulation, const Scenario& scenario,
                                                  DownloadedList& buffer,
                                                  const SampleSize& size = {});

/// State at the last force pass of a cycle.
struct EndOfCycle {
  ParticleState state;
  std::size_t live;
};

/// Steps through a cycle from the state that `simulation` holds. Throws ListOverflow, Diverged, and
/// what Simulation throws.
EndOfCycle end_of_cycle(Simulation& simulation, const Scenario& scenario);

/// A check that no pair is missed, for a list whose rebuilds are demanded early enough for that.
Check none_missed(const MissedPairs& missed);

}  // namespace sphlab

// The final by energy: what a search by time has ranked, with the energy of its steps counted.
#pragma once

#include <cstdint>

#include "harness/best/search.hpp"
#include "harness/best/trials.hpp"

namespace sphlab {

/// Runs of each variant, in as many rounds.
inline constexpr std::uint64_t energy_rounds = 6;
/// Seconds of one, between ticks of the counter.
inline constexpr double energy_run_s = 0.5;

/// The policy of the search by time before the final: as many variants as a third of the budget has
/// runs for, and the budget without them. Of an exhaustive search, all that it ranks. Throws
/// Error(usage), with how much is needed, where that is fewer than two.
SearchPolicy before_energy_final(const SearchPolicy& policy);

/// Counts the energy of all that is ranked, in shuffled ABBA rounds; a variant that fails is ranked
/// no more. A request to stop ends it with the rounds that are finished. Throws
/// Error(not_available) where the counter fails, DeviceError.
void count_energy(Trials& trials, SearchOutcome& outcome, std::uint64_t seed,
                  const OnSearch& on_search);

/// Whether all that is ranked has the energy of all rounds.
bool has_energies(const Trials& trials, const SearchOutcome& outcome);

}  // namespace sphlab

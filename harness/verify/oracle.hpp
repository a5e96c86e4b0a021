// The oracle of one scenario, which remembers what it computed last.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/downloaded_list.hpp"
#include "harness/verify/checks_list.hpp"
#include "harness/verify/checks_state.hpp"
#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_potential.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/oracle_search.hpp"

namespace sphlab {

/// Most variants of a campaign bring the same particles into the same order: what the oracle finds
/// for the first holds for the others, and is computed again only where a particle differs in any
/// bit. What each variant computed is compared with it all the same.
class Oracle {
 public:
  /// @param scenario must outlive it.
  explicit Oracle(const Scenario& scenario) : scenario_(scenario) {}
  Oracle(const Oracle&) = delete;  // searches refer to the state that it keeps

  const Scenario& scenario() const { return scenario_; }

  /// What a sorted state says by itself. Throws as judge_state().
  const StateVerdict& judge(SortedState state);
  /// The state that judge() was asked of last.
  const SortedState& judged() const { return judged_; }

  /// Rates of a WCSPH physics. Throws Error(verification) for a physics that has no such oracle.
  /// @param live particles [0, live) take part.
  const OracleRates& rates(const ParticleState& state, std::size_t live);

  /// Densities of a physics with a pass that sums them. Throws as rates().
  const OracleDensities& densities(const ParticleState& state, std::size_t live);

  /// Potentials of a physics that has one. @param cell_begin of `grid`, for those that do not test
  /// the distance: they count the particles of touching cells.
  const OraclePotential& potential(const ParticleState& state, std::size_t live,
                                   const std::vector<std::uint32_t>& cell_begin, const Grid& grid);

  /// The particles sorted for a search that finds what is within `reach` [m]; a copy of them is
  /// searched, and lives until other ones are asked for.
  const CellSearch& search(const ParticleState& state, std::size_t live, double reach);

  /// Where a list is downloaded to before compare_downloaded_list(); what it holds is overwritten.
  DownloadedList& room_for_list() { return list_; }

  /// compare_list() of the list in that room. One whose rows read as those of the last that has
  /// passed, in the same state and with the same radius, has passed: see same_rows(). A list of
  /// more than a quarter of the host's memory is not kept to be read beside others.
  ListComparison compare_downloaded_list(const ParticleState& state, std::size_t live, float radius,
                                         TypeMask targets);

  /// How often it has computed.
  int computations() const { return computations_; }

 private:
  OraclePotential compute_potential(const ParticleState& state, std::size_t live,
                                    const std::vector<std::uint32_t>& cell_begin,
                                    const Grid& grid) const;
  /// Forgets what it computed where these particles are not those that it has seen last.
  void look_at(const ParticleState& state, std::size_t live,
               const std::vector<std::uint32_t>& cell_begin);

  const Scenario& scenario_;
  ParticleState state_;
  std::size_t live_ = 0;
  std::vector<std::uint32_t> cell_begin_;
  std::optional<OracleRates> rates_;
  std::optional<OracleDensities> densities_;
  std::optional<OraclePotential> potential_;
  std::map<double, CellSearch> searches_;  ///< by their reach
  DownloadedList list_, passed_list_;
  std::optional<ListComparison> passed_;  ///< of the latter
  float passed_radius_ = 0;
  SortedState judged_;
  std::optional<StateVerdict> verdict_;
  int computations_ = 0;
};

}  // namespace sphlab

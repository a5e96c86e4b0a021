// The oracle of one scenario, which remembers what it has computed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/downloaded_list.hpp"
#include "harness/verify/checks_list.hpp"
#include "harness/verify/checks_state.hpp"
#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_end_to_end.hpp"
#include "harness/verify/oracle_potential.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/reordering.hpp"

namespace sphlab {

/// The variants of a campaign compute on the same particles, each in its own order: what the oracle
/// finds for the first holds for the others, and is computed again only where a particle differs in
/// any bit that it is a function of. What each variant computed is compared with it all the same.
///
/// judge() comes before all else and says of which state that is; it must be a sound one.
class Oracle {
 public:
  /// @param scenario must outlive it. @param most_candidates see JudgedParticles::by_candidates().
  explicit Oracle(const Scenario& scenario,
                  double most_candidates = JudgedParticles::most_candidates)
      : scenario_(scenario), most_candidates_(most_candidates) {}
  Oracle(const Oracle&) = delete;  // searches refer to the state that it keeps

  const Scenario& scenario() const { return scenario_; }
  double most_candidates() const { return most_candidates_; }

  /// What a sorted state says by itself. Forgets what was computed of other particles. Throws as
  /// judge_state().
  const StateVerdict& judge(SortedState state);
  /// The state that judge() was asked of last.
  const SortedState& judged() const { return *judged_; }

  /// Those of the judged state whose rates and densities are formed: all, or a sample of very many
  /// pairs. The same particles in whatever order they are judged: in that of the first state they
  /// are runs, see JudgedParticles.
  JudgedParticles judged_particles() const;

  /// Rates of a WCSPH physics. Throws Error(verification) for a physics that has no such oracle.
  const OracleRates& rates();

  /// Densities of a physics with a pass that sums them. Throws as rates().
  const OracleDensities& densities();

  /// Rates of a physics of several passes, each on what the oracle's own passes before it have
  /// made, where rates() are on what the device has. They need the passes of all particles: throws
  /// std::logic_error where a sample is judged, else as rates().
  /// @param begin_fields the formulation's, as they were before the first pass. @param repetitions
  /// of passes that are repeated, as the device has made them.
  const EndToEndRates& end_to_end(const ParticleFields& begin_fields, std::uint32_t repetitions);

  /// Potentials of a physics that has one.
  const OraclePotential& potential();

  /// A search that finds what is within `reach` [m]; it lives until another state is judged.
  const CellSearch& search(double reach);

  /// Buffer for a list, for compare_downloaded_list() or another judge; what it holds is
  /// overwritten.
  DownloadedList& list_buffer() { return list_; }

  /// compare_list() of the list in list_buffer(), of the judged particles. Rows that read as those
  /// of one that has passed, in the same state and with the same radius, are not judged again. A
  /// list of more than a quarter of the host's memory is not kept to be read beside others.
  ListComparison compare_downloaded_list(float radius, TypeMask targets);

  /// Number of its computations.
  int computations() const { return computations_; }

 private:
  /// The particles that were judged first, and what was computed of them in their order.
  struct First {
    std::shared_ptr<const SortedState> state;
    std::size_t live;
    JudgedParticles judged;
    std::optional<OracleRates> rates;
    std::optional<OracleDensities> densities;
    std::optional<OraclePotential> potential;
  };

  void forget();
  /// Finds the judged particles among those that were judged first, or puts them in their place.
  void find_again();
  /// Returns what `first` keeps, in the judged order; or, where that is not `known` to hold, what
  /// compute(state, judged particles) makes of the judged state. Computes each once.
  template <class Result, class Compute>
  const Result& found(std::optional<Result> First::*first, std::optional<Result>& own, bool known,
                      Compute&& compute);
  const ParticleState& particles() const { return judged_->particles; }
  /// Throws std::bad_optional_access before judge().
  std::size_t live() const { return verdict_.value().live; }

  const Scenario& scenario_;
  double most_candidates_;
  std::optional<First> first_;
  std::shared_ptr<const SortedState> judged_ = std::make_shared<SortedState>();
  std::optional<Reordering> reordering_;  ///< from first_; nullopt: they are those in that order
  std::optional<StateVerdict> verdict_;   ///< of judged_, as all below
  std::optional<OracleRates> rates_;      ///< these three: where it is not first_
  std::optional<OracleDensities> densities_;
  std::optional<OraclePotential> potential_;
  std::optional<EndToEndRates> end_to_end_;
  ParticleFields begin_fields_;               ///< that it began with
  std::uint32_t end_to_end_repetitions_ = 0;  ///< of it
  std::map<double, CellSearch> searches_;     ///< by their reach
  DownloadedList list_;
  PassedList passed_;
  float passed_radius_ = 0;  ///< of passed_; 0: none has passed
  TypeMask passed_targets_ = 0;
  int computations_ = 0;
};

}  // namespace sphlab

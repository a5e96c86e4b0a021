// Makes the answer of a search: the ranking of what it verified, and the document of all that it
// tried.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/best/limit_share.hpp"
#include "harness/best/objective.hpp"
#include "harness/best/ratio.hpp"
#include "harness/best/search.hpp"
#include "harness/best/trials.hpp"
#include "harness/campaigns/record_builder.hpp"
#include "harness/records/lost_time.hpp"

namespace sphlab {

/// A variant that was verified, and timed in the same rounds as the others.
struct Ranked {
  Point point = 0;
  std::string name;  ///< as figures name it
  std::string traversal;
  SuiteVariant choice;                   ///< the variant, with all that is not a default in it
  Interval step;                         ///< seconds
  std::optional<Record::Energy> energy;  ///< of its step, where that is ranked by
  /// Ratio of its cost to the first's; nothing with too few blocks.
  std::optional<Interval> ratio;
  bool ties = false;             ///< the interval of its ratio reaches 1: it may be as good
  double mipps = 0;              ///< million particle steps a second
  std::size_t bytes = 0;         ///< of device memory
  std::optional<double> missed;  ///< share of the pairs when its list is oldest
  double stated_error = 0;       ///< of its rates, of the largest; 0: that of verification
  std::optional<double> share_of_limits;
  std::uint64_t blocks = 0;
};

/// Ranks the points of the outcome, the best first. Makes simulations again that were given up.
/// @param objective energy only where has_energies().
/// @param rates empty where the limits are not known.
std::vector<Ranked> ranking(Trials& trials, const Space& space, const SearchOutcome& outcome,
                            const RecordContext& context, Objective objective,
                            const LimitRates& rates);

/// The best of another traversal than the first's; nullptr where there is none.
const Ranked* second_traversal(const std::vector<Ranked>& ranking);

/// Load of the machine in the blocks of the search and of its ranking.
LoadSeen load_of(const Trials& trials, const std::vector<Ranked>& ranking);

/// Whether so many blocks were busy that another variant may be the fastest: one that ties, or one
/// that the search has left behind.
bool hides_the_first(const LoadSeen& load);

/// Number of variants that were not ranked, though timed within the search's noise of the best that
/// was.
std::size_t near_and_not_ranked(const SearchOutcome& outcome);

/// Question that a document repeats beside ranking and outcome.
struct Question {
  const Scenario& scenario;
  const SavedState& state;
  const SearchPolicy& policy;
  Objective objective;  ///< that was ranked by
  const RecordingSetup& setup;
  double seconds = 0;  ///< that the search took
};

/// Document of all that is known, for programs: docs/best.md names the keys.
nlohmann::json answer_json(const Question& question, const Trials& trials, const Space& space,
                           const SearchOutcome& outcome, const std::vector<Ranked>& ranking);

}  // namespace sphlab

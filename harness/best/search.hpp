// Successive halving over traversals, each of which is improved coordinate by coordinate while it
// is in the race (Jamieson and Talwalkar 2016). docs/best.md tells how it searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/best/course.hpp"
#include "harness/best/standings.hpp"

namespace sphlab {

struct SearchPolicy {
  double budget_s = 60;     ///< of Course::now(), at which the last block is to end
  double end_share = 0.2;   ///< of the budget, kept for blocks of those that are ranked
  std::size_t eta = 2;      ///< one traversal of so many survives a rung, at least
  double close = 0.1;       ///< a traversal within this of the best survives, too
  std::size_t top = 10;     ///< points to rank
  std::uint64_t seed = 1;   ///< of the order of blocks
  bool exhaustive = false;  ///< measures every point instead, whatever the budget
};

struct SearchOutcome {
  std::vector<Tried> tried;         ///< in the order in which they were met
  std::vector<Point> ranked;        ///< verified, with blocks that were kept in the same rounds
  std::size_t traversals = 0;       ///< that there are
  std::size_t traversals_left = 0;  ///< that no time was left to try
  std::size_t rungs = 0;            ///< that were begun
  double searched_s = 0;            ///< Course::now() when the ranking began
  double noise = 0;                 ///< standard deviation of a block, relative to itself
  std::uint64_t rounds = 0;         ///< whole ones, of blocks that were kept: two blocks each
  bool interrupted = false;         ///< by a request to stop; what was found until then stands
};

/// Receives how far a search is, from 0 to 1, and what it does.
using OnSearch = std::function<void(double fraction, const std::string& what)>;

/// Searches the point of least cost.
///
/// Each rung has an equal share of the time before the end: in the first the starts of all
/// traversals take turns, in each later one the traversals that are left, each with the neighbours
/// of its best point along one axis after the other. The best of all is verified after the first
/// rung, that of each traversal before it enters another as far as a tenth of the time that is left
/// allows; what is ranked is verified, without regard to the budget.
///
/// Throws Error: usage where the budget is too small to measure one point, with how much is needed;
/// not_available where no point can be measured, verification where none is right; and what the
/// course throws.
SearchOutcome search(Course& course, const SearchPolicy& policy, const OnSearch& on_search);

}  // namespace sphlab

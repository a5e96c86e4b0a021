// Keeps what a search knows of the points that it has met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/best/course.hpp"

namespace sphlab {

/// State of a point in the search.
struct Tried {
  Point point = 0;
  std::size_t rung = 0;      ///< the last that it was measured in; 0: the first
  std::uint64_t blocks = 0;  ///< that told the search, in all rungs
  /// Seconds of a step, comparable between rungs: by its ratio to the leader of each.
  double seconds = 0;
  bool failed = false;    ///< it cannot be measured, or did not pass verification
  bool verified = false;  ///< it did pass
  bool ranked = false;    ///< blocks of it were kept

  /// Whether it was timed, and nothing is known against it.
  bool may_be_right() const { return !failed && blocks > 0; }
};

/// Seconds of a step by the blocks of one round.
using RoundTimes = std::map<Point, std::vector<double>>;

/// Compares the points that were met.
class Standings {
 public:
  /// @param course outlives this.
  explicit Standings(const Course& course) : course_(course) {}

  /// All points, in the order in which they were met.
  const std::vector<Tried>& tried() const { return tried_; }
  bool has_met(Point point) const { return place_.contains(point); }
  /// Meets the point where it is new; to be used before another is.
  Tried& entry(Point point);

  /// Takes in the times of a round, relative to the leader where it took part: what changes between
  /// rounds, as clocks do, falls on all alike.
  void take_in(const RoundTimes& times);
  /// The standard deviation of a block, relative to itself, as pairs of blocks tell it.
  double noise() const;

  /// The fastest of all that may be right, or of a traversal; nullptr where there is none.
  Tried* leader();
  Tried* best_of(const std::string& traversal);
  /// The fastest that may be right and meets a condition.
  template <class Condition>
  Tried* fastest(const Condition& condition);
  /// Points of a traversal that may be right, the fastest first.
  std::vector<const Tried*> by_seconds(const std::string& traversal) const;

 private:
  const Course& course_;
  std::vector<Tried> tried_;
  std::map<Point, std::size_t> place_;  ///< in tried_
  std::vector<double> pairs_;           ///< |log(a / b)| of the two blocks of a round
};

template <class Condition>
Tried* Standings::fastest(const Condition& condition) {
  Tried* best = nullptr;
  for (Tried& tried : tried_) {
    if (!tried.may_be_right() || !condition(tried)) continue;
    if (best == nullptr || tried.seconds < best->seconds) best = &tried;
  }
  return best;
}

}  // namespace sphlab

// Draws the order in which variants take turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace sphlab {

/// Shuffled ABBA: each round visits all contenders in a random order and then in the reverse of it,
/// so that a drift of the machine that is linear over a round falls on all alike.
class AbbaSchedule {
 public:
  /// @param contenders number of them, at least 1. @param seed of the shuffles.
  AbbaSchedule(std::size_t contenders, std::uint64_t seed);
  /// Schedules groups: contenders of one group, as the two sides of a duel, follow each other
  /// directly, in a random order. @param groups of all indices from 0, each in one of them.
  AbbaSchedule(std::vector<std::vector<std::size_t>> groups, std::uint64_t seed);

  /// Draws the next round: 2 * contenders indices, each twice.
  std::vector<std::size_t> next_round();

 private:
  std::vector<std::vector<std::size_t>> groups_;
  std::mt19937_64 generator_;
};

}  // namespace sphlab

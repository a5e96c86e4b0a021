// Where in memory the arrays of a block lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace sphlab {

/// Draws distances by which a simulation moves its arrays, Simulation::relocate.
class RandomGaps {
 public:
  explicit RandomGaps(std::uint64_t seed) : generator_(seed) {}

  /// Whole pages of a GPU, 2 MiB to 1 GiB: few enough that it costs no more than allocating does.
  std::size_t next() { return (generator_() % 512 + 1) * page_bytes; }

 private:
  static constexpr std::size_t page_bytes = std::size_t{2} << 20;
  std::mt19937_64 generator_;
};

}  // namespace sphlab

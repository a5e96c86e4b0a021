// Draws where in memory the arrays of a block lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// Draws distances by which a system moves its arrays, System::relocate.
class RandomGaps {
 public:
  explicit RandomGaps(std::uint64_t seed) : generator_(seed) {}

  /// Draws a distance of whole pages, 2 MiB to 1 GiB, which costs no more than allocating does.
  std::size_t next() { return (generator_() % 512 + 1) * device_page_bytes; }

 private:
  std::mt19937_64 generator_;
};

}  // namespace sphlab

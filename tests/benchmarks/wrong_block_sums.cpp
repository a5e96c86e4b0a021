// Sums for the benchmark of prefix sums that are wrong in one place: it must see that.
#include <cstddef>

#include "benchmarks/prefix_sum/block_sums.hpp"

namespace sphlab {

bool can_sum(const SumLaunch& launch) {
  return launch.algorithm == SumAlgorithm::in_place;
}

int enqueue_sums(const SumLaunch& launch, const std::uint32_t* values, std::uint32_t* sums, void*) {
  for (std::size_t block = 0; block < launch.blocks; ++block) {
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < launch.length; ++k) {
      sum += values[k];
      const bool is_wrong = launch.length == 64 && block + 1 == launch.blocks && k == 63;
      sums[block * launch.length + k] = is_wrong ? 7 : sum;
    }
  }
  return 0;
}

const char* sum_error_text(int) {
  return "no error";
}

}  // namespace sphlab

#include "harness/measure/whole_periods.hpp"

#include <algorithm>

#include "harness/interrupt.hpp"

namespace sphlab {

std::uint64_t cycles_of_whole_periods(System& system, const Start& start,
                                      const MeasuringPolicy& policy) {
  const std::uint64_t least = std::max(2u, policy.cycles_per_block);
  start();
  system.run_cycles(least);
  for (std::uint64_t cycles = least; cycles < most_blocks_of_a_period * least; ++cycles) {
    stop_if_requested();
    const std::uint64_t before = system.counts().rebuilds;
    system.run_cycles(1);
    if (system.counts().rebuilds > before) return cycles;
  }
  system.require_sound();
  return most_blocks_of_a_period * least;
}

}  // namespace sphlab

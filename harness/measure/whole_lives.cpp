#include "harness/measure/whole_lives.hpp"

#include <algorithm>

#include "harness/interrupt.hpp"

namespace sphlab {

std::uint64_t cycles_of_whole_lives(Simulation& simulation, const SavedState& state,
                                    const MeasuringPolicy& policy) {
  const std::uint64_t least = std::max(2u, policy.cycles_per_block);
  begin_at(state, simulation);
  simulation.run_cycles(least);
  for (std::uint64_t cycles = least; cycles < most_blocks_of_a_life * least; ++cycles) {
    stop_if_requested();
    const std::uint64_t before = simulation.rebuilds();
    simulation.run_cycles(1);
    if (simulation.rebuilds() > before) return cycles;
  }
  simulation.check_overflow();
  return most_blocks_of_a_life * least;
}

}  // namespace sphlab

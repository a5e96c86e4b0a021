#include "harness/campaigns/advance.hpp"

#include <algorithm>
#include <chrono>

#include "harness/interrupt.hpp"
#include "harness/stepping/divergence.hpp"

namespace sphlab {
namespace {

constexpr double seconds_of_a_part = 0.2;

/// Seconds until the device has done `cycles`.
double timed_cycles(const Runtime& runtime, Simulation& simulation, std::uint64_t cycles) {
  const auto begin = std::chrono::steady_clock::now();
  simulation.run_cycles(cycles);
  runtime.synchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

RunState advance_cycles(const Runtime& runtime, Simulation& simulation, std::uint64_t cycles,
                        const OnTheWay& on_the_way) {
  std::uint64_t part = 1;
  while (cycles > 0) {
    stop_if_requested();
    simulation.measure_preparations();
    part = std::min(part, cycles);
    const double seconds = timed_cycles(runtime, simulation, part);
    cycles -= part;
    if (seconds < seconds_of_a_part) part *= 2;
    simulation.check_overflow();
    const RunState now = simulation.run_state();
    require_advancing(now);
    on_the_way(now);
  }
  return simulation.run_state();
}

}  // namespace sphlab

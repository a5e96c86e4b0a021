#include "harness/measure/settled_order.hpp"

#include <algorithm>
#include <cmath>

#include "harness/interrupt.hpp"
#include "harness/measure/stopwatch.hpp"
#include "harness/records/statistics.hpp"
#include "harness/stepping/capacity.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/stepping/refused.hpp"

namespace sphlab {
namespace {

/// Order and time that a group of cycles has left.
struct Group {
  MemoryOrder order;
  std::optional<double> seconds;  ///< of a cycle; nothing where it tells nothing
};

Group run_group(Runtime& runtime, SortedSystem& system, std::uint64_t cycles) {
  stop_if_requested();
  system.measure_preparations();
  std::vector<Stopwatch> watches;
  for (std::uint64_t k = 0; k < cycles; ++k) watches.emplace_back(runtime);
  for (const Stopwatch& watch : watches) {
    watch.start();
    system.run_cycles(1);
    watch.stop();
  }
  runtime.synchronize();
  system.require_sound();
  Group group{system.memory_order(), std::nullopt};
  if (!std::isfinite(group.order.distance)) throw Diverged("a position is not finite");
  // on the host cycles are timed beside whatever else runs there
  if (runtime.is_host() || !system.has_even_cycles()) return group;
  std::vector<double> seconds;
  for (const Stopwatch& watch : watches) seconds.push_back(watch.seconds());
  group.seconds = median(seconds);
  return group;
}

bool is_near(double a, double b, double share) {
  return std::abs(a - b) <= share * std::abs(b);
}

bool is_steady(const Group& before, const Group& now) {
  return is_near(now.order.distance, before.order.distance, steady_distance) &&
         (!now.seconds || is_near(*now.seconds, *before.seconds, steady_time));
}

}  // namespace

std::uint64_t most_cycles_to_an_order(const MeasuringPolicy& policy) {
  return std::max(least_cycles_to_an_order, std::uint64_t{policy.blocks} * policy.cycles_per_block);
}

SettledOrder settle_order(Runtime& runtime, SortedSystem& system, const Start& start,
                          std::uint64_t most_cycles) {
  SettledOrder settled;
  std::optional<Group> last;
  const auto run = [&](std::uint64_t cycles) {
    Group group = run_group(runtime, system, cycles);
    settled.steps += cycles * system.steps_per_cycle();
    settled.steady = last && is_steady(*last, group);
    last = std::move(group);
  };
  start();
  try {
    system.run_cycles(2);  // both copies of the state have a graph to capture
    settled.steps = 2 * std::uint64_t{system.steps_per_cycle()};
    const std::uint64_t groups = (most_cycles - 2) / cycles_of_an_order_group;
    for (std::uint64_t k = 0; k < groups && !settled.steady; ++k) run(cycles_of_an_order_group);
  } catch (const CapacityExceeded&) {
    settled.steady = false;
  } catch (const Diverged&) {
    settled.steady = false;
  } catch (const Refused&) {
    settled.steady = false;
  }
  if (last) settled.identities = std::move(last->order.identities);
  return settled;
}

}  // namespace sphlab

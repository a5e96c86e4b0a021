#include "harness/campaigns/own_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "harness/campaigns/advance.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/sampling.hpp"
#include "harness/measure/stopwatch.hpp"
#include "harness/records/statistics.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/verify/gathered.hpp"

namespace sphlab {
namespace {

/// Share of a device's memory that states in an own order leave free: contenders may need more on
/// the way.
constexpr std::size_t share_left_free = 20;

/// Order and time that a group of cycles has left.
struct Group {
  std::vector<std::uint32_t> identities;
  double distance = 0;
  std::optional<double> seconds;  ///< of a cycle; nothing where it tells nothing
};

/// Where each particle of the state stands, by its id.
std::vector<std::uint32_t> places_of(const std::vector<std::uint32_t>& identities) {
  std::vector<std::uint32_t> places(identities.size(), std::numeric_limits<std::uint32_t>::max());
  for (std::size_t i = 0; i < identities.size(); ++i) {
    if (const std::uint32_t id = id_of(identities[i]); id < places.size())
      places[id] = static_cast<std::uint32_t>(i);
  }
  return places;
}

/// Whether times of cycles tell anything: on the host they are taken beside whatever else runs
/// there, and cycles with a rebuild on demand and those without are two populations.
bool tells_time(const Runtime& runtime, const Simulation& simulation) {
  return !runtime.is_host() && !simulation.is_split() && !simulation.list_setup().on_demand();
}

Group run_group(Runtime& runtime, Simulation& simulation, std::uint64_t cycles) {
  stop_if_requested();
  simulation.measure_preparations();
  std::vector<Stopwatch> watches;
  for (std::uint64_t k = 0; k < cycles; ++k) watches.emplace_back(runtime);
  for (const Stopwatch& watch : watches) {
    watch.start();
    simulation.run_cycles(1);
    watch.stop();
  }
  runtime.synchronize();
  simulation.require_sound();
  Group group{simulation.download_identities(), distance_in_memory(simulation.download_positions()),
              std::nullopt};
  if (!std::isfinite(group.distance)) throw Diverged("a position is not finite");
  if (!tells_time(runtime, simulation)) return group;
  std::vector<double> seconds;
  for (const Stopwatch& watch : watches) seconds.push_back(watch.seconds());
  group.seconds = median(seconds);
  return group;
}

bool is_near(double a, double b, double share) {
  return std::abs(a - b) <= share * std::abs(b);
}

bool steady(const Group& before, const Group& now) {
  return is_near(now.distance, before.distance, steady_distance) &&
         (!now.seconds || is_near(*now.seconds, *before.seconds, steady_time));
}

/// The state in another order: on the device alone where it fits, else on the host.
SavedState reordered(Runtime& runtime, const SavedState& state,
                     const std::vector<std::uint32_t>& identities) {
  SavedState own{state.label, in_order_of(state.particles, identities), state.time, state.step};
  const DeviceProperties device = runtime.properties();
  const std::size_t wanted = own.particles.bytes() + device.memory_bytes / share_left_free;
  if (device.memory_free_bytes < wanted) return own;
  try {
    own.on_device = std::make_shared<StateOnDevice>(runtime, own.particles);
    own.particles = {};
  } catch (const OutOfMemory&) {
    // what is free is in pieces: each block uploads the state instead
  }
  return own;
}

/// Key of all that decides how rebuilds order particles.
std::string kind_of(const Simulation& simulation) {
  const ListSetup& setup = simulation.list_setup();
  std::string kind = fmt::format("{} {} {} {} {}", setup.on_demand(), setup.interval, setup.radius,
                                 setup.grid.reach, simulation.is_split() ? "split" : "");
  for (const auto& [stage, strategy] : simulation.strategies()) {
    if (stage == "hash" || stage == "sort" || stage == "cell-sort" || stage == "reorder")
      kind += fmt::format(" {}={}", stage, strategy);
  }
  const auto tuning = simulation.tuning();
  const auto of_hash = tuning.find("hash");
  if (of_hash == tuning.end()) return kind;
  for (const auto& [parameter, value] : of_hash->second)
    kind += fmt::format(" {}={}", parameter, value);
  return kind;
}

}  // namespace

ParticleState in_order_of(const ParticleState& state,
                          const std::vector<std::uint32_t>& identities) {
  const auto refuse = [] {
    throw std::invalid_argument("in_order_of: the identities are not those of the state");
  };
  if (identities.size() != state.size()) refuse();
  const std::vector<std::uint32_t> place_of_id = places_of(state.identity);
  std::vector<std::uint32_t> places;
  places.reserve(identities.size());
  std::vector<bool> taken(identities.size());
  for (const std::uint32_t identity : identities) {
    const std::uint32_t id = id_of(identity);
    if (id >= place_of_id.size() || place_of_id[id] >= state.size()) refuse();
    const std::uint32_t place = place_of_id[id];
    if (state.identity[place] != identity || taken[place]) refuse();
    taken[place] = true;
    places.push_back(place);
  }
  return gathered(state, places);
}

double distance_in_memory(const std::vector<float4>& position) {
  if (position.size() < 2) return 0;
  double sum = 0;
  for (std::size_t i = 1; i < position.size(); ++i) {
    const float4& a = position[i - 1];
    const float4& b = position[i];
    sum += std::hypot(static_cast<double>(b.x) - static_cast<double>(a.x),
                      static_cast<double>(b.y) - static_cast<double>(a.y),
                      static_cast<double>(b.z) - static_cast<double>(a.z));
  }
  return sum / static_cast<double>(position.size() - 1);
}

std::uint64_t most_cycles_to_an_order(const MeasuringPolicy& policy) {
  return std::max(least_cycles_to_an_order, std::uint64_t{policy.blocks} * policy.cycles_per_block);
}

OwnOrder own_order(Runtime& runtime, Simulation& simulation, const SavedState& state,
                   std::uint64_t most_cycles) {
  OwnOrder own;
  std::optional<Group> last;
  const auto run = [&](std::uint64_t cycles) {
    Group group = run_group(runtime, simulation, cycles);
    own.steps += cycles * simulation.steps_per_cycle();
    own.steady = last && steady(*last, group);
    last = std::move(group);
  };
  begin_at(state, simulation);
  try {
    simulation.run_cycles(2);  // both copies of the state have a graph to capture
    own.steps = 2 * std::uint64_t{simulation.steps_per_cycle()};
    const std::uint64_t groups = (most_cycles - 2) / cycles_of_an_order_group;
    for (std::uint64_t k = 0; k < groups && !own.steady; ++k) run(cycles_of_an_order_group);
  } catch (const CapacityExceeded&) {
    own.steady = false;
  } catch (const Diverged&) {
    own.steady = false;
  } catch (const Refused&) {
    own.steady = false;
  }
  own.state = last ? reordered(runtime, state, last->identities) : state;
  return own;
}

SavedState order_after(Runtime& runtime, Simulation& simulation, const SavedState& state,
                       std::uint64_t steps) {
  begin_at(state, simulation);
  advance_cycles(runtime, simulation, steps / simulation.steps_per_cycle());
  return {state.label, in_order_of(state.particles, simulation.download_identities()), state.time,
          state.step};
}

std::shared_ptr<const OwnOrder> OwnOrders::of(Runtime& runtime, Simulation& simulation,
                                              const SavedState& state, std::uint64_t most_cycles) {
  std::shared_ptr<const OwnOrder>& order = orders_[kind_of(simulation)];
  if (order == nullptr)
    order = std::make_shared<const OwnOrder>(own_order(runtime, simulation, state, most_cycles));
  return order;
}

std::shared_ptr<const OwnOrder> OwnOrders::find(const Simulation& simulation) const {
  const auto found = orders_.find(kind_of(simulation));
  return found == orders_.end() ? nullptr : found->second;
}

}  // namespace sphlab

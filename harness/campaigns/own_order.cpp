#include "harness/campaigns/own_order.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "harness/measure/advance.hpp"
#include "harness/verify/gathered.hpp"

namespace sphlab {
namespace {

/// Share of a device's memory that states in an own order leave free: contenders may need more on
/// the way.
constexpr std::size_t share_left_free = 20;

/// Where each particle of the state stands, by its id.
std::vector<std::uint32_t> places_of(const std::vector<std::uint32_t>& identities) {
  std::vector<std::uint32_t> places(identities.size(), std::numeric_limits<std::uint32_t>::max());
  for (std::size_t i = 0; i < identities.size(); ++i) {
    if (const std::uint32_t id = id_of(identities[i]); id < places.size())
      places[id] = static_cast<std::uint32_t>(i);
  }
  return places;
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

OwnOrder own_order(Runtime& runtime, Simulation& simulation, const SavedState& state,
                   std::uint64_t most_cycles) {
  const SettledOrder settled = settle_order(
      runtime, simulation, [&] { begin_at(state, simulation); }, most_cycles);
  return {settled.steps, settled.steady,
          settled.identities ? reordered(runtime, state, *settled.identities) : state};
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

#include "harness/verify/particle_places.hpp"

#include <atomic>
#include <limits>
#include <stdexcept>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "kernels/abi/particle_type.hpp"

namespace sphlab {

std::vector<std::uint32_t> places(const std::vector<std::uint32_t>& order,
                                  const std::vector<std::uint32_t>& identities) {
  constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
  auto place_of_id = touched_vector<std::uint32_t>(identities.size());
  over_items(identities.size(), [&](std::size_t i) { place_of_id[i] = nowhere; });
  over_items(identities.size(), [&](std::size_t i) {
    // of two with the same id, which are none of a sound state, either may remain
    std::atomic_ref(place_of_id.at(id_of(identities[i])))
        .store(static_cast<std::uint32_t>(i), std::memory_order_relaxed);
  });
  auto all = touched_vector<std::uint32_t>(order.size());
  over_items(order.size(), [&](std::size_t i) {
    all[i] = place_of_id.at(id_of(order[i]));
    if (all[i] == nowhere) throw std::out_of_range("a particle is missing after a step");
  });
  return all;
}

}  // namespace sphlab

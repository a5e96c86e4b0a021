#include "harness/verify/particle_places.hpp"

#include <atomic>
#include <limits>
#include <stdexcept>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "kernels/abi/particle_type.hpp"

namespace sphlab {

std::vector<std::size_t> places(const ParticleState& order, const ParticleState& state) {
  constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> place_of_id(state.size(), nowhere);
  over_items(state.size(), [&](std::size_t i) {
    // of two with the same id, which are none of a sound state, either may remain
    std::atomic_ref(place_of_id.at(id_of(state.identity[i]))).store(i, std::memory_order_relaxed);
  });
  auto all = touched_vector<std::size_t>(order.size());
  over_items(order.size(), [&](std::size_t i) {
    all[i] = place_of_id.at(id_of(order.identity[i]));
    if (all[i] == nowhere) throw std::out_of_range("a particle is missing after a step");
  });
  return all;
}

}  // namespace sphlab

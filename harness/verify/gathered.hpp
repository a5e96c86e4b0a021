// Gathers values of particles: in another order, or of some of them.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

/// @param values `components` of each particle, those of a particle together; or none at all.
/// @param places indices of particles. Returns their values in this order; of none, none.
template <class T, class Index>
std::vector<T> gathered(const std::vector<T>& values, const std::vector<Index>& places,
                        std::size_t components = 1) {
  if (values.empty()) return {};
  auto result = touched_vector<T>(places.size() * components);
  over_items(places.size(), [&](std::size_t i) {
    for (std::size_t c = 0; c < components; ++c)
      result[i * components + c] = values[places[i] * components + c];
  });
  return result;
}

/// The same of fields of `particles` particles.
template <class Index>
ParticleFields gathered(const ParticleFields& fields, const std::vector<Index>& places,
                        std::size_t particles) {
  ParticleFields result;
  for (const auto& [name, values] : fields)
    result[name] = gathered(values, places, particles == 0 ? 0 : values.size() / particles);
  return result;
}

/// The same of all that a state holds of its particles, at its time.
template <class Index>
ParticleState gathered(const ParticleState& state, const std::vector<Index>& places) {
  return {gathered(state.position, places),
          gathered(state.velocity, places),
          gathered(state.identity, places),
          gathered(state.fields, places, state.size()),
          state.time,
          state.period};
}

}  // namespace sphlab

// What the passes of a variant come to, particle by particle.
#pragma once

#include <cstdint>
#include <map>

#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {

/// The rates by id, after a rebuild and an evaluation in the scenario's first state.
inline std::map<std::uint32_t, float4> rates_by_id(const RunnablePack& pack,
                                                   const Scenario& scenario,
                                                   const Variant& variant) {
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
  simulation.rebuild();
  simulation.forces();
  const ParticleState state = simulation.download();
  const std::vector<float4> rates = simulation.download_rates();
  std::map<std::uint32_t, float4> found;
  for (std::size_t i = 0; i < state.size(); ++i) found[id_of(state.identity[i])] = rates[i];
  return found;
}

}  // namespace sphlab::test

// A gather of records in a small dam break, one particle of which is as a test wants it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "tests/support/overflow.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {

inline Scenario small_dam() {
  return shipped("dam-break-lj", {{"particles_per_height", 6}});
}

class RecordGather : public testing::Test {
 protected:
  explicit RecordGather(const char* traversal)
      : simulation(*pack.runtime, *pack.pack, scenario, variant_of(traversal)) {}

  /// One evaluation of a state in which one fluid particle is of another density or velocity.
  void evaluate(float velocity, float density_excess) {
    ParticleState state = scenario.initial;
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (type_of(state.identity[i]) != ParticleType::fluid) continue;
      state.velocity[i] = {velocity, 0, 0, density_excess};
      state.position[i].w = pressure_term(density_excess);
      break;
    }
    simulation.restore(state, 0, 0);
    simulation.rebuild();
    simulation.forces();
  }

  /// What an evaluation stores, as bits.
  std::vector<std::array<float, 4>> rates_at(float velocity) {
    evaluate(velocity, 0.01f);
    simulation.check_overflow();
    std::vector<std::array<float, 4>> rates;
    for (const float4& rate : simulation.download_rates())
      rates.push_back({rate.x, rate.y, rate.z, rate.w});
    return rates;
  }

  std::string refusal() { return overflow_of<PreparationOverflow>(simulation).what(); }

  const RunnablePack pack = pack_of("simt-w32");
  const Scenario scenario = small_dam();
  Simulation simulation;

 private:
  /// P/rho^2 by Cole's equation, which positions carry.
  float pressure_term(float s) const {
    const WcsphConstants& c = scenario.wcsph;
    const float ratio = 1 + s;
    return c.sound_speed * c.sound_speed / (7 * c.rest_density) * (std::pow(ratio, 7.0f) - 1) /
           (ratio * ratio);
  }
};

}  // namespace sphlab::test

// What sources of 24 bytes refuse. That they compute the same, traversals_test tells of every
// traversal.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/overflow.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

class ListGatherRecord24 : public testing::Test {
 protected:
  static Variant variant() {
    Variant variant;
    variant.stages["forces"] = {"list-gather-record-24", {}};
    return variant;
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

  const RunnablePack pack = pack_of("simt-w32");
  const Scenario scenario = shipped("dam-break-lj", {{"particles_per_height", 6}});
  Simulation simulation{*pack.runtime, *pack.pack, scenario, variant()};

  /// P/rho^2 by Cole's equation, which positions carry.
  float pressure_term(float s) const {
    const WcsphConstants& c = scenario.wcsph;
    const float ratio = 1 + s;
    return c.sound_speed * c.sound_speed / (7 * c.rest_density) * (std::pow(ratio, 7.0f) - 1) /
           (ratio * ratio);
  }

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
};

TEST_F(ListGatherRecord24, RefusesADensityThatItsPolynomialDoesNotServe) {
  evaluate(0, 0.101f);
  EXPECT_TRUE(mentions(overflow_of<PreparationOverflow>(simulation).what(),
                       {"24 bytes", "density", "list-gather"}));
}

TEST_F(ListGatherRecord24, RefusesAVelocityThatIsNoNumber) {
  evaluate(std::numeric_limits<float>::quiet_NaN(), 0);
  EXPECT_TRUE(mentions(overflow_of<PreparationOverflow>(simulation).what(), {"no number"}));
}

TEST_F(ListGatherRecord24, TakesDensitiesUpToATenthAndAnySpeed) {
  evaluate(1e4f, 0.099f);
  EXPECT_NO_THROW(simulation.check_overflow());
}

/// Words are written in the range of the pass before, and again where a particle has left it.
TEST_F(ListGatherRecord24, FollowsVelocitiesThatLeaveTheRange) {
  const auto slow = rates_at(1e-3f);
  const auto fast = rates_at(5);
  EXPECT_NE(fast, slow);
  EXPECT_EQ(rates_at(5), fast);
  rates_at(-2e3f);
  EXPECT_EQ(rates_at(-2e3f), rates_at(-2e3f));
  rates_at(1e4f);
  EXPECT_EQ(rates_at(5), rates_at(5)) << "a range that has been left behind is not kept";
}

TEST_F(ListGatherRecord24, ForgetsWhatItRefusedWithAnotherState) {
  evaluate(0, 0.2f);
  EXPECT_THROW(simulation.check_overflow(), PreparationOverflow);
  evaluate(0, 0);
  EXPECT_NO_THROW(simulation.check_overflow());
}

}  // namespace
}  // namespace sphlab::test

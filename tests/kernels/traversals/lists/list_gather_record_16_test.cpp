// What sources of 16 bytes refuse, the error that they state, and that a wrong word errs by more.
// That they compute the same, traversals_test tells of every traversal.
#define SPHLAB_WARP_WIDTH 1

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/status.hpp"
#include "harness/verify/verify.hpp"
#include "kernels/storage/record_16.cuh"
#include "tests/support/mentions.hpp"
#include "tests/support/record_gather.hpp"
#include "tests/test_packs/altered_pack.hpp"

namespace sphlab::test {
namespace {

constexpr const char* traversal = "list-gather-record-16";

class ListGatherRecord16 : public RecordGather {
 protected:
  ListGatherRecord16() : RecordGather(traversal) {}
};

TEST_F(ListGatherRecord16, RefusesADensityThatItsPolynomialDoesNotServe) {
  evaluate(0, 0.051f);
  EXPECT_TRUE(mentions(refusal(), {"16 bytes", "density", "list-gather"}));
}

TEST_F(ListGatherRecord16, RefusesAVelocityThatIsNoNumber) {
  evaluate(std::numeric_limits<float>::quiet_NaN(), 0);
  EXPECT_TRUE(mentions(refusal(), {"no number"}));
}

TEST_F(ListGatherRecord16, TakesDensitiesUpToATwentiethAndAnySpeed) {
  evaluate(1e4f, 0.049f);
  EXPECT_NO_THROW(simulation.check_overflow());
}

/// Positions are differences to the nearest image: not of particles that may have left it.
TEST_F(ListGatherRecord16, RefusesToKeepAListWhoseParticlesMayHavePassedEachOther) {
  const double radius = scenario.influence_radius;
  const auto steps_within_list = [&](float speed) {
    ParticleState state = scenario.initial;
    for (float4& velocity : state.velocity) velocity.x = 0;
    state.velocity[state.size() - 1].x = speed;
    simulation.restore(state, 0, 0);
    simulation.rebuild();
    for (int step = 0; step < 4; ++step) simulation.step();
  };
  const auto fast = static_cast<float>(radius / 1e-5);
  steps_within_list(1);
  EXPECT_NO_THROW(simulation.check_overflow());
  steps_within_list(fast);
  EXPECT_TRUE(mentions(refusal(), {"move against each other", "rebuild more often"}));
}

TEST_F(ListGatherRecord16, FollowsVelocitiesThatLeaveTheRange) {
  const auto slow = rates_at(1e-3f);
  const auto fast = rates_at(5);
  EXPECT_NE(fast, slow);
  EXPECT_EQ(rates_at(5), fast);
  rates_at(-2e3f);
  EXPECT_EQ(rates_at(5), fast) << "a range that has been left behind is not kept";
}

TEST_F(ListGatherRecord16, ForgetsWhatItRefusedWithAnotherState) {
  evaluate(0, 0.2f);
  EXPECT_THROW(simulation.check_overflow(), PreparationOverflow);
  evaluate(0, 0);
  EXPECT_NO_THROW(simulation.check_overflow());
}

TEST_F(ListGatherRecord16, IsHeldToTheErrorThatItStates) {
  EXPECT_GT(simulation.stated_error(), rate_tolerance);
  EXPECT_EQ(rate_tolerance_of(simulation), simulation.stated_error());
  const Simulation usual(*pack.runtime, *pack.pack, scenario, variant_of("list-gather"));
  EXPECT_EQ(rate_tolerance_of(usual), rate_tolerance);
}

/// Launches of the right pack, for what alters them.
int (*prepare_right)(const void*, const std::uint32_t*, void*) = nullptr;

SourceRecord record_of(const void* arguments) {
  return SourceRecord::in(static_cast<const PairArguments*>(arguments)->workspace);
}

int with_half_the_period(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const int code = prepare_right(arguments, tuning, stream);
  record_of(arguments).head->held.steps *= 2;
  return code;
}

/// Evaluates twice: words are in their place the second time, and not written again.
int with_words_exchanged(const void* arguments, const std::uint32_t* tuning, void* stream) {
  original_launch(arguments, tuning, stream);
  const auto& a = *static_cast<const PairArguments*>(arguments);
  for (std::uint32_t i = 0; i < a.particles; ++i) {
    SourceWords& words = record_of(arguments).words[i];
    const std::uint32_t exchanged = (words.y ^ words.w) & ~((1u << 19) - 1);
    words.y ^= exchanged;
    words.w ^= exchanged;
  }
  return original_launch(arguments, tuning, stream);
}

/// The status of a state in motion by a pack whose strategy `alter` has made wrong.
template <class Alter>
std::string status_with(Alter alter) {
  const RunnablePack& right = pack_of("simt-w32");
  LoadedPack wrong = *right.pack;
  wrong.pack = edited_pack([&](KernelPack&, std::vector<Strategy>& strategies) {
    for (Strategy& strategy : strategies) {
      const bool is_it = std::string(strategy.name) == traversal &&
                         std::string(strategy.physics) == "wcsph-lj" &&
                         std::string(strategy.list_format) == default_list_format;
      if (is_it) alter(strategy);
    }
  });
  Scenario scenario = small_dam();
  for (std::size_t i = 0; i < scenario.initial.size(); ++i) {
    if (type_of(scenario.initial.identity[i]) != ParticleType::fluid) continue;
    const auto n = static_cast<float>(i);
    scenario.initial.velocity[i].x = std::sin(n);
    scenario.initial.velocity[i].y = std::sin(2 * n);
    scenario.initial.velocity[i].z = std::sin(3 * n);
  }
  Simulation simulation(*right.runtime, wrong, scenario, variant_of(traversal));
  std::vector<Check> checks;
  verify_state(simulation, scenario, "initial", checks);
  return status_of(checks);
}

TEST(WrongRecord16, IsFoundWithinTheToleranceThatItStates) {
  EXPECT_EQ(status_with([](Strategy&) {}), "ok");
  const std::string of_period = status_with([](Strategy& strategy) {
    prepare_right = strategy.preparation.launch;
    strategy.preparation.launch = with_half_the_period;
  });
  EXPECT_TRUE(mentions(of_period, {"accelerations"})) << of_period;
  const std::string of_words = status_with([](Strategy& strategy) {
    original_launch = strategy.launch;
    strategy.launch = with_words_exchanged;
  });
  EXPECT_TRUE(mentions(of_words, {"accelerations"})) << of_words;
}

}  // namespace
}  // namespace sphlab::test

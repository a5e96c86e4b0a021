// What sources of 24 bytes refuse. That they compute the same, traversals_test tells of every
// traversal.
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/mentions.hpp"
#include "tests/support/record_gather.hpp"

namespace sphlab::test {
namespace {

class ListGatherRecord24 : public RecordGather {
 protected:
  ListGatherRecord24() : RecordGather("list-gather-record-24") {}
};

TEST_F(ListGatherRecord24, RefusesADensityThatItsPolynomialDoesNotServe) {
  evaluate(0, 0.101f);
  EXPECT_TRUE(mentions(refusal(), {"24 bytes", "density", "list-gather"}));
}

TEST_F(ListGatherRecord24, RefusesAVelocityThatIsNoNumber) {
  evaluate(std::numeric_limits<float>::quiet_NaN(), 0);
  EXPECT_TRUE(mentions(refusal(), {"no number"}));
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

// Planes that swing: the clock of the device against the formula in double precision.
#include "kernels/physics/plane_swing.cuh"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "harness/scenarios/penalty_planes.hpp"

namespace sphlab {
namespace {

PenaltyPlanes swinging() {
  PenaltyPlanes planes{};
  planes.frequency = 0.3f;
  planes.phase = 0.2f;
  return planes;
}

Clock clock_of(const PenaltyPlanes& planes, double time) {
  Clock clock{};
  clock.time = time;
  PlaneSwing::prepare(planes).bring_to(clock);
  return clock;
}

TEST(PlaneSwing, IsThatOfTheFormula) {
  const double angular = std::numbers::pi * static_cast<double>(0.3f);
  for (const double time : {0.0, 0.1, 1.7, 3.3, 1234.5}) {
    const double phase = angular * time + std::numbers::pi * static_cast<double>(0.2f);
    const Clock clock = clock_of(swinging(), time);
    EXPECT_NEAR(clock.swing_share, std::pow(std::sin(phase), 2), 1e-6) << time;
    EXPECT_NEAR(clock.swing_rate, angular * std::sin(2 * phase), 1e-6) << time;
  }
}

TEST(PlaneSwing, OfTheHostIsTheSame) {
  for (const double time : {0.0, 0.1, 1.7, 3.3, 1e6}) {
    const SwingOfPlanes host = swing_at(swinging(), time);
    const Clock clock = clock_of(swinging(), time);
    EXPECT_NEAR(clock.swing_share, host.share, 1e-6) << time;
    EXPECT_NEAR(clock.swing_rate, host.rate, 1e-6) << time;
  }
}

TEST(PlaneSwing, OfPlanesThatStandIsNone) {
  PenaltyPlanes planes = swinging();
  planes.frequency = 0;
  const Clock clock = clock_of(planes, 0.7);
  EXPECT_EQ(clock.swing_share, 0.0f);
  EXPECT_EQ(clock.swing_rate, 0.0f);
  EXPECT_EQ(swing_at(planes, 0.7).share, 0);
  EXPECT_EQ(swing_at(planes, 0.7).rate, 0);
}

}  // namespace
}  // namespace sphlab
